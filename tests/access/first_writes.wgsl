// Invocation 0 alone writes a total. Only the chunk that holds it does, so it can be split in truth, by the condition alone.
@group(0) @binding(0) var<storage, read> src: array<f32>;
@group(0) @binding(1) var<storage, read_write> dst: array<f32>;
@group(0) @binding(2) var<storage, read_write> info: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x < arrayLength(&src)) {
        dst[id.x] = log(src[id.x]);
    }
    if (id.x == 0u) {
        info[0] = arrayLength(&src);
    }
}
