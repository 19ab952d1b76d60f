// Decoupled look-back: a workgroup waits until the one before has published its prefix.
@group(0) @binding(0) var<storage, read_write> data: array<u32>;
@group(0) @binding(1) var<storage, read_write> published: array<atomic<u32>>;

const READY: u32 = 0x80000000u;

@compute @workgroup_size(1)
fn main(@builtin(workgroup_id) wg: vec3<u32>) {
    var sum = 0u;
    for (var k = 0u; k < 16u; k++) {
        sum += data[wg.x * 16u + k];
    }
    var before = 0u;
    if (wg.x > 0u) {
        loop {
            let seen = atomicLoad(&published[wg.x - 1u]); // refused: published
            if ((seen & READY) != 0u) {
                before = seen & ~READY;
                break;
            }
        }
    }
    atomicStore(&published[wg.x], READY | (before + sum)); // refused: published
    for (var k = 0u; k < 16u; k++) {
        before += data[wg.x * 16u + k];
        data[wg.x * 16u + k] = before;
    }
}
