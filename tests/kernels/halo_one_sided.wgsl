// Backward difference: only the element before is needed.
@group(0) @binding(0) var<storage, read> src: array<i32>;
@group(0) @binding(1) var<storage, read_write> dst: array<i32>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= arrayLength(&dst)) {
        return;
    }
    let before = select(id.x - 1u, 0u, id.x == 0u);
    dst[id.x] = src[id.x] - src[before];
}
