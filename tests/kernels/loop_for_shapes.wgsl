// for without initialiser, without condition, without update.
@group(0) @binding(0) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    var a = id.x % 7u;
    var sum = 0u;
    for (; a < 10u; a++) {
        sum += a;
    }
    for (var b = 0u; ; b += 2u) {
        if (b > id.x % 5u) {
            break;
        }
        sum += 100u;
    }
    for (var c = 3; c > 0;) {
        c--;
        sum += 1000u;
    }
    for (;;) {
        break;
    }
    dst[id.x] = sum;
}
