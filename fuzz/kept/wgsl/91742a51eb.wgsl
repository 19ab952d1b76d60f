// atomicMin and atomicMax on unsigned integers in two bindings.
@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> low: atomic<u32>;
@group(0) @binding(4) var<storage, read_write> high: array<atomic<u32>, 3>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x < arrayLength(&src)) {
        atomicMin(&low, src[id.x]);
        atomicMax(&high[id.x % 2u], src[id.x]);
    }
}
