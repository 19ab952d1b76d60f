// Helpers that load from and store to storage by themselves.
@group(0) @binding(0) var<storage, read> src: array<f32>;
@group(0) @binding(1) var<storage, read_write> dst: array<f64>;

fn inside(i: u32) -> bool {
    return i < arrayLength(&dst);
}

fn load(i: u32) -> f32 {
    return src[i];
}

fn store(i: u32, v: f32) {
    dst[i] = v;
}

fn run(i: u32) {
    if (!inside(i)) {
        return;
    }
    store(i, load(i) + 1.5);
}

@compute @workgroup_size(32)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    run(id.x);
}
