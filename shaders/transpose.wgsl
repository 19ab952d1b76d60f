// transpose: output[x, y] = input[y, x]
//
//   size    uniform     { width, height: u32 }, those of the input
//   input   read        height rows of width elements
//   output  read_write  width rows of height elements, all written
//
// Grid: [width, height] invocations. The workgroups at x own the output's rows of that tile; through a tile in
// workgroup memory, neighbours read and write neighbouring elements.

override TILE: u32 = 16;

struct Size {
    width: u32,
    height: u32,
}

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;
@group(0) @binding(2) var<uniform> size: Size;

var<workgroup> tile: array<u32, TILE * (TILE + 1)>; // a spare column keeps a tile's columns in different banks

@compute @workgroup_size(TILE, TILE)
fn main(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(local_invocation_id) local: vec3<u32>,
) {
    let corner = workgroup.xy * TILE;
    let from_x = corner.x + local.x;
    let from_y = corner.y + local.y;
    if (from_x < size.width && from_y < size.height) {
        tile[local.y * (TILE + 1u) + local.x] = input[from_y * size.width + from_x];
    }
    workgroupBarrier();
    let to_row = corner.x + local.y;
    let to_column = corner.y + local.x;
    if (to_row < size.width && to_column < size.height) {
        output[to_row * size.height + to_column] = tile[local.x * (TILE + 1u) + local.y];
    }
}
