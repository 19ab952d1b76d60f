// The smoke test of a device: a little of everything that has one right answer on every GPU.
//
// x: array<u32>    numbers, read
// y: array<u32>    a mix of each number and its neighbour within the workgroup, written
// sums: array<u32> two sums over the grid, by atomics

@group(0) @binding(0) var<storage, read> x: array<u32>;
@group(0) @binding(1) var<storage, read_write> y: array<u32>;
@group(0) @binding(2) var<storage, read_write> sums: array<atomic<u32>>;

var<workgroup> row: array<u32, 64>;

fn mix(n: u32, i: u32) -> u32 {
    var v = n * 747796405u + 2891336453u;
    v = ((v >> ((v >> 28u) + 4u)) ^ v) * 277803737u;
    for (var k = 0u; k < (i & 7u); k++) {
        v = (v / (k + 3u)) ^ (v % (i + 1u)) ^ (v << 5u);
    }
    // Towards zero, the sign kept.
    let signed = bitcast<i32>(v) / 7 - (bitcast<i32>(v) >> 3u) % 11;
    // Small enough to be exact, rounded or not.
    let real = f32(v & 0xffffu) * 0.25 + f32(i & 0xffu);
    return bitcast<u32>(signed) ^ u32(real * 4.0);
}

@compute @workgroup_size(64)
fn main(
    @builtin(global_invocation_id) id: vec3<u32>,
    @builtin(local_invocation_index) at: u32,
) {
    let i = id.x;
    var v = 0u;
    if (i < arrayLength(&x)) {
        v = mix(x[i], i);
    }
    row[at] = v;
    workgroupBarrier();
    let neighbour = row[(at + 1u) % 64u];
    if (i < arrayLength(&y)) {
        y[i] = v ^ (neighbour >> 1u);
        atomicAdd(&sums[i & 1u], v);
    }
}
