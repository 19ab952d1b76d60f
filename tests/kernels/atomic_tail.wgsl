// A header read plainly, a tail of atomics added to.
struct Bins {
    n: u32,
    width: u32,
    bins: array<atomic<u32>>,
}

@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> out: Bins;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x < arrayLength(&src)) {
        atomicAdd(&out.bins[(src[id.x] / out.width) % out.n], 1u);
    }
}
