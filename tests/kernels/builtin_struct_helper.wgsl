// The struct of builtins is passed whole to a helper.
struct Input {
    @builtin(global_invocation_id) id: vec3<u32>,
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
}

@group(0) @binding(0) var<storage, read_write> dst: array<u32>;

fn place(in: Input) -> u32 {
    return in.id.x + 0u * in.group.y;
}

fn value(in: Input, scale: u32) -> u32 {
    return in.group.x * scale + in.groups.x;
}

@compute @workgroup_size(8)
fn main(in: Input) {
    let i = place(in);
    if (i < arrayLength(&dst)) {
        dst[i] = value(in, 31u);
    }
}
