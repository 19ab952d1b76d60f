// Writes shifted beyond both ends: only for the whole grid.
@group(0) @binding(0) var<storage, read_write> up: array<u32>;
@group(0) @binding(1) var<storage, read_write> down: array<u32>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    up[id.x + 3u] = id.x + 1u;
    down[i32(id.x) - 4] = id.x + 1u;
}
