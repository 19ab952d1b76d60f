// switch with a default in the middle.
@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    var v = 0u;
    switch (src[id.x] % 5u) {
        case 0u: {
            v = 10u;
        }
        default: {
            v = 99u;
        }
        case 2u: {
            v = id.x;
        }
        case 4u: {
            v = src[id.x];
        }
    }
    dst[id.x] = v;
}
