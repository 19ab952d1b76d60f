// Private globals with initialisers, changed by helpers.
struct Counter {
    n: u32,
    steps: vec2<u32>,
}

var<private> counter: Counter = Counter(3u, vec2<u32>(1u, 2u));
var<private> table: array<u32, 3> = array<u32, 3>(7u, 8u, 9u);
var<private> zero: mat2x2<f32>;
@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;

fn tick(k: u32) {
    counter.n += counter.steps[k & 1u];
    counter.steps.y += table[counter.n % 3u];
    table[k % 3u] = counter.n;
}

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    tick(src[id.x]);
    tick(id.x);
    tick(src[id.x] >> 3u);
    dst[id.x] = counter.n + table[0] * 100u + table[1] * 10000u + u32(zero[1].x);
}
