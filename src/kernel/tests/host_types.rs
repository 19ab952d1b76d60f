//! Rust types against WGSL types.

use super::*;

/// A `Pod` type whose name says nothing.
#[derive(Clone, Copy, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C)]
struct Four {
    a: f32,
    b: u32,
    c: [u16; 4],
}

/// The element type of `array<...>` in WGSL, the Rust type, and a part of what is said against it.
#[test]
fn mismatches() {
    let rows: Vec<(&str, HostType, Option<&str>)> = vec![
        ("f32", HostType::of::<f32>(), None),
        ("u32", HostType::of::<u32>(), None),
        ("i32", HostType::of::<i32>(), None),
        ("f32", HostType::of::<u8>(), None),
        ("f16", HostType::of::<half::f16>(), None),
        ("f64", HostType::of::<f64>(), None),
        ("u64", HostType::of::<u64>(), None),
        ("i64", HostType::of::<i64>(), None),
        ("atomic<u32>", HostType::of::<u32>(), None),
        ("vec2<f32>", HostType::of::<[f32; 2]>(), None),
        ("vec3<f32>", HostType::of::<[f32; 4]>(), None),
        ("vec4<u32>", HostType::of::<[u32; 4]>(), None),
        ("mat4x4<f32>", HostType::of::<[[f32; 4]; 4]>(), None),
        ("mat4x4<f32>", HostType::of::<[f32; 16]>(), None),
        ("mat2x3<f32>", HostType::of::<[[f32; 4]; 2]>(), None),
        ("array<u32, 3>", HostType::of::<[u32; 3]>(), None),
        ("array<vec2<f32>, 3>", HostType::of::<[[f32; 2]; 3]>(), None),
        ("S", HostType::of::<Four>(), None),
        ("vec4<f32>", HostType::of::<Four>(), None),
        ("T", HostType::of::<[f32; 4]>(), None),
        (
            "f32",
            HostType::of::<f64>(),
            Some("; write 2.0f32, not 2.0"),
        ),
        ("u32", HostType::of::<i32>(), Some("; write 2u32, not 2")),
        ("f32", HostType::of::<i32>(), Some("; write 2.0f32, not 2")),
        ("i32", HostType::of::<u32>(), Some("; give i32")),
        ("f32", HostType::of::<half::f16>(), Some("; give f32")),
        (
            "f32",
            HostType::of::<f64>(),
            Some("the WGSL type is f32 (4 bytes an element), the Rust type f64 (8 bytes)"),
        ),
        (
            "vec3<f32>",
            HostType::of::<[f32; 3]>(),
            Some("; a vec3 in an array has a stride of four components: give [f32; 4]"),
        ),
        ("vec2<f32>", HostType::of::<f32>(), Some("; give [f32; 2]")),
        (
            "vec4<u32>",
            HostType::of::<[f32; 4]>(),
            Some("; give [u32; 4]"),
        ),
        (
            "vec2<f32>",
            HostType::of::<[f32; 4]>(),
            Some("; give [f32; 2]"),
        ),
        ("f16", HostType::of::<half::bf16>(), Some("bf16 (2 bytes)")),
        ("f16", HostType::of::<u16>(), Some("; give f16")),
        ("u64", HostType::of::<usize>(), Some("usize (8 bytes)")),
        ("vec4<u32>", HostType::of::<u128>(), Some("u128 (16 bytes)")),
        ("f32", HostType::of::<i8>(), Some("i8 (1 bytes)")),
        (
            "mat4x4<f32>",
            HostType::of::<[[f32; 3]; 4]>(),
            Some("mat4x4<f32> (64 bytes an element)"),
        ),
        (
            "mat4x4<f32>",
            HostType::of::<[[u32; 4]; 4]>(),
            Some("mat4x4<f32>"),
        ),
        (
            "array<u32, 3>",
            HostType::of::<[u32; 4]>(),
            Some("array<u32, 3>"),
        ),
        (
            "T",
            HostType::of::<[u32; 4]>(),
            Some("offset   0,  12 bytes: p\n  offset  12,   4 bytes: w"),
        ),
        (
            "S",
            HostType::of::<[f32; 3]>(),
            Some("the layout in WGSL:\n  offset   0,   4 bytes: a"),
        ),
        ("f32", HostType::of::<Four>(), Some("Four (16 bytes)")),
        ("f32", HostType::of::<()>(), Some("() (0 bytes)")),
        (
            "f32",
            HostType::of::<[f32; 0]>(),
            Some("[f32; 0] (0 bytes)"),
        ),
    ];
    for (element, host, want) in rows {
        let wgsl = with_type(
            "enable f16; struct S { a: f32, b: u32, c: vec2<u32> } struct T { p: vec3<f32>, w: f32 }",
            &format!("array<{element}>"),
        );
        let folded = fold(&wgsl);
        let binding = &folded.interface.bindings[0];
        let found = host.mismatch(binding.element(), binding.stride());
        match (&found, want) {
            (None, None) => {}
            (Some(found), Some(want)) if found.contains(want) => {}
            _ => panic!("{} for {element}: {found:?}, not {want:?}", host.name),
        }
    }
}
