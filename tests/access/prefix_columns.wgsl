// Running sums down each column, in place. A column is its invocation's own, but the columns of chunks are interleaved.
@group(0) @binding(0) var<storage, read_write> table: array<u32>;
@group(0) @binding(1) var<uniform> size: vec2<u32>;

@compute @workgroup_size(8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let x = id.x;
    if (x >= size.x) {
        return;
    }
    for (var y = 1u; y < size.y; y++) {
        table[y * size.x + x] += table[(y - 1u) * size.x + x];
    }
}
