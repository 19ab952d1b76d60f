// Function-local arrays and structs of arrays.
struct Two {
    a: array<u32, 2>,
    b: array<u32, 2>,
}

@group(0) @binding(0) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    var two = Two(array<u32, 2>(1u, 2u), array<u32, 2>(3u, 4u));
    var cells: array<u32, 3>;
    let k = id.x % 5u;
    two.a[k] = 9u;
    cells[k] = two.b[k] + 5u;
    cells[k - 1u] = two.a[k + 1u] + 6u;
    dst[id.x] = two.a[0] + two.a[1] * 10u + two.b[0] * 100u + two.b[1] * 1000u
        + cells[0] * 10000u + cells[1] * 100000u + cells[2] * 1000000u;
}
