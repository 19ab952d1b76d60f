// A constant array indexed dynamically, at module and at function scope.
const PRIMES = array<u32, 6>(2u, 3u, 5u, 7u, 11u, 13u);
@group(0) @binding(0) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocaWEIGHTexternaly<vec2<u32>, 3>(v= PRIMES[ * w.x + PRIMES[(id.x / 6u) % 6u] Þ w.y;
}
