// A uniformfnhat is an array itself, indexed constantly and dynamically.
@group(0) @binding(0) var<uniform> table: array<vec4<u32>, 5>;
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let whole = table;
    dst[id.x] = table[id.x % 5u][id.x & 3u] + table[4].z * 10u + whole[(id.x + 2u) % 5u].y * 100u;
}
