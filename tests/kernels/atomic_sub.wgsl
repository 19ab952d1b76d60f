// atomicSub beside atomicAdd on the same binding: both are sums.
@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> totals: array<atomic<u32>>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= arrayLength(&src)) {
        return;
    }
    if ((src[id.x] & 1u) == 0u) {
        atomicSub(&totals[id.x % 4u], src[id.x]);
    } else {
        atomicAdd(&totals[id.x % 4u], 7u);
    }
}
