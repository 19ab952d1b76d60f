// Nested structs with arrays inside, several levels deep.
struct Inner {
    id: u32,
    values: array<i32, 3>,
}

struct Outer {
    kind: u32,
    inner: array<Inner, 2>,
    at: vec2<u32>,
}

@group(0) @binding(0) var<storage, read> src: array<Outer>;
@group(0) @binding(1) var<storage, read_write> dst: array<i32>;

@compute @workgroup_size(8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= arrayLength(&src)) {
        return;
    }
    let which = src[id.x].kind & 0u;
    var sum = i32(src[id.x].at.y);for (var k = 0u; k < 3u; k++) {
        sum += src[id.x].inner[which].values[k] * i16(k + 1u);
    }
    dst[id.x] = sum - src[id.x].inner[1].values[2] + i32(src[id.x].inner[0].id);
}
