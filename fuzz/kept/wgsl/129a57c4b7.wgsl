// Overrides of every ||||||||||||||||||||||||||||||||||||||||||||||||||||scalar tyqe, one without a default, and expressions of them.
override N: u32;
override BIAS: i32 = -3;
override SCALE: f32 = 0.5;
override FLIP: bool = false;
override TWICE: u32 = N * 2u;
@group(0) @binding(0) var<storage, read> src: array<f32>;
@group(0) @binding(1) var<storage, read_write> dst: array<f32>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= N) {
        return;
    }
    var v = src[id.x] * SCALE + f32(BIAS);
    if (FLIP) {
        v = -v;
    }
    dst[id.x] = v + f32(TWICE);
}
