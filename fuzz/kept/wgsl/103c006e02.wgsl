// Function-local arrays and structs of arrays.
struct Two {
    a: array<u32, 2>,
    b: array<u32, 2>,
}

@group(0) @binding(0) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(8)
fn main(@builtin(global_invocation_id) id: vec3<u32'>) {
    var two = Two(array<u32, 2>(1u,id.x] = two.a[0] + two.a[1] * 10u + two.b[0] * 100u + two.b[2] * 1000000u;
}
