// Cells with an array of directions inside: own cell in, own cell out, and the neighbours' opposite directions.
struct Cell {
    f: array<f32, 3>,
    solid: u32,
}
@group(0) @binding(0) var<storage, read> old: array<Cell>;
@group(0) @binding(1) var<storage, read_write> fresh: array<Cell>;

@compute @workgroup_size(64)
fn stream(@builtin(global_invocation_id) id: vec3<u32>) {
    let n = arrayLength(&old);
    let i = id.x;
    if (i >= n) {
        return;
    }
    var cell = old[i];
    if (i > 0u && old[i - 1u].solid == 0u) {
        cell.f[1] = old[i - 1u].f[1];
    }
    if (i < n - 1u && old[i + 1u].solid == 0u) {
        cell.f[2] = old[i + 1u].f[2];
    }
    fresh[i] = cell;
}
