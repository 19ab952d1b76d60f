// A pull step over a graph: own range of edges, ranks of whoever they come from.
@group(0) @binding(0) var<storage, read> offsets: array<u32>;
@group(0) @binding(1) var<storage, read> sources: array<u32>;
@group(0) @binding(2) var<storage, read> ranks: array<f32>;
@group(0) @binding(3) var<storage, read> degrees: array<u32>;
@group(0) @binding(4) var<storage, read_write> next: array<f32>;
@group(0) @binding(5) var<uniform> damping: f32;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let n = arrayLength(&ranks);
    if (id.x >= n) {
        return;
    }
    var sum = 0.0;
    let end = offsets[id.x + 1u];
    for (var e = offsets[id.x]; e < end; e += 1u) {
        let s = sources[e];
        sum += ranks[s] / f32(degrees[s]);
    }
    next[id.x] = (1.0 - damping) / f32(n) + damping * sum;
}
