// Last pass: adds the scanned sum of the block before. The workgroup's number divides nothing, 128 invocations share a sum.
@group(0) @binding(0) var<storage, read> block_sums: array<u32>;
@group(0) @binding(1) var<storage, read_write> data: array<u32>;

@compute @workgroup_size(128)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(workgroup_id) wg: vec3<u32>) {
    if (wg.x > 0u && id.x < arrayLength(&data)) {
        data[id.x] += block_sums[wg.x - 1u];
    }
}
