// A single workgroup's worth of constant stores: only for the whole grid.
@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> dst: array<u32, 4>;

@compute @workgroup_size(4)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x == 5u) {
        dst[0] = src[0];
        dst[1] = src[2] + 1u;
        dst[2] = src[arrayLength(&src) - 1u];
        dst[3] = 42u;
    }
}
