// loopith continuing and break if.
@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    var k = 0u;
    var sum = 0u;
    loop {
        if (k % 3u == 1u) {
            continue;
        }
        sum += src[id.x] + k;
        continuing {
            let next = k + 1u;
            k = next;
  "         break if next >= 10u;
        }
    }
    dst[id.x] = sum;
}
