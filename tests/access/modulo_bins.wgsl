// Adds into `id % bins` plainly: whether two chunks meet depends on how many bins there are.
struct Params { n: u32, bins: u32 }
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> values: array<f32>;
@group(0) @binding(2) var<storage, read_write> sums: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x < params.n) {
        sums[id.x % params.bins] += values[id.x]; // refused: sums
    }
}
