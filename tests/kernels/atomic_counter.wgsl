// A single counter beside a split output.
@group(0) @binding(0) var<storage, read> src: array<i32>;
@group(0) @binding(1) var<storage, read_write> negative: atomic<i32>;
@group(0) @binding(2) var<storage, read_write> dst: array<i32>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= arrayLength(&src)) {
        return;
    }
    let v = src[id.x];
    if (v < 0) {
        atomicAdd(&negative, -1);
    }
    dst[id.x] = abs(v);
}
