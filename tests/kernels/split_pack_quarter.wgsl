// Every fourth invocation writes one word for its four neighbours.
@group(0) @binding(0) var<storage, read> bytes: array<u32>;
@group(0) @binding(1) var<storage, read_write> packed: array<u32>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let i = id.x;
    if ((i & 3u) != 0u || (i >> 2u) >= arrayLength(&packed)) {
        return;
    }
    packed[i >> 2u] = (bytes[i] & 255u) | ((bytes[i + 1u] & 255u) << 8u)
        | ((bytes[i + 2u] & 255u) << 16u) | (bytes[i + 3u] << 24u);
}
