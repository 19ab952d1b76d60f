// A partial sum for each workgroup over elements a grid apart: reads are interleaved, the partials are not.
struct Params { n: u32 }
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> values: array<f32>;
@group(0) @binding(2) var<storage, read_write> partials: array<f32>;

var<workgroup> lanes: array<f32, 64>;

@compute @workgroup_size(64)
fn main(
    @builtin(global_invocation_id) id: vec3<u32>,
    @builtin(local_invocation_id) lid: vec3<u32>,
    @builtin(workgroup_id) wg: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
) {
    var sum = 0.0;
    var i = id.x;
    loop {
        if (i >= params.n) {
            break;
        }
        sum += values[i];
        continuing {
            i += groups.x * 64u;
        }
    }
    lanes[lid.x] = sum;
    workgroupBarrier();
    if (lid.x == 0u) {
        var total = 0.0;
        for (var k = 0u; k < 64u; k++) {
            total += lanes[k];
        }
        partials[wg.x] = total;
    }
}
