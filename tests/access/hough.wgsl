// Votes for lines through edge pixels: tables of angles go to all, votes are sums.
struct Size { w: u32, h: u32, angles: u32, distances: u32 }
@group(0) @binding(0) var<uniform> size: Size;
@group(0) @binding(1) var<storage, read> edges: array<u32>;
@group(0) @binding(2) var<storage, read> directions: array<vec2<f32>>;
@group(0) @binding(3) var<storage, read_write> votes: array<atomic<u32>>;

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= size.w || id.y >= size.h || edges[id.y * size.w + id.x] == 0u) {
        return;
    }
    for (var a = 0u; a < size.angles; a++) {
        let r = dot(vec2<f32>(id.xy), directions[a]);
        let bin = u32(clamp(r, 0.0, f32(size.distances - 1u)));
        atomicAdd(&votes[a * size.distances + bin], 1u);
    }
}
