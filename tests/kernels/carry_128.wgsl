// Numbers of several words added with carries.
@group(0) @binding(0) var<storage, read> a: array<array<u32, 4>>;
@group(0) @binding(1) var<storage, read> b: array<array<u32, 4>>;
@group(0) @binding(2) var<storage, read_write> c: array<array<u32, 4>>;

@compute @workgroup_size(8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= arrayLength(&c)) {
        return;
    }
    var carry = 0u;
    for (var k = 0u; k < 4u; k++) {
        let s = a[id.x][k] + b[id.x][k];
        let t = s + carry;
        carry = u32(s < a[id.x][k]) + u32(t < s);
        c[id.x][k] = t;
    }
}
