// Columns and rows of storage matrices beyond the matrix.
@group(0) @binding(0) var<storage, read> src: array<mat3x3<f32>>;
@group(0) @binding(1) var<storage, read_write> dst: array<mat3x3<f32>>;

@compute @workgroup_size(8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    for (var c = 0; c < 5; c++) {
        dst[id.x][c] = src[id.x][c + 1] + vec3<f32>(1.0);
        dst[id.x][c - 1][c] = src[id.x][2 - c][c] + 0.5;
    }
}
