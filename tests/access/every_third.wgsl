// Writes each third element; the others keep their content, which is not this kernel's.
@group(0) @binding(0) var<storage, read> level: array<f32>;
@group(0) @binding(1) var<storage, read_write> interleaved: array<f32>;

@compute @workgroup_size(32)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let i = id.x;
    if (i >= arrayLength(&level)) { return; }
    interleaved[i * 3u + 1u] = level[i];
}
