// A discrete Fourier transform by its definition: every frequency reads every sample.
@group(0) @binding(0) var<storage, read> samples: array<f32>;
@group(0) @binding(1) var<storage, read_write> spectrum: array<vec2<f32>>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let n = arrayLength(&samples);
    if (id.x >= n) {
        return;
    }
    var sum = vec2<f32>(0.0);
    for (var t = 0u; t < n; t++) {
        let angle = -6.2831853 * f32((id.x * t) % n) / f32(n);
        sum += samples[t] * vec2<f32>(cos(angle), sin(angle));
    }
    spectrum[id.x] = sum;
}
