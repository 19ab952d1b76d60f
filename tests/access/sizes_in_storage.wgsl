// The sizes are in a storage buffer that the host supplies: they are values like a uniform's, and all need them.
@group(0) @binding(0) var<storage, read> dims: array<u32>;
@group(0) @binding(1) var<storage, read> src: array<f32>;
@group(0) @binding(2) var<storage, read_write> dst: array<f32>;

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let rows = dims[0];
    let cols = dims[1];
    if (id.y >= rows || id.x >= cols) {
        return;
    }
    let i = id.y * cols + id.x;
    dst[i] = ceil(src[i]);
}
