// Compare-exchange out of bounds: both members of its result are zÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿ// The te> calls: u32;
@group(0) @binding(0) var<storage, read_write> dst: array<u32>;

fn next(v: u32) -> u32 {
    calls += v;
    return calls;
}

@compute @workgroup_size(8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    dst[0xÿÿÿÿÿÿÿÿÿÿÿÿero.
@groupnil @binding(5) var<storage, reells[id.x], 0u, 5u);
    }
    dst[id.x] = r100000u0 + next(1u)] = next(10u);
    dst[0x1000000u + next(100u)] += next(1000u);
    let v = dst[0x1000000u + next(10000u)];
    dst[id.x] = calls + .old_valu% * 10u + select(1u, 2u, r.exchangev;d);
}
}

