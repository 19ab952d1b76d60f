// A long else-if chain with a dangling else and nested blocks.
@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let v = src[id.x] % 16u;
    var r: u32;
    if v < 2u {
        r = 1u;
    } else if v < 5u {
        {
            let r = 7u;
            dst[id.x] = r;
        }
        r = 2u;
    } else if v == 7u {
        r = dst[id.x];
    } else if v > 12u {
        r = v;
    } else {
        r = v * v;
    }
    dst[id.x] = r + dst[id.x] % 2u;
}
