// Relaxes the edges of a graph from one array of distances to another: a minimum.
struct Edge { tail: u32, head: u32, weight: u32 }
@group(0) @binding(0) var<storage, read> edges: array<Edge>;
@group(0) @binding(1) var<storage, read> distances: array<u32>;
@group(0) @binding(2) var<storage, read_write> next: array<atomic<u32>>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= arrayLength(&edges)) {
        return;
    }
    let edge = edges[id.x];
    let reached = distances[edge.tail] + edge.weight;
    atomicMin(&next[edge.head], reached);
}
