// A histogram without atomics: wrong on one device already, and not to be split.
@group(0) @binding(0) var<storage, read> values: array<u32>;
@group(0) @binding(1) var<storage, read_write> bins: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x < arrayLength(&values)) {
        bins[values[id.x] & 63u] += 1u; // refused: bins
    }
}
