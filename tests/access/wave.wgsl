// Leapfrog wave equation over three arrays: only the middle one is read with its neighbours.
struct Wave { w: u32, h: u32, c2: f32 }
@group(0) @binding(0) var<uniform> wave: Wave;
@group(0) @binding(1) var<storage, read> before: array<f32>;
@group(0) @binding(2) var<storage, read> now: array<f32>;
@group(0) @binding(3) var<storage, read_write> after: array<f32>;

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x == 0u || id.x >= wave.w - 1u || id.y == 0u || id.y >= wave.h - 1u) {
        return;
    }
    let i = id.y * wave.w + id.x;
    let laplacian = now[i - 1u] + now[i + 1u] + now[i - wave.w] + now[i + wave.w] - 4.0 * now[i];
    after[i] = 2.0 * now[i] - before[i] + wave.c2 * laplacian;
}
