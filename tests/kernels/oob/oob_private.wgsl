// Private arrays.
var<private> before: u32 = 3u;
var<private> cells: array<u32, 4> = array<u32, 4>(1u, 2u, 3u, 4u);
var<private> after: u32 = 5u;
@group(0) @binding(0) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let k = i32(id.x % 9u) - 2;
    cells[k] += 10u;
    cells[k + 1] = 50u;
    dst[id.x] = cells[0] + cells[1] * 100u + cells[2] * 10000u + cells[3] * 1000000u + cells[k - 1] + before + after;
}
