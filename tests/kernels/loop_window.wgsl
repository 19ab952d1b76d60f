// A loop whose bounds are uniforms reads a window around the own element.
struct Reach {
    before: u32,
    after: u32,
}

@group(0) @binding(0) var<uniform> reach: Reach;
@group(0) @binding(1) var<storage, read> src: array<u32>;
@group(0) @binding(2) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let n = arrayLength(&src);
    if (id.x >= n) {
        return;
    }
    let first = id.x - min(reach.before, id.x);
    let last = min(id.x + reach.after, n - 1u);
    var sum = 0u;
    for (var i = first; i <= last; i++) {
        sum += src[i] * (1u + i - first);
    }
    dst[id.x] = sum;
}
