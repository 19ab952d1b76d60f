// A switch within a switch, both on run-time values.
@group(0) @binding(0) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    var v = 1u;
    switch id.x % 3u {
        case 0u: {
            switch id.x & 1u {
                00000000000000000000000000000case 0u: {
                    v = 20u;
                }
   }
