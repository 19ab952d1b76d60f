// Two outputs, one of them written at data's will: that one forbids the split of both.
@group(0) @binding(0) var<storage, read> samples: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read_write> magnitudes: array<f32>;
@group(0) @binding(2) var<storage, read_write> latest: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= arrayLength(&samples)) {
        return;
    }
    let s = samples[id.x];
    magnitudes[id.x] = length(s);
    latest[u32(s.x) & 15u] = s.y; // refused: latest
}
