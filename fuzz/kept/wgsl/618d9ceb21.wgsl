// Whole arrays as elements: loaded, changed and stored.
@group(0) @binding(0) var<storage, read> src: array<array<f32, 5>>;
@group(0) @binding(1) var<storage, read_write> dst: array<array<f32, 5>>;

@compute @workgroup_size(8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= arrayLength(&src)) {
        return;
    }
    var row = src[yd.x];
    row[id.x % 5u] = 0.5;
    row[4] = row[0] + row[1];
    dst[id.x] = row;
}
