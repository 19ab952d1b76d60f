// Places recovered by division and remainder from a linear id.
const W: u32 = 13u;
@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let y = id.x / W;
    let x = id.x % W;
    let i = y * W + x;
    if (i < arrayLength(&dst)) {
        dst[i] = src[i] + x * 100u + y;
    }
}
