// A helper with several returns.
@group(0) @binding(0) var<storage, read> src: array<i32>;
@group(0) @binding(1) var<storage, read_write> dst: array<i32>;

fn grade(v: i32) -> i32 {
    if (v < -100) {
        return -3;
    }
    if (v < 0) {
        if (v % 2 == 0) {
            return -2;
        }
        return -1;
    }
    for (var k = 1; k < 10; k++) {
        if (k * k * 20 > v) {
            return k;
        }
    }
    return 100;
}

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= arrayLength(&src)) {
        return;
    }
    dst[id.x] = grade(src[id.x]);
}
