// Bits that all values have, and a checksum: one binding of each operation.
@group(0) @binding(0) var<storage, read> values: array<u32>;
@group(0) @binding(1) var<storage, read_write> common_bits: atomic<u32>;
@group(0) @binding(2) var<storage, read_write> parity: atomic<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x < arrayLength(&values)) {
        atomicAnd(&common_bits, values[id.x]);
        atomicXor(&parity, values[id.x]);
    }
}
