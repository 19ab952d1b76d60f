// Adds what was `delay` samples ago, guarded by unsigned underflow: a halo on one side.
struct Echo {
    delay: u32,
    gain: f32,
}
@group(0) @binding(0) var<storage, read> dry: array<f32>;
@group(0) @binding(1) var<storage, read_write> wet: array<f32>;
@group(0) @binding(2) var<uniform> echo: Echo;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let n = arrayLength(&dry);
    if (id.x >= n) {
        return;
    }
    var sample = dry[id.x];
    if (id.x - echo.delay < n) {
        sample += echo.gain * dry[id.x - echo.delay];
    }
    wet[id.x] = sample;
}
