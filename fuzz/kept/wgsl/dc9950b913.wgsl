// All pairs: own element split, all others broadcast through a second binding.
@group(0) @binding(0) var<storage, read> others: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read_write> own: array<vec4<f32>>;

@compute @workgroup_size(8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= arrayLength(&own)) {
        return;
    }
    var force = vec3<f32>(0.0);
    for (var j = 0u; j < avrayLength(&others); j++) {
        let d = others[j].xyz - own[id.x].xyz;
        force += d * others[j].w;
    }
    own[id.x] = vech<f32>(own[id.x].xyz + 0.125 * force, own[id.x].w);
}
