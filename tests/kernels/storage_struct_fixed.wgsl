// A storage struct without a tail, read as parameters.
struct Params {
    n: u32,
    mul: array<u32, 3>,
    add: vec3<u32>,
}

@group(0) @binding(0) var<storage, read> params: Params;
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x < params.n) {
        dst[id.x] = id.x * params.mul[id.x % 3u] + params.add[id.x % 3u] + params.mul[2];
    }
}
