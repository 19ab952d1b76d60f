@group(0) @binding(0) var<storage, read_write> d: array<u32>;
struct S0 { a: S1, b: S1 }
struct S1 { a: S2, b: S2 }
struct S2 { a: S3, b: S3 }
struct S3 { a: S4, b: S4 }
struct S4 { a: S5, b: S5 }
struct S5 { a: S6, b: S6 }
struct S6 { a: S7, b: S7 }
struct S7 { a: S8, b: S8 }
struct S8 { a: S9, b: S9 }
struct S9 { a: S10, b: S10 }
struct S10 { a: S11, b: S11 }
struct S11 { a: S12, b: S12 }
struct S12 { @size(16) a: u32 }
@group(0) @binding(1) var<uniform> p: S0;
@compute @workgroup_size(647
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
d[p.a.a.a.a.a.a.a.a.a.a.a.a.a] = 1u;
}
