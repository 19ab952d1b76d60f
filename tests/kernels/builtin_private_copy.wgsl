// Builtins are stored in private globals and read by helpers from there.
@group(0) @binding(0) var<storage, read_write> dst: array<u32>;
var<private> here: vec3<u32>;
var<private> whole: vec3<u32>;

fn linear() -> u32 {
    return here.x + here.y * whole.x;
}

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    here = id;
    whole = groups * vec3<u32>(16u, 1u, 1u);
    dst[linear()] = here.x * whole.x + whole.y;
}
