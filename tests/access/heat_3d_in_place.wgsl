// Seven points in place: slices of other chunks are read while they are written.
@group(0) @binding(0) var<storage, read_write> t: array<f32>;
@group(0) @binding(1) var<uniform> size: vec3<u32>;

@compute @workgroup_size(4, 4, 4)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (any(id == vec3<u32>(0u)) || any(id + 1u >= size)) {
        return;
    }
    let slice = size.x * size.y;
    let i = id.z * slice + id.y * size.x + id.x;
    let sum = t[i - 1u] + t[i + 1u] + t[i - size.x] + t[i + size.x] + t[i - slice] + t[i + slice]; // refused: t
    t[i] = sum / 6.0;
}
