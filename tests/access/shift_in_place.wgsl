// a[i] = a[i + 1]: the neighbour chunk may have written it already.
@group(0) @binding(0) var<storage, read_write> a: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x + 1u < arrayLength(&a)) {
        a[id.x] = a[id.x + 1u]; // refused: a
    }
}
