//! WGSL that is not valid, and what polygpu refuses, with the line.

use super::*;

/// Line, column and the source line; the place and the line stand in the text too.
#[test]
fn wgsl_errors() {
    for (wgsl, line, column, part) in [
        ("fn main( {}", 1, 10, "fn main( {}"),
        (
            "\n\n  @compute @workgroup_size(1) fn main() { let x = ; }",
            3,
            51,
            "let x = ;",
        ),
        (
            "@compute @workgroup_size(1) fn main() {\n    y = 1u;\n}",
            2,
            5,
            "no definition in scope",
        ),
        (
            "@group(0) @binding(0) var<storage, read> x: array<f32>;\n@compute @workgroup_size(1) fn main() { x[0] = 1.0; }",
            2,
            41,
            "x[0] = 1.0",
        ),
        (
            "@compute @workgroup_size(1) fn main() {\n  let a: f32 = 1u;\n}",
            2,
            7,
            "f32",
        ),
        (
            "@compute @workgroup_size(1) fn main() { loop { } ",
            1,
            50,
            "",
        ),
        ("\u{1F600}", 1, 1, ""),
        ("enable nonsense;", 1, 8, "nonsense"),
        (
            "@group(0) @binding(0) var<storage, read> a: array<f32>;\n@group(0) @binding(0) var<storage, read_write> b: array<f32>;\n@compute @workgroup_size(1) fn main() { b[0] = a[0]; }",
            2,
            23,
            "",
        ),
    ] {
        let error = Kernel::from_wgsl("bad.wgsl", wgsl).unwrap_err();
        let text = error.to_string();
        let Error::Wgsl {
            line: l,
            column: c,
            message,
            ..
        } = &error
        else {
            panic!("{text}");
        };
        assert_eq!((*l, *c), (line, column), "{text}");
        assert!(text.starts_with(&format!(
            "bad.wgsl:{line}:{column}: the WGSL is not valid\n"
        )));
        assert!(message.contains(part), "{text}");
        let source = wgsl.lines().nth(line as usize - 1).unwrap();
        assert!(message.contains(source.trim()), "{text}");
    }
}

/// Generated code that would overflow the stack of a parser or a compiler, which ends the process. Each shape, the levels that are
/// loaded and planned, and whether ten times as many are as well.
#[test]
fn deep_nesting() {
    let levels = |count: usize, level: &dyn Fn(usize) -> String| -> String {
        (1..count).map(level).collect()
    };
    let functions = |count| {
        let called = levels(count, &|k| {
            format!("fn f{k}(x: u32) -> u32 {{ return f{}(x) + 1u; }}\n", k - 1)
        });
        format!("fn f0(x: u32) -> u32 {{ return x; }}\n{called}")
    };
    let types = |count| {
        let outer = levels(count, &|k| format!("struct S{k} {{ a: S{} }}\n", k - 1));
        format!(
            "struct S0 {{ a: u32 }}\n{outer} var<private> s: S{};\n",
            count - 1
        )
    };
    type Shape<'a> = &'a dyn Fn(usize) -> (String, String);
    let shapes: [(&str, usize, bool, Shape<'_>); 6] = [
        ("else if", 400, false, &|count| {
            let branches = levels(count, &|k| format!(" else if i == {k}u {{ v = {k}u; }}"));
            (String::new(), format!("if i == 0u {{ v = 1u; }}{branches}"))
        }),
        ("calls", 400, false, &|count| {
            (functions(count), format!("v = f{}(i);", count - 1))
        }),
        ("types", 400, false, &|count| {
            (types(count), format!("v = s{};", ".a".repeat(count)))
        }),
        ("unary", 1000, true, &|count| {
            (String::new(), format!("v = {}i;", "~".repeat(count)))
        }),
        ("swizzles", 1000, true, &|count| {
            (
                String::new(),
                format!("v = vec4(i){}.x;", ".xyzw".repeat(count)),
            )
        }),
        ("sum", 300, true, &|count| {
            (String::new(), format!("v = i{};", " + 7u".repeat(count)))
        }),
    ];
    for (name, count, more, shape) in shapes {
        for (count, good) in [(count, true), (10 * count, more)] {
            let (before, body) = shape(count);
            let wgsl = format!(
                "{before} @group(0) @binding(0) var<storage, read_write> data: array<u32>;
                @compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3<u32>) {{
                    let i = id.x; var v = 0u; {body} data[i] = v;
                }}"
            );
            match Kernel::from_wgsl("deep.wgsl", wgsl) {
                Ok(kernel) => {
                    assert!(good, "{name} {count}");
                    let mut data = vec![0_u32; 640];
                    let launch = crate::Launch::dry(&kernel).bind_mut("data", &mut data);
                    let planned = launch.workgroups([10, 1, 1]).plan();
                    assert!(planned.is_ok(), "{name} {count}: {:?}", planned.err());
                }
                Err(error) => {
                    assert!(!good, "{name} {count}: {error}");
                    let text = error.to_string();
                    assert!(
                        text.contains("more than 500 deep"),
                        "{name} {count}: {text}"
                    );
                }
            }
        }
    }
}

#[test]
fn entry_points() {
    let two = "@compute @workgroup_size(1) fn a() {} @compute @workgroup_size(1) fn b() {}";
    let none = "@fragment fn a() -> @location(0) vec4<f32> { return vec4(0.0); }";
    let error = Kernel::from_wgsl("k.wgsl", none).unwrap_err().to_string();
    assert_eq!(
        error,
        "k.wgsl: there is no @compute entry point; its compute entry points: none"
    );
    let error = Kernel::from_wgsl("k.wgsl", "").unwrap_err().to_string();
    assert_eq!(
        error,
        "k.wgsl: there is no @compute entry point; its compute entry points: none"
    );
    let error = load(two).interface().unwrap_err().to_string();
    assert_eq!(
        error,
        "test.wgsl: there are several entry points: choose one by name; its compute entry points: a, b"
    );
    let error = load(two).entry("c").unwrap_err().to_string();
    assert_eq!(
        error,
        "test.wgsl: there is no compute entry point \"c\"; its compute entry points: a, b"
    );
    assert!(load(two).entry("").is_err());
    let error = Kernel::from_file("no/such.wgsl").unwrap_err().to_string();
    assert!(
        error.starts_with("cannot read the kernel no/such.wgsl: "),
        "{error}"
    );
}

/// The declaration that is refused, how the kernel uses it, and the message; it stands in line 3.
#[test]
fn refused_by_name() {
    let coherent =
        "v is coherent or volatile: chunks on different devices can't see each other's writes";
    // Each struct holds the next one twice.
    let doubled: String = (0..19)
        .map(|i| format!("struct S{i} {{ a: S{}, b: S{} }} ", i + 1, i + 1))
        .chain([
            "struct S19 { a: f32, b: f32 } @group(0) @binding(1) var<storage> v: S0;".to_owned(),
        ])
        .collect();
    for (declaration, usage, why) in [
        (
            "@group(0) @binding(1) var v: texture_2d<f32>;",
            "textureLoad(v, vec2(0, 0), 0).x",
            "v is a texture: polygpu takes buffers only; pass the texels as a storage buffer",
        ),
        (
            "@group(0) @binding(1) var v: texture_storage_2d<r32float, write>;",
            "f32(textureDimensions(v).x)",
            "v is a texture: ",
        ),
        (
            "@group(0) @binding(1) var v: sampler; @group(0) @binding(2) var t: texture_2d<f32>;",
            "textureSampleLevel(t, v, vec2(0.0), 0.0).x",
            "v is a sampler: polygpu takes buffers only; interpolate in the kernel",
        ),
        (
            "struct S { x: f32 } @group(0) @binding(1) var<storage, read> v: binding_array<S, 4>;",
            "v[1].x",
            "v is a binding array: give each buffer a binding of its own",
        ),
        (
            "var<immediate> v: f32;",
            "v",
            "v is in the immediate address space: use a uniform",
        ),
        (
            "@group(0) @binding(1) @coherent var<storage, read_write> v: array<f32>;",
            "v[0]",
            coherent,
        ),
        (
            "@group(0) @binding(1) @volatile var<storage, read_write> v: array<f32>;",
            "v[0]",
            coherent,
        ),
        (
            &doubled,
            "v.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a",
            "S8 has 8190 members, those of members included: ",
        ),
    ] {
        let wgsl = format!(
            "enable wgpu_binding_array;
@group(0) @binding(0) var<storage, read_write> out: array<f32>;
{declaration}
@compute @workgroup_size(1) fn main() {{ out[0] = {usage}; }}
@compute @workgroup_size(1) fn other() {{ out[0] = 1.0; }}"
        );
        let kernel = load(&wgsl);
        let error = kernel
            .entry("main")
            .unwrap()
            .interface()
            .unwrap_err()
            .to_string();
        assert!(error.starts_with(&format!("test.wgsl:3: {why}")), "{error}");
        // What an entry point does not use is no reason.
        assert!(
            kernel.entry("other").unwrap().interface().is_ok(),
            "{declaration}"
        );
    }
}
