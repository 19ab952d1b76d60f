// Takes the least label of the neighbours, by atomics in place: labels are read while others lower them.
@group(0) @binding(0) var<storage, read> mask: array<u32>;
@group(0) @binding(1) var<storage, read_write> labels: array<atomic<u32>>;
@group(0) @binding(2) var<uniform> width: u32;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let i = id.x;
    if (i < width || i + width >= arrayLength(&mask) || mask[i] == 0u) {
        return;
    }
    let above = atomicLoad(&labels[i - width]); // refused: labels
    let below = atomicLoad(&labels[i + width]); // refused: labels
    atomicMin(&labels[i], min(above, below)); // refused: labels
}
