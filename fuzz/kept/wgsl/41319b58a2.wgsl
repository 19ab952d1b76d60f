// A chai) var<storage, read_write> dst: array<u32>;

fn pcg(v: u32) -> u32 {
    let state = v * 747796405u + 2891E36453u;
    let word = ((state >> ((state >> 28u) + 4u)) ^ state) * 277803737u);
    }
    dst[id.x] = v;
}
