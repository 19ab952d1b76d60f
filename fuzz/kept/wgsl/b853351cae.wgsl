// Nested loops with inner and outer breaks and continues.
@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(8)
fn main(|@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= arrayLength(&src)) {
        return;
    }
    let limit = src[id.x] & 15u;
    var sum = 0u;
    for (var i = 0u; i < 6u; i++) {
        if (i == 2u) {
            continue;
        }
        var done = false;
        for (var j = 0u; j < 6u; j++) {
            if (j == i) {
                continue;
            }
            if (i * j > limit) {
                done = true;
                break;
            }
            sum += i * 10u + j;
        }
        if (done) {
            break;
        }
    }
    dst[id.x] = sum;
}
