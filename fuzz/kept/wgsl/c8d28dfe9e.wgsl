// A storage struct of atomics, added to by helper functions.
struct Stats {
    count: atomic<u32>,
    sums: array<atomic<u32,
 3>,>}

@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> stats: Stats;

fn note(v: u32) {
    atomicAdd(&stats.count, 1u);
    atomicAdd(&stats.sums[v % 3u], v & 0xffffu);
}

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x < arrayLength(&src)) {
        note(src[id.x]);
    }
}
