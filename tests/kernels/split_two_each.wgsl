// Each invocation reads and writes two neighbouring elements.
@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let i = id.x * 2u;
    if (i + 1u >= arrayLength(&dst)) {
        return;
    }
    dst[i] = src[i + 1u];
    dst[i + 1u] = src[i];
}
