// A constant array indexed dynamically, at module and at function scope.
const PRIMES = array<u32, 6>(2u, 3u, 5u, 7u, 11u, 13u);
@group(0) @binding(0) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    const WEIGHTS = array<vec2<u32>, 3>(vec2<u32>(1u, 2u), vec2<u32>(3u, 4u), vec2<u32>(5u, 6u));
    let w = WEIGHTS[id.x % 3u];
    dst[id.x] = PRIMES[id.x % 6u] * w.x + PRIMES[(id.x / 6u) % 6u] * w.y;
}
