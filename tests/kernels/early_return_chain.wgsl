// Several early returns, each after its own store.
@group(0) @binding(0) var<storage, read> src: array<i32>;
@group(0) @binding(1) var<storage, read_write> dst: array<i32>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= arrayLength(&dst)) {
        return;
    }
    let v = src[id.x];
    if (v < 0) {
        dst[id.x] = -1;
        return;
    }
    if (v == 0 || v > 400) {
        dst[id.x] = 2;
        return;
    } else if (v % 2 == 1) {
        dst[id.x] = v;
        return;
    }
    dst[id.x] = v / 2;
}
