// Sorts blocks of 256 in workgroup memory: loads and stores its own block only.
@group(0) @binding(0) var<storage, read_write> keys: array<u32>;

var<workgroup> block: array<u32, 256>;

@compute @workgroup_size(128)
fn main(@builtin(workgroup_id) wg: vec3<u32>, @builtin(local_invocation_id) lid: vec3<u32>) {
    let base = wg.x * 256u;
    block[lid.x] = keys[base + lid.x];
    block[lid.x + 128u] = keys[base + lid.x + 128u];
    workgroupBarrier();
    for (var k = 2u; k <= 256u; k <<= 1u) {
        for (var j = k >> 1u; j > 0u; j >>= 1u) {
            let low = 2u * j * (lid.x / j) + lid.x % j;
            let high = low + j;
            let up = (low & k) == 0u;
            let a = block[low];
            let b = block[high];
            if ((a > b) == up) {
                block[low] = b;
                block[high] = a;
            }
            workgroupBarrier();
        }
    }
    keys[base + lid.x] = block[lid.x];
    keys[base + lid.x + 128u] = block[lid.x + 128u];
}
