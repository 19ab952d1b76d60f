// An index and a sum are changed through pointers that are passed to functions.
@group(0) @binding(0) var<storage, read> src: array<f32>;
@group(0) @binding(1) var<storage, read_write> dst: array<f32>;

fn advance(at: ptr<function, u32>, by: u32) {
    *at = *at + by;
}

fn add(sum: ptr<function, f32>, value: f32) {
    *sum += value;
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= arrayLength(&dst)) {
        return;
    }
    var at = id.x * 2u;
    var sum = 0.0;
    add(&sum, src[at]);
    advance(&at, 1u);
    add(&sum, src[at]);
    dst[id.x] = sum;
}
