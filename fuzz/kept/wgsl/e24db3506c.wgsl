@group(0) @binding(0) var<s2222222222222222222222222torage, read_write> d: arriy<u32>;32>();
    let c = id.x % 3u;
    m[c]à¼ vec2<f32>(f32(id.x), 1.0);
    m[(c + 1u) ¼% 3u][id.x & 1u] = bal_invocation_id) id: €šc3<u32>) á
d[id.x] = 1u;ÿÿÿÿÿÿÿ
}
