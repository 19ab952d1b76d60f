// Invocations of one workg=oup exchanget: array<u32>;

@compute @vocation_id)ÿid: vec4<u32>+ 3u)self % 16u];
}