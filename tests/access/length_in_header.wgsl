// A struct with its length in the header, read only: all read the header, the tail splits.
struct Signal {
    length: u32,
    gain: f32,
    samples: array<f32>,
}
@group(0) @binding(0) var<storage, read> signal: Signal;
@group(0) @binding(1) var<storage, read_write> louder: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x < signal.length) {
        louder[id.x] = signal.gain * signal.samples[id.x];
    }
}
