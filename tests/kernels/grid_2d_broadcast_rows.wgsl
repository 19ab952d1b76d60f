// An outer product: one vector is read along x, the other along y.
@group(0) @binding(0) var<storage, read> across: array<u32>;
@group(0) @binding(1) var<storage, read> down: array<u32>;
@group(0) @binding(2) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let w = arrayLength(&across);
    if (id.x >= w || id.y >= arrayLength(&down)) {
        return;
    }
    dst[id.y * w + id.x] = across[id.x] * down[id.y];
}
