// Compare-exchange on the own element, both members of the result used.
@group(0) @binding(0) var<storage, read_write> cells: array<atomic<i32>>;
@group(0) @binding(1) var<storage, read_write> dst: array<i32>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= arrayLength(&dst)) {
        return;
    }
    let guess = i32(id.x % 4u);
    var tries = 0;
    loop {
        let r = atomicCompareExchangeWeak(&cells[id.x], guess, 100);
        tries += 1;
        if (r.exchanged || r.old_value != guess) {
            dst[id.x] = r.old_value * 2 + i32(r.exchanged);
            break;
        }
    }
    if (tries < 0) {
        dst[id.x] = tries;
    }
}
