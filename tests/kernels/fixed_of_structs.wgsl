// A fixed-size array of structs in storage.
struct Entry {
    a: u32,
    b: vec3<u32>,
}

@group(0) @binding(0) var<storage, read_write> entries: array<Entry, 61>;

@compute @workgroup_size(8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= 61u) {
        return;
    }
    let e = entries[id.x];
    entries[id.x].a = e.b.x + e.b.y;
    entries[id.x].b.z = e.a;
}
