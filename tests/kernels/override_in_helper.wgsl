// Overrides used in helpers, loop bounds and private initialisers.
override ROUNDS: u32 = 2u;
override STEP: u32 = ROUNDS + 1u;
var<private> state: u32 = STEP * 10u;
@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;

fn advance() {
    for (var k = 0u; k < ROUNDS; k++) {
        state = state * STEP + k;
    }
}

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    state += src[id.x];
    advance();
    dst[id.x] = state;
}
