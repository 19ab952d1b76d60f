// A pointer to a dynamically chosen element of a local array as argument.
@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;

fn bump(p: ptr<function, u32>) {
    *p = *p * 3u + 1u;
}

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    var a = array<u32, 4>(1u, 2u, 3u, 4u);
    let k = src[id.x] & 3u;
    bump(&a[k]);
    bump(&a[3u - k]);
    dst[id.x] = a[0] + a[1] * 100u + a[2] * 10000u + a[3] * 1000000u;
}
