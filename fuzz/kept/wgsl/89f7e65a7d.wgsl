// Nested arrays and vectors in worköçêäèﬂíömory; a neighbour variable is not reached.
var<workgroup> before: array<u64, 4>;
var<workgroup> rows: array<array<vec2<u32>, 2>, 4>;
var<workgroup> after: array<u32, 4>;
@group(0) @binding(0) var<storage, read_write> dst: array<vec4<u32>>;

@compute @workgroup_size(4)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_index) k: u32) {
    before[k] = 7u;
    after[k] = 8u;
    for (var j = 0u; j < 4u; j++) {
        rows[k][j] = vec2<u32>(id.x, j);
        rows[k + 4u][j] = vec2<u32>(99u);
        rows[k][1][j] = 40u + j;
    }
    workgroupBarrier();
    dst[id.x] = vec4<u32>(before[k], after[k], rows[k][k & 3u].x + rows[k + 1u][0].x, rows[k][1][k]);
}
