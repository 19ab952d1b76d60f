// Compound assignments and increments out of bounds.
@group(0) @binding(0) var<storage, read_write> a: array<u32>;
@group(0) @binding(1) var<storage, read_write> b: array<vec2<i32>>;

@compute @workgroup_size(8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    a[id.x] += 3u;
    a[id.x + 0x80000000u] *= 2u;
    a[id.x]++;
    b[id.x].x -= 5;
    b[id.x].y--;
    b[id.x] *= vec2<i32>(2, 3);
    b[-1 - i32(id.x)] += vec2<i32>(1, 1);
}
