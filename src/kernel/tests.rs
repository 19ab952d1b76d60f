//! What is read off a kernel, and what is refused.

mod host_types;
mod refusals;

use super::*;

fn load(wgsl: &str) -> Kernel {
    Kernel::from_wgsl("test.wgsl", wgsl).unwrap_or_else(|error| panic!("{error}"))
}

fn fold(wgsl: &str) -> Arc<Folded> {
    let folded = load(wgsl).fold(&Constants::new());
    folded.unwrap_or_else(|error| panic!("{error}"))
}

/// A kernel with one storage binding of the type, and what the type needs before it.
fn with_type(types: &str, ty: &str) -> String {
    let is_atomic = ty.contains("atomic");
    let access = if is_atomic { "read_write" } else { "read" };
    format!(
        "{types}
        @group(0) @binding(0) var<storage, {access}> data: {ty};
        @compute @workgroup_size(1) fn main() {{ let p = &data; }}"
    )
}

/// The type in WGSL, its text, and: bytes before the elements, bytes of an element, and their number
/// where it is fixed.
#[test]
fn layouts() {
    let pair = "struct Pair { a: u32, b: vec3<f32> }";
    let nest = "struct Inner { v: vec3<f32>, s: f32 } struct Outer { a: f32, b: Inner, c: array<Inner, 2> }";
    let tail = "struct Item { p: vec3<f32> } struct List { count: u32, items: array<Item> }";
    let sized = "struct Odd { @size(32) a: u32, @align(64) b: u32 }";
    type Row = (
        &'static str,
        &'static str,
        &'static str,
        u64,
        u64,
        Option<u32>,
    );
    let rows: [Row; 22] = [
        ("", "u32", "u32", 0, 4, Some(1)),
        ("", "atomic<i32>", "i32", 0, 4, Some(1)),
        ("", "vec3<f32>", "vec3<f32>", 0, 12, Some(1)),
        ("", "mat3x3<f32>", "mat3x3<f32>", 0, 48, Some(1)),
        ("", "mat2x4<f32>", "mat2x4<f32>", 0, 32, Some(1)),
        ("", "mat4x2<f32>", "mat4x2<f32>", 0, 32, Some(1)),
        ("", "array<f32>", "array<f32>", 0, 4, None),
        ("", "array<f32, 7>", "array<f32, 7>", 0, 4, Some(7)),
        ("", "array<vec2<u32>>", "array<vec2<u32>>", 0, 8, None),
        ("", "array<vec3<f32>>", "array<vec3<f32>>", 0, 16, None),
        (
            "",
            "array<vec4<i32>, 2>",
            "array<vec4<i32>, 2>",
            0,
            16,
            Some(2),
        ),
        ("", "array<mat3x3<f32>>", "array<mat3x3<f32>>", 0, 48, None),
        ("", "array<mat2x2<f32>>", "array<mat2x2<f32>>", 0, 16, None),
        ("", "array<atomic<u32>>", "array<u32>", 0, 4, None),
        (
            "",
            "array<array<vec3<f32>, 3>>",
            "array<array<vec3<f32>, 3>>",
            0,
            48,
            None,
        ),
        ("enable f16;", "array<f16>", "array<f16>", 0, 2, None),
        (
            "enable f16;",
            "array<vec3<f16>>",
            "array<vec3<f16>>",
            0,
            8,
            None,
        ),
        (pair, "Pair", "Pair", 0, 32, Some(1)),
        (pair, "array<Pair>", "array<Pair>", 0, 32, None),
        (nest, "array<Outer>", "array<Outer>", 0, 64, None),
        (tail, "List", "List", 16, 16, None),
        (sized, "array<Odd, 3>", "array<Odd, 3>", 0, 128, Some(3)),
    ];
    for (types, ty, text, header, stride, len) in rows {
        let folded = fold(&with_type(types, ty));
        let binding = &folded.interface.bindings[0];
        assert_eq!(binding.name, "data");
        assert_eq!(binding.layout.to_string(), text);
        let found = (
            binding.header_bytes(),
            binding.stride(),
            binding.fixed_len(),
        );
        assert_eq!(found, (header, stride, len), "{ty}");
    }
}

/// Where the members lie.
#[test]
fn members() {
    let folded = fold(
        "struct Inner { v: vec3<f32>, s: f32 }
        struct Outer { a: f32, b: Inner, m: mat3x3<f32>, c: array<vec3<u32>, 2>, d: u32 }
        @group(0) @binding(0) var<uniform> p: Outer;
        @group(0) @binding(1) var<storage, read_write> out: array<f32>;
        @compute @workgroup_size(1) fn main() { out[0] = p.a; }",
    );
    let layout = &folded.interface.bindings[0].layout;
    for (path, offset, size, text) in [
        ("a", 0, 4, "f32"),
        ("b", 16, 16, "Inner"),
        ("b.v", 16, 12, "vec3<f32>"),
        ("b.s", 28, 4, "f32"),
        ("m", 32, 48, "mat3x3<f32>"),
        ("c", 80, 32, "array<vec3<u32>, 2>"),
        ("d", 112, 4, "u32"),
    ] {
        let path: Vec<_> = path.split('.').collect();
        let (at, member) = layout.member(&path).unwrap();
        assert_eq!(
            (at, member.size(), member.to_string().as_str()),
            (offset, size, text)
        );
    }
    assert_eq!(layout.size(), 128);
    for path in [&["e"][..], &["b", "x"], &["a", "x"], &["c", "0"], &[""]] {
        assert!(layout.member(path).is_none(), "{path:?}");
    }
    let table = layout.table();
    let lines: Vec<_> = table.lines().collect();
    assert_eq!(lines.len(), 6, "{table}");
    assert_eq!(lines[2], "  offset  28,   4 bytes: b.s");
}

/// The bindings that an entry point uses, by group and number; others are not its business.
#[test]
fn bindings() {
    let wgsl = "
        @group(1) @binding(0) var<uniform> b: u32;
        @group(0) @binding(3) var<storage, read> a: array<u32>;
        @group(0) @binding(2) var<storage, read_write> both: array<u32>;
        @group(0) @binding(2) var<storage, read_write> other: array<f32>;
        @group(2) @binding(0) var<storage> unused: array<u32>;
        @group(0) @binding(9) var picture: texture_2d<f32>;
        var<workgroup> scratch: array<u32, 5>;
        var<workgroup> one: u32;
        var<private> mine: u32;
        fn helper(i: u32) { both[i] = a[i] + b; }
        @compute @workgroup_size(8, 4) fn first(@builtin(local_invocation_index) i: u32) {
            scratch[i] = i; one = i; mine = i; helper(i);
        }
        @compute @workgroup_size(64) fn second() { other[0] = 1.0; }
        @compute @workgroup_size(1) fn third() { other[0] = textureLoad(picture, vec2(0, 0), 0).x; }
        @fragment fn shade() -> @location(0) vec4<f32> { return vec4(0.0); }";
    let kernel = load(wgsl);
    assert_eq!(kernel.entries(), ["first", "second", "third"]);
    let first = kernel.entry("first").unwrap().interface().unwrap();
    let texts: Vec<_> = first.bindings.iter().map(ToString::to_string).collect();
    assert_eq!(
        texts,
        [
            "@group(0) @binding(2) var<storage, read_write> both: array<u32>",
            "@group(0) @binding(3) var<storage, read> a: array<u32>",
            "@group(1) @binding(0) var<uniform> b: u32",
        ]
    );
    let lines: Vec<_> = first.bindings.iter().map(|b| b.line).collect();
    assert_eq!(lines, [4, 3, 2]);
    assert_eq!(first.workgroup_size, [8, 4, 1]);
    // 20 bytes and 4, each rounded up to 16.
    assert_eq!(first.workgroup_memory_bytes, 48);
    let second = kernel.entry("second").unwrap().interface().unwrap();
    let texts: Vec<_> = second.bindings.iter().map(ToString::to_string).collect();
    assert_eq!(
        texts,
        ["@group(0) @binding(2) var<storage, read_write> other: array<f32>"]
    );
    assert_eq!(second.workgroup_memory_bytes, 0);
    assert!(kernel.entry("third").unwrap().interface().is_err());
}

/// Overrides by name and by id, in sizes and values.
#[test]
fn overrides() {
    let wgsl = "
        override size = 64u;
        @id(7) override scale: f32;
        @id(9) override flag = true;
        override unused: u32;
        var<workgroup> scratch: array<u32, size>;
        @group(0) @binding(0) var<storage, read_write> out: array<f32>;
        @compute @workgroup_size(size) fn main(@builtin(local_invocation_index) i: u32) {
            scratch[i] = i;
            if (flag) { out[i] = scale; }
        }";
    let kernel = load(wgsl);
    let fold = |constants: &[(&str, f64)]| {
        let constants = constants
            .iter()
            .map(|(name, value)| ((*name).to_owned(), value.to_bits()));
        kernel.fold(&constants.collect())
    };
    for (size, scale) in [("size", "scale"), ("size", "7")] {
        let interface = fold(&[(size, 32.0), (scale, 2.0)])
            .unwrap()
            .interface
            .clone();
        assert_eq!(interface.workgroup_size, [32, 1, 1]);
        assert_eq!(interface.workgroup_memory_bytes, 128);
        let texts: Vec<_> = interface
            .overrides
            .iter()
            .map(ToString::to_string)
            .collect();
        assert_eq!(
            texts,
            [
                "size: u32",
                "scale (@id(7)): f32 (no default)",
                "flag (@id(9)): bool",
                "unused: u32 (no default)"
            ]
        );
    }
    // One that this entry point does not use may be given a value.
    assert!(fold(&[("scale", 1.0), ("unused", 3.0)]).is_ok());
    // The same values fold to the same module.
    let [a, b] = [(); 2].map(|()| fold(&[("scale", 1.0)]).unwrap());
    assert!(Arc::ptr_eq(&a, &b));
    for (constants, why) in [
        (&[][..], "scale"),
        (
            &[("scale", 1.0), ("nope", 1.0)],
            "there is no override \"nope\"",
        ),
        (&[("scale", f64::NAN)], ""),
        (&[("scale", f64::INFINITY)], ""),
        (&[("scale", 1e300)], ""),
        (&[("scale", 1.0), ("size", -1.0)], ""),
        (&[("scale", 1.0), ("size", 0.0)], ""),
        (
            &[("scale", 1.0), ("size", 1e10)],
            "10000000000 is no u32 for the override \"size\"",
        ),
        (
            &[("scale", 1.0), ("size", 1.5)],
            "1.5 is no u32 for the override \"size\"",
        ),
    ] {
        let Err(error) = fold(constants) else {
            panic!("{constants:?} passed");
        };
        let text = error.to_string();
        assert!(
            matches!(error, Error::Constant { .. }),
            "{constants:?}: {text}"
        );
        assert!(
            text.starts_with("test.wgsl: ") && text.contains(why),
            "{text}"
        );
        assert!(
            text.contains("the overrides of this kernel: size: u32, scale (@id(7)): f32"),
            "{text}"
        );
    }
}

/// What a device must have, as the validator sees it.
#[test]
fn needed_of_a_device() {
    let rows = [
        ("", "array<u32>", Capabilities::empty()),
        ("enable f16;", "array<f16>", Capabilities::SHADER_FLOAT16),
        ("", "array<f64>", Capabilities::FLOAT64),
        ("", "array<u64>", Capabilities::SHADER_INT64),
        ("", "array<i64>", Capabilities::SHADER_INT64),
        (
            "",
            "array<atomic<u64>>",
            Capabilities::SHADER_INT64_ATOMIC_MIN_MAX,
        ),
    ];
    for (enable, ty, want) in rows {
        let needed = fold(&with_type(enable, ty)).capabilities;
        assert_eq!(needed, want, "{ty}");
    }
    let int64 = Capabilities::SHADER_INT64;
    for (op, want) in [
        ("Max", int64 | Capabilities::SHADER_INT64_ATOMIC_MIN_MAX),
        ("Add", int64 | Capabilities::SHADER_INT64_ATOMIC_ALL_OPS),
    ] {
        let wgsl = format!(
            "@group(0) @binding(0) var<storage, read_write> data: array<atomic<u64>>;
            @compute @workgroup_size(1) fn main() {{ atomic{op}(&data[0], 1lu); }}"
        );
        assert_eq!(fold(&wgsl).capabilities, want, "{op}");
    }
    for (builtin, op, subgroups) in [
        ("@builtin(local_invocation_index) i: u32", "i", false),
        ("@builtin(subgroup_size) i: u32", "i", true),
        ("@builtin(subgroup_invocation_id) i: u32", "i", true),
        (
            "@builtin(local_invocation_index) i: u32",
            "subgroupAdd(i)",
            true,
        ),
        (
            "@builtin(local_invocation_index) i: u32",
            "subgroupBroadcastFirst(i)",
            true,
        ),
    ] {
        let wgsl = format!(
            "@group(0) @binding(0) var<storage, read_write> out: array<u32>;
            @compute @workgroup_size(64) fn main({builtin}) {{ let x = {op}; out[0] = x; }}"
        );
        assert_eq!(fold(&wgsl).subgroups, subgroups, "{builtin} {op}");
    }
}
