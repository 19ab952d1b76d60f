// out[n - 1 - i] = in[i]: a negative stride, the windows of the chunks come in reversed order.
@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;
@group(0) @binding(2) var<uniform> n: u32;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= n) {
        return;
    }
    dst[n - 1u - id.x] = src[id.x];
}
