// A data-dependent gather from a table that is read whole.
@group(0) @binding(0) var<storage, read> indices: array<u32>;
@group(0) @binding(1) var<storage, read> table: array<vec2<i32>>;
@group(0) @binding(2) var<storage, read_write> dst: array<vec2<i32>>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x < arrayLength(&indices)) {
        dst[id.x] = table[indices[id.x] % arrayLength(&table)].yx;
    }
}
