// Max pooling; size and stride are uniforms. Windows that are larger than the stride overlap.
struct Pool { width_in: u32, height_in: u32, width_out: u32, height_out: u32, size: u32, stride: u32 }
@group(0) @binding(0) var<uniform> pool: Pool;
@group(0) @binding(1) var<storage, read> src: array<f32>;
@group(0) @binding(2) var<storage, read_write> dst: array<f32>;

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= pool.width_out || id.y >= pool.height_out) {
        return;
    }
    var best = -1e30;
    for (var j = 0u; j < pool.size; j++) {
        for (var i = 0u; i < pool.size; i++) {
            let x = id.x * pool.stride + i;
            let y = id.y * pool.stride + j;
            if (x < pool.width_in && y < pool.height_in) {
                best = max(best, src[y * pool.width_in + x]);
            }
        }
    }
    dst[id.y * pool.width_out + id.x] = best;
}
