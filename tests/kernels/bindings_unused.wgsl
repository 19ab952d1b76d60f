// Globals that the entry point does not use, one with a number in use.
@group(0) @binding(0) var<storage, read> ghost: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;
@group(2) @binding(0) var<uniform> nothing: vec4<f32>;
var<workgroup> idle: array<u32, 64>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    dst[id.x] = id.x + 1u;
}
