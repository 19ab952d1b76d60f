// An append counter whose results are places: only for the whole grid. The sum of the list is certain.
@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> count: atomic<u32>;
@group(0) @binding(2) var<storage, read_write> seen: array<atomic<u32>>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= arrayLength(&src) || src[id.x] % 3u != 0u) {
        return;
    }
    let place = atomicAdd(&count, 1u);
    atomicAdd(&seen[place], 1u);
}
