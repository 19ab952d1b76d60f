// A pointer to a function-local array, filled and summed by helpers.
@group(0) @binding(0) var<storage, read_write> dst: array<u32>;

fn fill(p: ptr<function, array<u32, 8>>, start: u32) {
    for (var k = 0u; k < 8u; k++) {
        (*p)[k] = start + k * k;
    }
}

fn sum(p: ptr<function, array<u32, 8>>) -> u32 {
    var total = 0u;
    for (var k = 0u; k < 8u; k++) {
        total += (*p)[7u - k] * (k + 1u);
    }
    return total;
}

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    var scratch: array<u32, 8>;
    fill(&scratch, id.x);
    dst[id.x] = sum(&scratch);
}
