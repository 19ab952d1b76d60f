// Persistent workgroups take the next item from a counter: who does what is decided while it runs.
@group(0) @binding(0) var<storage, read> items: array<f32>;
@group(0) @binding(1) var<storage, read_write> next: atomic<u32>;
@group(0) @binding(2) var<storage, read_write> results: array<f32>;

@compute @workgroup_size(1)
fn main() {
    loop {
        let item = atomicAdd(&next, 1u); // refused: next
        if (item >= arrayLength(&items)) {
            break;
        }
        results[item] = sin(items[item]); // refused: results
    }
}
