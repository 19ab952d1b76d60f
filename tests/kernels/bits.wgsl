// Bit counting and bit fields.
@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> dst: array<array<u32, 8>>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= arrayLength(&src)) {
        return;
    }
    let v = src[id.x];
    dst[id.x][0] = countOneBits(v);
    dst[id.x][1] = reverseBits(v);
    dst[id.x][2] = firstLeadingBit(v);
    dst[id.x][3] = firstTrailingBit(v);
    dst[id.x][4] = extractBits(v, 3u, 7u);
    dst[id.x][5] = insertBits(v, id.x, 4u, 9u);
    dst[id.x][6] = countLeadingZeros(v);
    dst[id.x][7] = countTrailingZeros(v) + u32(extractBits(bitcast<i32>(v), 28u, 4u));
}
