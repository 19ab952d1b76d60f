// y = a * x + y in f16: elements of two bytes. With workgroups of one invocation, neighbours share a word of memory but no
// element.
enable f16;
override WG: u32 = 64;
@group(0) @binding(0) var<storage, read> x: array<f16>;
@group(0) @binding(1) var<storage, read_write> y: array<f16>;

@compute @workgroup_size(WG)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x < arrayLength(&x)) {
        y[id.x] = 2.0h * x[id.x] + y[id.x];
    }
}
