// Adds floats by a compare-and-exchange loop: what it stores depends on what it found.
@group(0) @binding(0) var<storage, read> values: array<f32>;
@group(0) @binding(1) var<storage, read_write> sum: atomic<u32>;

fn add(value: f32) {
    var old = atomicLoad(&sum); // refused: sum
    loop {
        let wanted = bitcast<u32>(bitcast<f32>(old) + value);
        let result = atomicCompareExchangeWeak(&sum, old, wanted); // refused: sum
        if (result.exchanged) {
            break;
        }
        old = result.old_value;
    }
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x < arrayLength(&values)) {
        add(values[id.x]);
    }
}
