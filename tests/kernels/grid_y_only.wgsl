// A grid along y alone, workgroups of 1 x 32.
@group(0) @binding(0) var<storage, read> src: array<f32>;
@group(0) @binding(1) var<storage, read_write> dst: array<f32>;

@compute @workgroup_size(1, 32)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.y < arrayLength(&src)) {
        dst[id.y] = src[id.y] * 0.5;
    }
}
