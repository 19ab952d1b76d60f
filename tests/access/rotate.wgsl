// out[(i + shift) % n]: the wrap-around splits one chunk's window in two. Without a shift the remainder does nothing.
struct Params {
    n: u32,
    shift: u32,
}
@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;
@group(0) @binding(2) var<uniform> params: Params;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= params.n) {
        return;
    }
    dst[(id.x + params.shift) % params.n] = src[id.x]; // refused: dst
}
