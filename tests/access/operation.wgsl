// An operation chosen by a uniform. Which branches can be taken decides what is read, and whether it can be split.
@group(0) @binding(0) var<uniform> op: u32;
@group(0) @binding(1) var<storage, read> a: array<f32>;
@group(0) @binding(2) var<storage, read> b: array<f32>;
@group(0) @binding(3) var<storage, read_write> dst: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let i = id.x;
    let n = arrayLength(&a);
    if (i >= n) {
        return;
    }
    switch (op) {
        case 0u: {
            dst[i] = a[i] + b[i];
        }
        case 1u: {
            dst[i] = a[i] * b[(i + 1u) % n];
        }
        case 2u: {
            dst[n - 1u - i] = a[i];
        }
        default: {
            dst[(i * i) % n] = a[i]; // refused: dst
        }
    }
}
