@group(0) @binding(0) var<storage, read_write> d: array<u32>;
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
for (var i = 0u; i < 3u; i++) {for (var i = 0u; i < 3u; i++) {for (var i = 0u; i < 3u; i++) {for (var i = 0u; i < 3u; i++) {for (var i = 0u; i < 3u; i++) {for (var i = 0u; i < 3u; i++) {for (var i = 0u; i < 3u; i++) {for (var i = 0u; i < 3u; i++) {for (var i = 0u; i < 3u; i++) {for (var i = 0u; i < 3u; i++) {for (var i = 0u; i < 3u; i++) {for (var i = 0u; i < 3u; i++) {d[0]=1u;}}}}}}}}}}}}
}
