// A pointer to a local struct with an array inside, passed on through two helpers.
struct State {
    turn: u32,
    slots: array<u32, 3>,
}

@group(0) @binding(0) var<storage, read_write> dst: array<u32>;

fn put(s: ptr<function, State>, v: u32) {
    let at = (*s).turn % 3u;
    (*s).slots[at] += v;
    (*s).turn += 1u;
}

fn many(s: ptr<function, State>, n: u32) {
    for (var k = 0u; k < n; k++) {
        put(s, k + 1u);
    }
}

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    var s = State(id.x, array<u32, 3>(0u, 0u, 0u));
    many(&s, 1u + id.x % 7u);
    dst[id.x] = s.turn + s.slots[0] * 100u + s.slots[1] * 10000u + s.slots[2] * 1000000u;
}
