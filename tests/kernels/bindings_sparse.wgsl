// Sparse binding numbers in one group.
@group(0) @binding(17) var<storage, read> src: array<u32>;
@group(0) @binding(3) var<storage, read_write> dst: array<u32>;
@group(0) @binding(9) var<uniform> add: u32;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x < arrayLength(&dst)) {
        dst[id.x] = src[id.x] + add;
    }
}
