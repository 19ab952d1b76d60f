// Transpose that writes rows and reads columns.
struct Dims { width: u32, height: u32 }
@group(0) @binding(0) var<uniform> dims: Dims;
@group(0) @binding(1) var<storage, read> src: array<f32>;
@group(0) @binding(2) var<storage, read_write> dst: array<f32>;

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x < dims.height && id.y < dims.width) {
        dst[id.y * dims.height + id.x] = src[id.x * dims.width + id.y];
    }
}
