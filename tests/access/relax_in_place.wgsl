// The same on one array: distances are read while others lower them.
struct Edge { tail: u32, head: u32, weight: u32 }
@group(0) @binding(0) var<storage, read> edges: array<Edge>;
@group(0) @binding(1) var<storage, read_write> distances: array<atomic<u32>>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= arrayLength(&edges)) {
        return;
    }
    let reached = atomicLoad(&distances[edges[id.x].tail]) + edges[id.x].weight; // refused: distances
    atomicMin(&distances[edges[id.x].head], reached); // refused: distances
}
