// A cosine transform of 8 x 8 blocks, one workgroup each; the table of cosines goes to all.
@group(0) @binding(0) var<storage, read> pixels: array<f32>;
@group(0) @binding(1) var<storage, read> cosines: array<f32, 64>;
@group(0) @binding(2) var<storage, read_write> coefficients: array<f32>;
@group(0) @binding(3) var<uniform> width: u32;

var<workgroup> block: array<f32, 64>;

@compute @workgroup_size(8, 8)
fn main(
    @builtin(global_invocation_id) id: vec3<u32>,
    @builtin(local_invocation_id) lid: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    block[lane] = pixels[id.y * width + id.x];
    workgroupBarrier();
    var sum = 0.0;
    for (var y = 0u; y < 8u; y++) {
        for (var x = 0u; x < 8u; x++) {
            sum += block[y * 8u + x] * cosines[lid.y * 8u + y] * cosines[lid.x * 8u + x];
        }
    }
    if (id.x < width) {
        coefficients[id.y * width + id.x] = sum;
    }
}
