// Names that a rewriter might want for itself.
struct Grid {
    base: u32,
    len: u32,
}

@group(0) @binding(0) var<uniform> grid: Grid;
@group(0) @binding(1) var<storage, read> base: array<u32>;
@group(0) @binding(2) var<storage, read_write> len: array<u32>;
var<private> workgroup_base: u32 = 4u;

fn guard(index: u32) -> bool {
    return index < arrayLength(&len);
}

fn polygpu_grid(window: u32) -> u32 {
    return window + workgroup_base;
}

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) global_invocation_id: vec3<u32>, @builtin(num_workgroups) num_workgroups: vec3<u32>) {
    let index = global_invocation_id.x;
    let in_bounds = guard(index);
    if (in_bounds) {
        let offset = grid.base * num_workgroups.x;
        len[index] = base[index] + polygpu_grid(offset) + grid.len;
    }
}
