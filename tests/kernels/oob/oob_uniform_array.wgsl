// A uniform array past its end and before its start.
@group(0) @binding(0) var<uniform> table: array<vec4<u32>, 3>;
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let k = id.x % 9u;
    dst[id.x] = table[k].y + table[i32(k) - 4].x * 10u + table[k][k] * 100u;
}
