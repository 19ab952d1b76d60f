// Out-of-bounds accesses inside helpers and conditions.
@group(0) @binding(0) var<storage, read> src: array<i32>;
@group(0) @binding(1) var<storage, read_write> dst: array<i32>;

fn at(i: i32) -> i32 {
    return src[i];
}

fn put(i: i32, v: i32) {
    dst[i] = v;
}

@compute @workgroup_size(8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let i = i32(id.x);
    if (at(i - 1) == 0 || at(i + 1) > 50) {
        put(i, at(i - 1) - at(i + 1));
    } else {
        put(i, at(i) * select(1, 2, at(i + 2) < 0));
    }
}
