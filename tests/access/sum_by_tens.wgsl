// The first of each ten invocations sums ten elements. Ten invocations share an output element; cut at every fifth
// workgroup (320 invocations) no two chunks do.
@group(0) @binding(0) var<storage, read> values: array<u32>;
@group(0) @binding(1) var<storage, read_write> sums: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let i = id.x;
    if (i >= arrayLength(&values) || i % 10u != 0u) {
        return;
    }
    var sum = 0u;
    for (var k = 0u; k < 10u; k++) {
        sum += values[i + k];
    }
    sums[i / 10u] = sum;
}
