// A module with stages of all kinds, three compute entry points, and two buffers declared for one binding number.
struct Params { n: u32, value: u32 }
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> target_buffer: array<u32>;
@group(0) @binding(1) var<storage, read> points: array<vec4<f32>>;
@group(2) @binding(5) var<storage, read_write> total: array<u32>;

@compute @workgroup_size(64)
fn clear(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x < params.n) {
        target_buffer[id.x] = params.value;
    }
}

@compute @workgroup_size(64)
fn sum_up(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x < params.n) {
        total[0] += target_buffer[id.x]; // refused: total
    }
}

@compute @workgroup_size(32)
fn spread(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x < arrayLength(&points)) {
        total[id.x] = u32(points[id.x].w);
    }
}

@vertex
fn vertex(@builtin(vertex_index) i: u32) -> @builtin(position) vec4<f32> {
    return points[i];
}

@fragment
fn fragment() -> @location(0) vec4<f32> {
    return vec4<f32>(1.0);
}
