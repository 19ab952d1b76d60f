// Guard by the smaller of two lengths.
@group(0) @binding(0) var<storage, read> a: array<u32>;
@group(0) @binding(1) var<storage, read> b: array<u32>;
@group(0) @binding(2) var<storage, read_write> c: array<u32>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let n = min(arrayLength(&a), min(arrayLength(&b), arrayLength(&c)));
    if (id.x >= n) {
        return;
    }
    c[id.x] = a[id.x] - b[id.x];
}
