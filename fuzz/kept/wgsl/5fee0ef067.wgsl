// Atomics inside a loop, their operand computed there.
@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> bits: array<atomic<u32>>;

@compute @workgroup_size(48)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= arrayLength(&src)) {
        return;
    }
    for (var k = 0u; k < 32u; k++) {
        let bit = (src[id.x] >> k) & 1u;
        if (bit == 1u) {
            atomicAdd(&bits[k], id.x + k);
        }
    }
}
