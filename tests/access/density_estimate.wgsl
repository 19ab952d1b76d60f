// A sum over all samples for each point of a grid.
@group(0) @binding(0) var<storage, read> samples: array<f32>;
@group(0) @binding(1) var<storage, read_write> density: array<f32>;
@group(0) @binding(2) var<uniform> bandwidth: f32;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let n = arrayLength(&density);
    if (id.x >= n) {
        return;
    }
    let x = f32(id.x) / f32(n);
    var sum = 0.0;
    var k = arrayLength(&samples);
    while (k != 0u) {
        k--;
        let z = (x - samples[k]) / bandwidth;
        sum += exp(-0.5 * z * z);
    }
    density[id.x] = sum / bandwidth;
}
