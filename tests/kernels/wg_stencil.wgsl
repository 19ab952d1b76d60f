// A stencil through workgroup memory with a border of one on each side.
const N: u32 = 16u;
var<workgroup> tile: array<i32, N + 2u>;
@group(0) @binding(0) var<storage, read> src: array<i32>;
@group(0) @binding(1) var<storage, read_write> dst: array<i32>;

@compute @workgroup_size(N)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_index) k: u32) {
    let n = arrayLength(&src);
    if (id.x < n) {
        tile[k + 1u] = src[id.x];
    }
    if (k == 0u && id.x > 0u) {
        tile[0] = src[id.x - 1u];
    }
    if (k == N - 1u && id.x + 1u < n) {
        tile[N + 1u] = src[id.x + 1u];
    }
    workgroupBarrier();
    if (id.x < n) {
        dst[id.x] = 2 * tile[k + 1u] - tile[k] - tile[k + 2u];
    }
}
