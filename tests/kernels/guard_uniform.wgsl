// Guard by a uniform that is smaller than the buffers: the elements behind it stay.
@group(0) @binding(0) var<uniform> n: u32;
@group(0) @binding(1) var<storage, read> src: array<u32>;
@group(0) @binding(2) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x < n) {
        dst[id.x] = src[id.x] * 3u + 1u;
    }
}
