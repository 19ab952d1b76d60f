// Register-blocked on a 1-D grid: the workgroup's number is divided into tile row and tile column. A cut that does not fall between
// two rows of tiles has two chunks write into the same rows of c, side by side.
struct Dims { m: u32, n: u32, k: u32 }
@group(0) @binding(0) var<uniform> dims: Dims;
@group(0) @binding(1) var<storage, read> a: array<f32>;
@group(0) @binding(2) var<storage, read> b: array<f32>;
@group(0) @binding(3) var<storage, read_write> c: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) wg: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
    let tiles = (dims.n + 15u) / 16u;
    let row = wg.x / tiles * 16u + lane / 16u * 4u;
    let col = wg.x % tiles * 16u + lane % 16u;
    if (col >= dims.n) {
        return;
    }
    var acc = vec4<f32>(0.0);
    for (var k = 0u; k < dims.k; k++) {
        for (var i = 0u; i < 4u; i++) {
            acc[i] += a[(row + i) * dims.k + k] * b[k * dims.n + col];
        }
    }
    for (var i = 0u; i < 4u; i++) {
        if (row + i < dims.m) {
            c[(row + i) * dims.n + col] = acc[i]; // refused: c
        }
    }
}
