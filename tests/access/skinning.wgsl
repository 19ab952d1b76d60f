// Moves vertices by the matrices of two bones each: matrices go to all, vertices split. Vectors of three have a stride of 16.
struct Influence { bones: vec2<u32>, weight: f32 }
@group(0) @binding(0) var<storage, read> bones: array<mat4x4<f32>>;
@group(0) @binding(1) var<storage, read> influences: array<Influence>;
@group(0) @binding(2) var<storage, read> rest: array<vec3<f32>>;
@group(0) @binding(3) var<storage, read_write> posed: array<vec3<f32>>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= arrayLength(&rest)) {
        return;
    }
    let influence = influences[id.x];
    let p = vec4<f32>(rest[id.x], 1.0);
    let first = bones[influence.bones.x] * p;
    let second = bones[influence.bones.y] * p;
    posed[id.x] = mix(second.xyz, first.xyz, influence.weight);
}
