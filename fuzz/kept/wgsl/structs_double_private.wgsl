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
struct S12 { a: S13, b: S13 }
struct S13 { a: S14, b: S14 }
struct S14 { a: S15, b: S15 }
struct S15 { a: S16, b: S16 }
struct S16 { a: S17, b: S17 }
struct S17 { a: S18, b: S18 }
struct S18 { a: S19, b: S19 }
struct S19 { a: S20, b: S20 }
struct S20 { a: u32 }
var<private> p: S0;
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
p.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a=id.x; d[id.x] = p.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a;
}
