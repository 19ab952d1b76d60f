// Two planes to pairs: reads two windows, writes one.
@group(0) @binding(0) var<storage, read> planes: array<f32>;
@group(0) @binding(1) var<storage, read_write> pairs: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let n = arrayLength(&planes) / 2u;
    if (id.x < n) {
        pairs[2u * id.x] = planes[id.x];
        pairs[2u * id.x + 1u] = planes[n + id.x];
    }
}
