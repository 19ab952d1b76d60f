// One step of a bitonic sort with the partner at i ^ j: within a block of 2 j, so chunks are whole blocks.
@group(0) @binding(0) var<storage, read_write> data: array<u32>;
@group(0) @binding(1) var<uniform> step: vec2<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let i = id.x;
    let partner = i ^ step.x;
    if (partner > i) {
        let a = data[i];
        let b = data[partner];
        if (((i & step.y) == 0u) == (a > b)) {
            data[i] = b;
            data[partner] = a;
        }
    }
}
