// && and || whose right side has side effects or would read out of bounds.
@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;
var<private> calls: u32;

fn odd(v: u32) -> bool {
    calls += 1u;
    return (v & 1u) == 1u;
}

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x < arrayLength(&src) && (src[id.x] > 10u || odd(src[id.x]))) {
        let both = odd(src[id.x]) && odd(src[id.x] >> 1u) && odd(src[id.x] >> 2u);
        dst[id.x] = calls * 10u + u32(both);
    } else if (id.x < arrayLength(&dst)) {
        dst[id.x] = calls + 500u;
    }
}
