// A step of an iteration that raises a flag for the host: all write the one flag. The field itself would split.
@group(0) @binding(0) var<storage, read> old: array<f32>;
@group(0) @binding(1) var<storage, read_write> field: array<f32>;
@group(0) @binding(2) var<storage, read_write> changed: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= arrayLength(&old)) {
        return;
    }
    let v = sqrt(old[id.x]);
    field[id.x] = v;
    if (abs(v - old[id.x]) > 1e-3) {
        changed[0] = 1u; // refused: changed
    }
}
