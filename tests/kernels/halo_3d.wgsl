// A seven-point stencil along z, with slices as neighbours.
const N: u32 = 6u;
@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;

fn slot(x: u32, y: u32, z: u32) -> u32 {
    return (z * N + y) * N + x;
}

@compute @workgroup_size(3, 3, 2)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let depth = arrayLength(&src) / (N * N);
    if (id.z >= depth) {
        return;
    }
    let left = select(id.x - 1u, N - 1u, id.x == 0u);
    let up = (id.y + 1u) % N;
    let front = max(id.z, 1u) - 1u;
    let back = min(id.z + 1u, depth - 1u);
    dst[slot(id.x, id.y, id.z)] = src[slot(left, id.y, id.z)] + src[slot(id.x, up, id.z)]
        + 3u * src[slot(id.x, id.y, front)] + 5u * src[slot(id.x, id.y, back)];
}
