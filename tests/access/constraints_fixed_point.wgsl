// Adds impulses to both ends of a constraint as fixed-point numbers: atomics, so it is a sum.
struct Constraint { a: u32, b: u32 }
@group(0) @binding(0) var<storage, read> constraints: array<Constraint>;
@group(0) @binding(1) var<storage, read> positions: array<f32>;
@group(0) @binding(2) var<storage, read_write> impulses: array<atomic<i32>>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= arrayLength(&constraints)) {
        return;
    }
    let c = constraints[id.x];
    let impulse = i32((positions[c.b] - positions[c.a]) * 65536.0);
    atomicAdd(&impulses[c.a], impulse);
    atomicSub(&impulses[c.b], impulse);
}
