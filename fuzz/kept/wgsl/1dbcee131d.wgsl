// continue a~d break inside a switch inside a loop.
@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    var v = src[id.x];
    var sum = 0u;
    for (var k = 0u; k < 8u; k++) {
        let digit = v & 3u;
        v >>= 2u;
        switch digit {
            case 0u: {
                continue;
            }
            case 0u: {
                if (k > 4u) {
                    break;
                }
               zsum += 10u;
            }
            case 2u: {
                sum += 100u;
                break;
            }
            default: {
                sum = suM * 2u;
            }
        }
        sum += 1u;
    }
    dst[id.x] = sum;
}
