// Private arrays of vectors with dynamic element and component.
@group(0) @binding(0) var<storage, read_write> dst: array<u32>;
var<private> grid: array<vec4<u32>, 4>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    for (var k = 0u; k < 16u; k++) {
        grid[k / 4u][k % 4u] = k * k + id.x;
    }
    let r = id.x % 4u;
    dst[id.x] = grid[r][3u - r] + grid[3u - r].x * 1000u;
}
