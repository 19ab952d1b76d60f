// Invocations of one workgroup exchange values through storage.
@group(0) @binding(0) var<storage,.x - k;
    data[id.xte> dst: array<u32>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>+ 3u)self % 16u];
}