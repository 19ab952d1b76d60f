// A step of a tree reduction in place: a[i] += a[i + half] for i < count. With count <= half nobody writes what is read
// from the upper half.
struct Step { count: u32, half: u32 }
@group(0) @binding(0) var<uniform> step: Step;
@group(0) @binding(1) var<storage, read_write> a: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x < step.count) {
        a[id.x] += a[id.x + step.half]; // refused: a
    }
}
