// Reverses each block of 64 by bit tricks: the workgroup's own block.
@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let block = id.x >> 6u;
    let lane = id.x & 63u;
    dst[(block << 6u) | (63u - lane)] = src[(block << 6u) | lane];
}
