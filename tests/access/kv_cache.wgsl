// Appends the keys of new tokens to a cache, at a position that the host knows.
struct Cache { position: u32, tokens: u32, dim: u32 }
@group(0) @binding(0) var<uniform> cache: Cache;
@group(0) @binding(1) var<storage, read> fresh: array<f32>;
@group(0) @binding(2) var<storage, read_write> keys: array<f32>;

@compute @workgroup_size(8, 4)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= cache.dim || id.y >= cache.tokens) {
        return;
    }
    keys[(cache.position + id.y) * cache.dim + id.x] = fresh[id.y * cache.dim + id.x];
}
