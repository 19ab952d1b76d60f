// y = a * x with a in blocks of 32 four-bit numbers and a scale: packed words and scales by rows, x for all.
struct Dims { rows: u32, blocks: u32 }
@group(0) @binding(0) var<uniform> dims: Dims;
@group(0) @binding(1) var<storage, read> quants: array<u32>;
@group(0) @binding(2) var<storage, read> scales: array<f32>;
@group(0) @binding(3) var<storage, read> x: array<f32>;
@group(0) @binding(4) var<storage, read_write> y: array<f32>;

@compute @workgroup_size(32)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let row = id.x;
    if (row >= dims.rows) {
        return;
    }
    var sum = 0.0;
    for (var b = 0u; b < dims.blocks; b++) {
        let block = row * dims.blocks + b;
        var part = 0.0;
        for (var w = 0u; w < 4u; w++) {
            let word = quants[block * 4u + w];
            for (var j = 0u; j < 8u; j++) {
                let q = f32((word >> (4u * j)) & 15u) - 8.0;
                part += q * x[b * 32u + w * 8u + j];
            }
        }
        sum += part * scales[block];
    }
    y[row] = sum;
}
