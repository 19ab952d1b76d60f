// A histogram in workgroup memory first, then added to the bins, empty ones left out.
@group(0) @binding(0) var<storage, read> pixels: array<u32>;
@group(0) @binding(1) var<storage, read_write> bins: array<atomic<u32>, 256>;

var<workgroup> local_bins: array<atomic<u32>, 256>;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
    atomicStore(&local_bins[lane], 0u);
    workgroupBarrier();
    if (id.x < arrayLength(&pixels)) {
        atomicAdd(&local_bins[pixels[id.x] & 0xffu], 1u);
    }
    workgroupBarrier();
    let count = atomicLoad(&local_bins[lane]);
    if (count > 0u) {
        atomicAdd(&bins[lane], count);
    }
}
