// Marks values in a bit set: or-ed by atomics.
@group(0) @binding(0) var<storage, read> values: array<u32>;
@group(0) @binding(1) var<storage, read_write> seen: array<atomic<u32>>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x < arrayLength(&values)) {
        let v = values[id.x];
        atomicOr(&seen[v >> 5u], 1u << (v & 31u));
    }
}
