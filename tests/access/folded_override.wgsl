// A folded 1-D grid whose row length is an override. If it is not the grid's, rows of workgroups overlap.
override ROW: u32 = 1024;
@group(0) @binding(0) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let i = id.y * ROW + id.x;
    if (i < arrayLength(&dst)) {
        dst[i] = i * i; // refused: dst
    }
}
