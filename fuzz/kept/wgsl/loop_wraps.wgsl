@group(0) @binding(0) var<storage, read_write> d: array<u32>;
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
for (var i = 4294967295u; i >= 0u; i += 4294967295u) { d[i] = 1u; }
}
