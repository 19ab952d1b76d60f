// A fixed-size table is loaded whole into a variable, then indexed.
@group(0) @binding(0) var<storage, read> lut: array<u32, 8>;
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    var table = lut;
    table[3] = 1u;
    let again = lut;
    dst[id.x] = table[id.x % 8u] + again[(id.x + 1u) % 8u] * 10u;
}
