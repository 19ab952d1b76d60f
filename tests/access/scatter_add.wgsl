// Adds to destinations that data names, by atomics: a sum.
@group(0) @binding(0) var<storage, read> targets: array<u32>;
@group(0) @binding(1) var<storage, read> amounts: array<i32>;
@group(0) @binding(2) var<storage, read_write> totals: array<atomic<i32>>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x < arrayLength(&targets)) {
        atomicAdd(&totals[targets[id.x]], amounts[id.x]);
    }
}
