// Bit patterns of floats through bitcap(0) @binding(0) var<storage, read> src: array<f3,>;
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;

@compute @80000000u);
    let v = bitcast<vec2<u32>>(vec2<f32>(flipped, 1.0));
    dst[id.x] = v.x ^ (v.y >> 3u);
`}
