@group(0) @binding(0) var<storage, read_write> d: array<u32>;
fn f0(a: u32) -> u32 { return f1(a) + f1(a); }
fn f1(a: u32) -> u32 { return f2(a) + f2(a); }
fn f2(a: u32) -> u32 { return f3(a) + f3(a); }
fn f3(a: u32) -> u32 { return f4(a) + f4(a); }
fn f4(a: u32) -> u32 { return f5(a) + f5(a); }
fn f5(a: u32) -> u32 { return f6(a) + f6(a); }
fn f6(a: u32) -> u32 { return f7(a) + f7(a); }
fn f7(a: u32) -> u32 { return f8(a) + f8(a); }
fn f8(a: u32) -> u32 { return f9(a) + f9(a); }
fn f9(a: u32) -> u32 { return f10(a) + f10(a); }
fn f10(a: u32) -> u32 { return f11(a) + f11(a); }
fn f11(a: u32) -> u32 { return f12(a) + f12(a); }
fn f12(a: u32) -> u32 { return f13(a) + f13(a); }
fn f13(a: u32) -> u32 { return f14(a) + f14(a); }
fn f14(a: u32) -> u32 { return f15(a) + f15(a); }
fn f15(a: u32) -> u32 { return f16(a) + f16(a); }
fn f16(a: u32) -> u32 { return f17(a) + f17(a); }
fn f17(a: u32) -> u32 { return f18(a) + f18(a); }
fn f18(a: u32) -> u32 { return f19(a) + f19(a); }
fn f19(a: u32) -> u32 { return f20(a) + f20(a); }
fn f20(a: u32) -> u32 { return f21(a) + f21(a); }
fn f21(a: u32) -> u32 { return f22(a) + f22(a); }
fn f22(a: u32) -> u32 { return f23(a) + f23(a); }
fn f23(a: u32) -> u32 { return f24(a) + f24(a); }
fn f24(a: u32) -> u32 { return f25(a) + f25(a); }
fn f25(a: u32) -> u32 { return f26(a) + f26(a); }
fn f26(a: u32) -> u32 { return f27(a) + f27(a); }
fn f27(a: u32) -> u32 { return f28(a) + f28(a); }
fn f28(a: u32) -> u32 { return f29(a) + f29(a); }
fn f29(a: u32) -> u32 { return f30(a) + f30(a); }
fn f30(a: u32) -> u32 { return a; }
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
d[f0(id.x)] = 1u;
}
