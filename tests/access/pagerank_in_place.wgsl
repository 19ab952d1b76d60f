// The same on one array of ranks: they change under the others' eyes.
@group(0) @binding(0) var<storage, read> offsets: array<u32>;
@group(0) @binding(1) var<storage, read> sources: array<u32>;
@group(0) @binding(2) var<storage, read_write> ranks: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x + 1u >= arrayLength(&offsets)) {
        return;
    }
    var sum = 0.0;
    for (var e = offsets[id.x]; e < offsets[id.x + 1u]; e++) {
        sum += ranks[sources[e]]; // refused: ranks
    }
    ranks[id.x] = 0.15 + 0.85 * sum;
}
