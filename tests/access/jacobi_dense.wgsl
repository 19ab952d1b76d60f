// A Jacobi step of a dense system: all of the old x, the own element of the new.
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read> b: array<f32>;
@group(0) @binding(2) var<storage, read> x: array<f32>;
@group(0) @binding(3) var<storage, read_write> x_next: array<f32>;

@compute @workgroup_size(32)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let n = arrayLength(&x);
    let i = id.x;
    if (i >= n) {
        return;
    }
    var sigma = 0.0;
    for (var j = 0u; j < n; j++) {
        if (j != i) {
            sigma += a[i * n + j] * x[j];
        }
    }
    x_next[i] = (b[i] - sigma) / a[i * n + i];
}
