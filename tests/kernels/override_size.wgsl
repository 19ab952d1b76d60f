// Workgroup size from two overrides, one of them with an id.
@id(7) override WX: u32 = 64u;
override WY: u32 = 1u;
@group(0) @binding(0) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(WX, WY)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let width = groups.x * WX;
    dst[id.y * width + id.x] = id.x * 1000u + id.y * 10u + WY;
}
