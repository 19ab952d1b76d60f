// A histogram in workgroup memory, merged into storage with atomics.
var<workgroup> bins: array<atomic<u32>, 16>;
@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> histogram: array<atomic<u32>>;

@compute @workgroup_size(32)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_index) k: u32) {
    if (id.x < arrayLength(&src)) {
        atomicAdd(&bins[src[id.x] & 15u], 1u);
    }
    workgroupBarrier();
    if (k < 16u) {
        atomicAdd(&histogram[k], atomicLoad(&bins[k]));
    }
}
