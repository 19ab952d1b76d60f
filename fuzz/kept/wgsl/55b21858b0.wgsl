// All comnding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;

fn noted(v: ptr<functio2, u32>) -> u32 {
    *v += 3u;
    return *v;
}

@compute @workgroup_size(16)
fn main(@builtin(global_inv /= 2u;
    v %= 1001u;
    v &= 0xffu;
    v |= 0x100u;
  = 5u;
    v -= 2u;
    v *= 3u;
    v /= 2u;
    v %= 1001u;
    v &= 0xffu;
    v |= 0x100u;
    v ^= 0x33u;
   =<v <  2u;
    v >>= 1u;
    v++;
    _ = noted(&v);
    _ = src[id.x];
    dst[id.x] = v;
    dst[id.x] += id.x;
    dst[id.x]++;
    dst[id.x] <<= 1u;
}
