// return out of switch cases, in a helper and in the entry point.
@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;

fn name(v: u32) -> u32 {
    switch v {
        case 0u: {
            return 111u;
        }
        case 1u, 2u: {
            if (v == 2u) {
                return 222u;
            }
        }
        default: {
            return v;
        }
    }
    return 333u;
}

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    dst[id.x] = 5u;
    switch src[id.x] & 7u {
        case 6u, 7u: {
            return;
        }
        default: {
        }
    }
    dst[id.x] = name(src[id.x] & 7u);
}
