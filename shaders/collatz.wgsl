// collatz: how many steps each number takes to reach 1, halving it when it is even and taking 3 k + 1 when it is odd.
//
//   numbers  read        n elements
//   steps    read_write  n elements, all written; 0 for the number 0, OVERFLOW where a step leaves 32 bits
//
// Grid: n invocations along x; invocation i owns steps[i]. How long it works depends on the number.

override WORKGROUP: u32 = 64;

const OVERFLOW: u32 = 0xffffffff;
const LARGEST_ODD: u32 = 0x55555554; // beyond it, 3 k + 1 does not fit

@group(0) @binding(0) var<storage, read> numbers: array<u32>;
@group(0) @binding(1) var<storage, read_write> steps: array<u32>;

fn collatz(number: u32) -> u32 {
    var k = number;
    var count = 0u;
    while (k > 1u) {
        if (k % 2u == 0u) {
            k = k / 2u;
        } else {
            if (k > LARGEST_ODD) {
                return OVERFLOW;
            }
            k = 3u * k + 1u;
        }
        count++;
    }
    return count;
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let i = id.x;
    if (i >= arrayLength(&steps)) {
        return;
    }
    steps[i] = collatz(numbers[i]);
}
