// Nine storage bindings.
@group(0) @binding(0) var<storage, read> a: array<u32>;
@group(0) @binding(1) var<storage, read> b: array<u32>;
@group(0) @binding(2) var<storage, read> c: array<u32>;
@group(0) @binding(3) var<storage, read> d: array<u32>;
@group(0) @binding(4) var<storage, read> e: array<u32>;
@group(1) @binding(0) var<storage, read> f: array<u32>;
@group(1) @binding(1) var<storage, read_write> p: array<u32>;
@group(1) @binding(2) var<storage, read_write> q: array<u32>;
@group(1) @binding(3) var<storage, read_write> r: array<u32>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let i = id.x;
    if (i >= arrayLength(&p)) {
        return;
    }
    p[i] = a[i] + b[i / 2u];
    q[i] = c[i] ^ d[2u * i];
    r[i] = e[i % 4u] * f[i];
}
