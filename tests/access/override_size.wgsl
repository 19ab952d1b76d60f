// Workgroup size, pitch and a switch are overrides. In place it reads what a neighbour writes, else not.
override WX: u32 = 64;
override IN_PLACE: bool = false;
@id(3) override PITCH: u32;
@group(0) @binding(0) var<storage, read> src: array<f32>;
@group(0) @binding(1) var<storage, read_write> dst: array<f32>;

@compute @workgroup_size(WX)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    for (var x = 0u; x < PITCH; x++) {
        let at = id.x * PITCH + x;
        if (IN_PLACE) {
            dst[at] = dst[at + PITCH]; // refused: dst
        } else {
            dst[at] = src[at];
        }
    }
}
