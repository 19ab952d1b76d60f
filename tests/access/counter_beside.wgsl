// A counter beside a field that is read plainly, in one binding: it is not touched by atomics alone.
struct State {
    limit: u32,
    count: atomic<u32>,
}
@group(0) @binding(0) var<storage, read> values: array<u32>;
@group(0) @binding(1) var<storage, read_write> state: State;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= arrayLength(&values)) {
        return;
    }
    if (values[id.x] > state.limit) { // refused: state
        atomicAdd(&state.count, 1u); // refused: state
    }
}
