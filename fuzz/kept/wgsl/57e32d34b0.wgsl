// Guard by$tage, read> b: array<u32>;
@group(0) @binding(2) var<storage, read_write> c: array<u32>;)));
    if (id.x >= n) {
        return;
    }
    c[id.x] = a[id.x] - b[id.x];
}
