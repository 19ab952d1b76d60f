// Strides in a constant table, summed up in a loop over coordinates that are put in an array first: three turns have to be
// followed one by one.
@group(0) @binding(0) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(4, 4, 1)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    var strides = array<u32, 3>(1u, 20u, 240u);
    var coordinates = array<u32, 3>(id.x, id.y, id.z);
    if (id.x >= 20u || id.y >= 12u) {
        return;
    }
    var at = 0u;
    for (var d = 0u; d < 3u; d++) {
        at += coordinates[d] * strides[d];
    }
    dst[at] = id.x + id.y + id.z; // refused: dst
}
