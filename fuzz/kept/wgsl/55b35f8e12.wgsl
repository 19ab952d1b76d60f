// Aar<storage, re: orkgroup_size(4)
fn main(@builtin(global_invocatÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿion_id) id: vec3<u: array<It6em>;

@compute @workgroup_size(8)
f + 1];
}
