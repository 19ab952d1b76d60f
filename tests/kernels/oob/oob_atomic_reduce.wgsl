// A histogram whose values may lie beyond the bins: those are not counted.
@group(0) @binding(0) var<storage, read> src: array<i32>;
@group(0) @binding(1) var<storage, read_write> bins: array<atomic<u32>>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    atomicAdd(&bins[src[id.x] - 3], 1u);
}
