// A let pointer to a whole storage array, used for length, load and store.
@group(0) @binding(0) var<storage, read> src: array<i32>;
@group(0) @binding(1) var<storage, read_write> dst: array<i32>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let source = &src;
    let to = &dst;
    if (id.x >= arrayLength(source)) {
        return;
    }
    (*to)[id.x] = (*source)[id.x] - i32(arrayLength(to));
}
