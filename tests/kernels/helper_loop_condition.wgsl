// Helper calls in loop conditions and loop updates.
@group(0) @binding(0) var<storage, read> limits: array<u32>;
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;

fn goes_on(k: u32, i: u32) -> bool {
    return k * k < limits[i];
}

fn next(k: u32) -> u32 {
    return k + 1u + (k & 1u);
}

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= arrayLength(&dst)) {
        return;
    }
    var count = 0u;
    for (var k = 0u; goes_on(k, id.x); k = next(k)) {
        count += 1u;
    }
    dst[id.x] = count;
}
