// Whole structs in workgroup memory, moved to the neighbour.
struct Particle {
    at: vec3<f32>,
    id: u32,
    tags: array<u32, 2>,
}

var<workgroup> shared_ones: array<Particle, 8>;
@group(0) @binding(0) var<storage, read_write> dst: array<Particle>;

@compute @workgroup_size(8)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_index) k: u32) {
    if (id.x < arrayLength(&dst)) {
        shared_ones[k] = dst[id.x];
        shared_ones[k].tags[k & 1u] = k;
    }
    workgroupBarrier();
    if (id.x < arrayLength(&dst)) {
        var p = shared_ones[(k + 1u) & 7u];
        p.id += id.x;
        dst[id.x] = p;
    }
}
