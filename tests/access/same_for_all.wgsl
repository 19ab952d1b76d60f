// Every invocation writes the same few elements: a table that is filled once would do.
@group(0) @binding(0) var<storage, read_write> table: array<f32>;

@compute @workgroup_size(16)
fn main(@builtin(local_invocation_id) lid: vec3<u32>, @builtin(workgroup_id) wg: vec3<u32>) {
    let angle = 6.2831853 * f32(lid.x) / 16.0;
    table[lid.x] = sin(angle) + f32(wg.x) * 0.0; // refused: table
}
