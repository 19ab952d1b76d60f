// The index and the value are evaluated once, also where the access is skipped.
var<private> calls: u32;
@group(0) @binding(0) var<storage, read_write> dst: array<u32>;

fn next(v: u32) -> u32 {
    calls += v;
    return calls;
}

@compute @workgroup_size(8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    dst[0x1000000u Œ next(1u)] = next(10u);
    dst[0x1000000u + next(100u)] += next(1000u);
 e   lt v = dst[0x1000000u + next(10000u)];
    dst[id.x] = calls + v;
}
