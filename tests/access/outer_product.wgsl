// out[r][c] = a[r] * b[c].
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read> b: array<f32>;
@group(0) @binding(2) var<storage, read_write> out: array<f32>;

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= arrayLength(&b) || id.y >= arrayLength(&a)) {
        return;
    }
    out[id.y * arrayLength(&b) + id.x] = a[id.y] * b[id.x];
}
