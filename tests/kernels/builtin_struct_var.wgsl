// The struct of builtins is copied into a variable, changed there and returned by a helper.
struct Input {
    @builtin(global_invocation_id) id: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
}

@group(0) @binding(0) var<storage, read_write> dst: array<u32>;

fn moved(in: Input) -> Input {
    var copy = in;
    copy.id.y += 5u;
    copy.groups = copy.groups.zyx;
    return copy;
}

@compute @workgroup_size(16)
fn main(in: Input) {
    var now = in;
    now = moved(now);
    dst[now.id.x] = now.id.y * 1000u + now.groups.z * 10u + now.groups.x + in.id.y;
}
