// A ring of 2^k cells: the neighbour is found with a mask, so the last cell reads the first.
@group(0) @binding(0) var<storage, read> cells: array<u32>;
@group(0) @binding(1) var<storage, read_write> next: array<u32>;

@compute @workgroup_size(64)
fn rule_110(@builtin(global_invocation_id) id: vec3<u32>) {
    let n = arrayLength(&cells);
    if (id.x >= n) {
        return;
    }
    let left = cells[(id.x - 1u) & (n - 1u)];
    let right = cells[(id.x + 1u) & (n - 1u)];
    next[id.x] = (110u >> ((left << 2u) | (cells[id.x] << 1u) | right)) & 1u;
}
