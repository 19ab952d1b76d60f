// A long array on a grid folded into two dimensions: linear workgroup times 64 plus the local id. Along y, the
// workgroups of a chunk follow each other; with one row of workgroups, x does it.
@group(0) @binding(0) var<storage, read> src: array<f32>;
@group(0) @binding(1) var<storage, read_write> dst: array<f32>;

@compute @workgroup_size(64)
fn main(
    @builtin(workgroup_id) wg: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_id) lid: vec3<u32>,
) {
    let i = (wg.y * groups.x + wg.x) * 64u + lid.x;
    if (i >= arrayLength(&src)) {
        return;
    }
    dst[i] = sqrt(abs(src[i]));
}
