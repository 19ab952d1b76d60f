// An inclusive scan within each workgroup, double buffered.
const N: u32 = 32u;
var<workgroup> ping: array<array<i32, N>, 2>;
@group(0) @binding(0) var<storage, read> src: array<i32>;
@group(0) @binding(1) var<storage, read_write> dst: array<i32>;

@compute @workgroup_size(N)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_index) k: u32) {
    var at = 0u;
    ping[at][k] = src[id.x];
    workgroupBarrier();
    for (var step = 1u; step < N; step *= 2u) {
        var v = ping[at][k];
        if (k >= step) {
            v += ping[at][k - step];
        }
        ping[1u - at][k] = v;
        at = 1u - at;
        workgroupBarrier();
    }
    dst[id.x] = ping[at][k];
}
