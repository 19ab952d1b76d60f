// Only writes: every invocation its own index.
@group(0) @binding(0) var<storage, read_write> keys: array<u32>;

@compute @workgroup_size(256)
fn init(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x < arrayLength(&keys)) {
        keys[id.x] = id.x;
    }
}
