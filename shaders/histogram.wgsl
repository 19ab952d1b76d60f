// histogram: bins[b] += how often the byte b occurs in words, four bytes a word
//
//   words  read    n elements
//   bins   atomic  256 elements, added to
//
// Grid: ceil(n / 4) invocations along x; invocation i counts words[4 i .. 4 i + 4]. A workgroup counts in its own
// memory first, so that bins sees one addition per bin and workgroup.

override WORKGROUP: u32 = 64;

const BINS: u32 = 256;
const WORDS: u32 = 4; // words per invocation

@group(0) @binding(0) var<storage, read> words: array<u32>;
@group(0) @binding(1) var<storage, read_write> bins: array<atomic<u32>, BINS>;

var<workgroup> counts: array<atomic<u32>, BINS>; // starts at zero

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(global_invocation_id) id: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    for (var k = 0u; k < WORDS; k++) {
        let i = id.x * WORDS + k;
        if (i < arrayLength(&words)) {
            let word = words[i];
            atomicAdd(&counts[word & 255u], 1u);
            atomicAdd(&counts[(word >> 8u) & 255u], 1u);
            atomicAdd(&counts[(word >> 16u) & 255u], 1u);
            atomicAdd(&counts[word >> 24u], 1u);
        }
    }
    workgroupBarrier();
    for (var b = local; b < BINS; b += WORKGROUP) {
        atomicAdd(&bins[b], atomicLoad(&counts[b]));
    }
}
