// Workgroup memory whose size is an expression of overrides.
override WIDTH: u32 = 4u;
override HEIGHT: u32 = 2u;
override PAD = WIDTH + 1u;
var<workgroup> tile: array<u32, PAD * HEIGHT>;
@group(0) @binding(0) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(WIDTH, HEIGHT)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_id) l: vec3<u32>,
    @builtin(local_invocation_index) k: u32,
) {
    tile[l.y * PAD + l.x] = k * k + group.x;
    if (l.x == 0u) {
        tile[l.y * PAD + WIDTH] = 1000u;
    }
    workgroupBarrier();
    dst[group.x * WIDTH * HEIGHT + k] = tile[l.y * PAD + l.x + 1u];
}
