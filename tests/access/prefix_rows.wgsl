// Running sums along each row, in place.
@group(0) @binding(0) var<storage, read_write> table: array<u32>;
@group(0) @binding(1) var<uniform> size: vec2<u32>;

@compute @workgroup_size(8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= size.y) {
        return;
    }
    let first = id.x * size.x;
    for (var x = 1u; x < size.x; x++) {
        table[first + x] += table[first + x - 1u];
    }
}
