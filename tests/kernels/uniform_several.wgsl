// Several uniforms of scalar and vector types.
@group(0) @binding(0) var<uniform> count: u32;
@group(0) @binding(1) var<uniform> bias: i32;
@group(0) @binding(2) var<uniform> axes: vec3<i32>;
@group(0) @binding(3) var<storage, read_write> dst: array<i32>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= count) {
        return;
    }
    dst[id.x] = i32(id.x) * axes.y + bias - axes[id.x % 3u];
}
