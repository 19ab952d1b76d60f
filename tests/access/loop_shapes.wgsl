// Sums the row of eight that is one's own in every shape of a loop: up, down, by two, while, and with the break at the end.
@group(0) @binding(0) var<storage, read> rows: array<u32>;
@group(0) @binding(1) var<storage, read_write> sums: array<u32>;

@compute @workgroup_size(32)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= arrayLength(&sums)) {
        return;
    }
    let base = id.x * 8u;
    var sum = 0u;
    for (var k = 0u; k < 8u; k++) {
        sum += rows[base + k];
    }
    for (var k = 7; k >= 0; k--) {
        sum ^= rows[i32(base) + k];
    }
    for (var k = 0u; k <= 6u; k += 2u) {
        sum += rows[base + k] * rows[base + k + 1u];
    }
    var k = 8u;
    while (k > 0u) {
        k = k - 1u;
        sum = sum * 3u + rows[base + k];
    }
    var j = 0u;
    loop {
        sum += rows[base + j];
        continuing {
            j += 1u;
            break if j >= 8u;
        }
    }
    sums[id.x] = sum;
}
