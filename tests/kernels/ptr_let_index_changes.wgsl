// A let pointer keeps its element although the index variable changes later.
@group(0) @binding(0) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    var i = id.x * 2u;
    if (i + 1u >= arrayLength(&dst)) {
        return;
    }
    let first = &dst[i];
    i += 1u;
    let second = &dst[i];
    i = 0u;
    let sum = *first + *second;
    *first = sum;
    *second = sum * 2u + i;
}
