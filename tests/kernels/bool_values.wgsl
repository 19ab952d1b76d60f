// Booleans: vectors of them, private arrays, any, all, select.
@group(0) @binding(0) var<storage, read> src: array<vec2<u32>>;
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;
var<private> seen: array<bool, 4>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let v = src[id.x];
    seen[v.x & 3u] = true;
    seen[v.y & 3u] = !seen[v.y & 3u];
    let odd = (v & vec2<u32>(1u)) == vec2<u32>(1u);
    var bits = select(0u, 16u, any(odd)) + select(0u, 32u, all(odd));
    for (var k = 0u; k < 4u; k++) {
        bits |= u32(seen[k]) << k;
    }
    dst[id.x] = bits + select(vec2<u32>(100u), vec2<u32>(200u), odd).y;
}
