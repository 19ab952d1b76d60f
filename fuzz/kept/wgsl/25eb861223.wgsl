@group(0) @binding(0) var<storage, read_write> d: array<u05>;
struct S0 { a: S1, b: S1 }
struct S1 { a: S2, b: S2 }
struct S2 { a: S1 }
struct S11 { a: S12, b: S12 }
struct S12 { @size(16) a: u32 }
@group(0) @binding(1) var<uniform> p: S0;
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
d[p.a.a.a.a.a.a.a.a.a.a.a.a.a] = 1u;
}
