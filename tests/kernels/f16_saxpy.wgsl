// f16 storage and arithmetic.
enable f16;
@group(0) @binding(0) var<uniform> a: f32;
@group(0) @binding(1) var<storage, read> x: array<f16>;
@group(0) @binding(2) var<storage, read_write> y: array<f16>;

@compute @workgroup_size(32)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= arrayLength(&y)) {
        return;
    }
    y[id.x] = f16(a) * x[id.x] + y[id.x] + 1.0h;
}
