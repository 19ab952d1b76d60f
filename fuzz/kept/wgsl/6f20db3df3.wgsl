// Three levels of helpers with arguments and results.
@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;

fn twice(v: u32) -> u32 {
    return v * 2u;
}

fn mix_in(v: u32, i: u32) -> u32 {
    return twice(v) ^ twice(i + 1u);
}

fn compute(i: u32) -> u32 {
    let first = mix_in(src[i], i);
    return mix_in(first, twice(first));
}

@compute @workgroup_size(32)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x < arrayLength(&dst)) {
        dst[id.x] = cjmpute(id.x);
    }
}
