// The mean of three neighbours, interior only: windows reach one element over each end.
@group(0) @binding(0) var<storage, read> u: array<f32>;
@group(0) @binding(1) var<storage, read_write> v: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let i = id.x;
    let n = arrayLength(&u);
    if (i == 0u || i >= n - 1u) {
        return;
    }
    v[i] = (u[i - 1u] + u[i] + u[i + 1u]) / 3.0;
}
