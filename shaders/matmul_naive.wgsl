// matmul_naive: c = a * b, each element of c by itself
//
//   size  uniform     { n, m, k: u32 }
//   a     read        n rows of k elements
//   b     read        k rows of m elements
//   c     read_write  n rows of m elements, all written
//
// Grid: [m, n] invocations; row y of c needs row y of a and the whole of b. For large matrices matmul.wgsl is faster,
// which reads each element of a and b less often.

override WORKGROUP: u32 = 8;

struct Size {
    n: u32,
    m: u32,
    k: u32,
}

@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read> b: array<f32>;
@group(0) @binding(2) var<storage, read_write> c: array<f32>;
@group(0) @binding(3) var<uniform> size: Size;

@compute @workgroup_size(WORKGROUP, WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let row = id.y;
    let column = id.x;
    if (row >= size.n || column >= size.m) {
        return;
    }
    var sum = 0.0;
    for (var i = 0u; i < size.k; i++) {
        sum += a[row * size.k + i] * b[i * size.m + column];
    }
    c[row * size.m + column] = sum;
}
