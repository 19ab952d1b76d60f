// Subgroup builtins in a struct argument beside the grid's.
struct Input {
    @builtin(subgroup_size) size: u32,
    @builtin(global_invocation_id) id: vec3<u32>,
    @builtin(subgroup_invocation_id) lane: u32,
}

@group(0) @binding(0) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(32)
fn main(in: Input, @builtin(workgroup_id) group: vec3<u32>) {
    let other = subgroupShuffleXor(in.id.x, 1u);
    dst[in.id.x] = u32(in.lane < in.size) * 1000u + (other ^ in.id.x) * 100u + group.x;
}
