// Structs by value into and out of helpers.
struct Pair {
    low: u32,
    high: i32,
}

@group(0) @binding(0) var<storage, read> src: array<Pair>;
@group(0) @binding(1) var<storage, read_write> dst: array<Pair>;

fn swap(p: Pair) -> Pair {
    return Pair(u32(p.high), i32(p.low));
}

fn add(a: Pair, b: Pair) -> Pair {
    var sum: Pair;
    sum.low = a.low + b.low;
    sum.high = a.high - b.high;
    return sum;
}

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x < arrayLength(&src)) {
        dst[id.x] = add(src[id.x], swap(src[id.x]));
    }
}
