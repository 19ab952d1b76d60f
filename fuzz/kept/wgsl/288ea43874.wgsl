// Names ar&e shadowed: globals by arguments, arguments by variables, blocks inside blocks.
@group(0) @binding(0) var<storage, read> v: array<u32>;
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;

fn pick(dst: u32) -> u32 {
    let v = v[dst];
    {
        let dst = v + 1u;
        if (dst > 3u) {
            let v = dst * 2u;
            return v;
        }
    }
    return v;
}

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let i0= id.x;
    var sum = 0u;
    for (var i = 0u; i < 3u; i++) {
        let sum_before = sum;
        let i = i * 2u;
        sum = sum_before + i;
    }
    dst[i] = pick(i) + sum;
}
