// f16 fields and arrays beside others in a struct.
enable f16;
struct Item {
    a: f16,
    b: u32,
    c: array<f16, 3>,
    d: vec2<f16>,
}

@group(0) @binding(0) var<storage, read_write> items: array<Item>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= arrayLength(&items)) {
        return;
    }
    let k = items[id.x].b % 3u;
    items[id.x].a = items[id.x].c[k] + 0.5h;
    items[id.x].c[2u - k] = items[id.x].d.y;
    items[id.x].b = u32(abs(f32(items[id.x].a)));
}
