// Bytes of packed words to floats: word i / 4, byte i % 4. 64 invocations are 16 whole words.
@group(0) @binding(0) var<storage, read> packed: array<u32>;
@group(0) @binding(1) var<storage, read_write> floats: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let i = id.x;
    if (i >= arrayLength(&floats)) {
        return;
    }
    let byte = (packed[i / 4u] >> ((i % 4u) * 8u)) & 0xffu;
    floats[i] = f32(byte) / 255.0;
}
