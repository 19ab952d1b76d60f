// monte_carlo_pi: hits += how many of the random points in the unit square lie in the quarter of the unit circle
//
//   params  uniform  { seed: vec2<u32>, invocations, rounds: u32 }
//   hits    atomic   one element, added to
//
// Grid: params.invocations along x; each tries 2 * rounds points, a quarter of pi of which are hits. The numbers are
// those of Philox 4x32-10 (Salmon et al., "Parallel Random Numbers: As Easy as 1, 2, 3", 2011) for the counter
// (invocation, round, 0, 0) and the key seed: who computes them makes no difference. All of it is in integers, so the
// count is the same on every device.

override WORKGROUP: u32 = 64;

struct Params {
    seed: vec2<u32>,
    invocations: u32,
    rounds: u32,
}

@group(0) @binding(0) var<storage, read_write> hits: atomic<u32>;
@group(0) @binding(1) var<uniform> params: Params;

var<workgroup> count: atomic<u32>; // starts at zero

// The 64 bits of a * b: low, high.
fn wide(a: u32, b: u32) -> vec2<u32> {
    let middle = (a & 0xffffu) * (b >> 16u);
    let other = (a >> 16u) * (b & 0xffffu);
    let carry = ((a & 0xffffu) * (b & 0xffffu) >> 16u) + (middle & 0xffffu) + (other & 0xffffu);
    let high = (a >> 16u) * (b >> 16u) + (middle >> 16u) + (other >> 16u) + (carry >> 16u);
    return vec2(a * b, high);
}

fn philox(counter: vec4<u32>, seed: vec2<u32>) -> vec4<u32> {
    var c = counter;
    var key = seed;
    for (var i = 0; i < 10; i++) {
        let a = wide(0xd2511f53u, c.x);
        let b = wide(0xcd9e8d57u, c.z);
        c = vec4(b.y ^ c.y ^ key.x, b.x, a.y ^ c.w ^ key.y, a.x);
        key += vec2(0x9e3779b9u, 0xbb67ae85u);
    }
    return c;
}

// 1 where x^2 + y^2 < 1, in units of 2^-31.
fn hit(point: vec2<u32>) -> u32 {
    let x = wide(point.x >> 1u, point.x >> 1u);
    let y = wide(point.y >> 1u, point.y >> 1u);
    let carry = select(0u, 1u, x.x + y.x < x.x);
    return select(0u, 1u, x.y + y.y + carry < 1u << 30u);
}

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(global_invocation_id) id: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    var own = 0u;
    if (id.x < params.invocations) {
        for (var round = 0u; round < params.rounds; round++) {
            let random = philox(vec4(id.x, round, 0u, 0u), params.seed);
            own += hit(random.xy) + hit(random.zw);
        }
    }
    atomicAdd(&count, own);
    workgroupBarrier();
    if (local == 0u) {
        atomicAdd(&hits, atomicLoad(&count));
    }
}
