// atomicMin on signed integers.
@group(0) @binding(0) var<storage, read> src: array<i32>;
@group(0) @binding(1) var<storage, read_write> lows: array<atomic<i32>>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x < arrayLength(&src)) {
        atomicMin(&lows[id.x % 5u], src[id.x]);
    }
}
