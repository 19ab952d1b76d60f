// loop left by break in the middle, without continuing.
@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    var v = src[id.x];
    var steps = 0u;
    loop {
        if (v == 0u) {
            break;
        }
        v >>= 1u;
        steps++;
    }
    dst[id.x] = steps;
}
