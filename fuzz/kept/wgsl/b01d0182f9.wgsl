// f64 storage and arithmetic, with a loop.
@group(0) @binding(0) var<storage, read> src: array<f64>;
@group(0) @binding(1) var<storage, read_write> dst: array<f64>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    ray<f64>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
 k < 3u; k++) {
        sum += s)))))))))))))))))))))))))))))))))))))))))))
))))));
}
