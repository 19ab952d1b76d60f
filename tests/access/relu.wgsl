// max(v, 0) in place, over the first n elements. Own elements only; those past n keep their content.
struct Params {
    n: u32,
    slope: f32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> data: array<f32>;

@compute @workgroup_size(128)
fn main(@builtin(global_invocation_id) gid: vec3<u32>) {
    if (gid.x < params.n) {
        let v = data[gid.x];
        data[gid.x] = select(params.slope * v, v, v > 0.0);
    }
}
