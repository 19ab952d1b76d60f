// Gravity: all positions are read, own velocity and new position written, in buffers of their own.
struct Params { dt: f32, softening: f32 }
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> position: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read_write> velocity: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read_write> position_next: array<vec4<f32>>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let n = arrayLength(&position);
    if (id.x >= n) {
        return;
    }
    let own = position[id.x];
    var acceleration = vec3<f32>(0.0);
    for (var j = 0u; j < n; j++) {
        let other = position[j];
        let d = other.xyz - own.xyz;
        let r2 = dot(d, d) + params.softening;
        acceleration += d * (other.w * inverseSqrt(r2) / r2);
    }
    let v = velocity[id.x].xyz + acceleration * params.dt;
    velocity[id.x] = vec4<f32>(v, 0.0);
    position_next[id.x] = vec4<f32>(own.xyz + v * params.dt, own.w);
}
