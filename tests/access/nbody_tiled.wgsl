// The same force by tiles of positions in workgroup memory.
@group(0) @binding(0) var<storage, read> bodies: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read_write> forces: array<vec3<f32>>;

var<workgroup> tile: array<vec4<f32>, 64>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_id) lid: vec3<u32>) {
    let n = arrayLength(&bodies);
    let own = bodies[id.x];
    var force = vec3<f32>(0.0);
    for (var start = 0u; start < n; start += 64u) {
        if (start + lid.x < n) {
            tile[lid.x] = bodies[start + lid.x];
        } else {
            tile[lid.x] = vec4<f32>(0.0);
        }
        workgroupBarrier();
        for (var k = 0u; k < 64u; k++) {
            let d = tile[k].xyz - own.xyz;
            let r2 = dot(d, d) + 1e-4;
            force += d * (tile[k].w * inverseSqrt(r2 * r2 * r2));
        }
        workgroupBarrier();
    }
    if (id.x < n) {
        forces[id.x] = force;
    }
}
