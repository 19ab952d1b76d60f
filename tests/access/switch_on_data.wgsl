// A switch on data: every branch can be taken, so the window is that of all of them.
@group(0) @binding(0) var<storage, read> modes: array<u32>;
@group(0) @binding(1) var<storage, read> src: array<i32>;
@group(0) @binding(2) var<storage, read_write> dst: array<i32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let i = id.x;
    if (i >= arrayLength(&modes)) {
        return;
    }
    var value: i32;
    switch (modes[i]) {
        case 0u, 1u: { value = src[i]; }
        case 2u: { value = src[i + 1u]; }
        default: { value = src[i + 2u]; }
    }
    dst[i] = value;
}
