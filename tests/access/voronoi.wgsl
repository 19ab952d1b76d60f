// The nearest of all seeds for each pixel.
@group(0) @binding(0) var<storage, read> seeds: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read_write> owner: array<u32>;
@group(0) @binding(2) var<uniform> size: vec2<u32>;

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (any(id.xy >= size)) {
        return;
    }
    var best = 0u;
    var least = 1e30;
    for (var s = 0u; s < arrayLength(&seeds); s++) {
        let d = distance(seeds[s], vec2<f32>(id.xy));
        if (d < least) {
            least = d;
            best = s;
        }
    }
    owner[id.y * size.x + id.x] = best;
}
