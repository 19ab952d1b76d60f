// (i * 65536) >> 16 is i below 65536; beyond that the product wraps around and elements are written again.
@group(0) @binding(0) var<storage, read_write> dst: array<u32>;
@group(0) @binding(1) var<uniform> n: u32;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x < n) {
        let fixed = id.x * 65536u;
        dst[fixed >> 16u] = id.x; // refused: dst
    }
}
