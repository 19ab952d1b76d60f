// The least and the largest value, in a binding each; the largest of floats through their bits.
@group(0) @binding(0) var<storage, read> values: array<i32>;
@group(0) @binding(1) var<storage, read> weights: array<f32>;
@group(0) @binding(2) var<storage, read_write> least: atomic<i32>;
@group(0) @binding(3) var<storage, read_write> largest: array<atomic<i32>>;
@group(0) @binding(4) var<storage, read_write> heaviest: array<atomic<u32>, 1>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= arrayLength(&values)) {
        return;
    }
    atomicMin(&least, values[id.x]);
    atomicMax(&largest[0], values[id.x]);
    atomicMax(&heaviest[0], bitcast<u32>(abs(weights[id.x])));
}
