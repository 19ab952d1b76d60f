//! Every kind of bad input, with its exit code and a part of its message.

use crate::folder::{Folder, SAXPY, saxpy_inputs};

/// The end of a command line, the exit code, and what the message has to say.
const WRONG: &[(&str, i32, &str)] = &[
    ("check absent.wgsl", 2, "cannot read the kernel absent.wgsl"),
    ("check needs.wgsl", 2, "SIZE"),
    (
        "check needs.wgsl --constant SIZE=x",
        2,
        "\"x\" is not a finite number",
    ),
    (
        "check needs.wgsl --constant NO=1",
        2,
        "there is no override \"NO\"",
    ),
    ("run saxpy.wgsl", 2, "--invocations"),
    (
        "run saxpy.wgsl --invocations 1 --workgroups 1",
        2,
        "cannot be used with",
    ),
    (
        "run saxpy.wgsl --invocations 1.5",
        2,
        "\"1.5\" is not a whole number",
    ),
    (
        "run saxpy.wgsl --invocations 1,2,3,4",
        2,
        "at most three dimensions",
    ),
    (
        "run saxpy.wgsl --workgroups 4294967296",
        2,
        "at most 32 bits",
    ),
    ("run two.wgsl --workgroups 1", 2, "several entry points"),
    ("SAXPY --bind y", 2, "write a name, `=` and a value"),
    (
        "SAXPY --bind y=y.npz",
        2,
        "neither FILE.npy nor FILE.bin nor zeros:LEN",
    ),
    ("SAXPY --bind z=y.npy", 2, "has no binding \"z\""),
    ("SAXPY --bind y=absent.npy", 2, "absent.npy: No such file"),
    ("SAXPY --bind y=text.npy", 2, "text.npy: it is no .npy file"),
    ("SAXPY --bind y=cut.npy", 2, "cut.npy: it is damaged"),
    (
        "SAXPY --bind y=long.npy",
        2,
        "it holds i8, and y: array<f32> takes f4",
    ),
    (
        "SAXPY --bind y=odd.bin",
        2,
        "no whole number of elements of 4 bytes",
    ),
    ("SAXPY --bind y=zeros:-1", 2, "LEN is a whole number"),
    (
        "SAXPY --bind y=y.npy --bind y=y.npy",
        2,
        "--bind y was given twice",
    ),
    ("SAXPY", 2, "no value was given for y"),
    ("SAXPY --bind y=y.npy --set a=1", 2, "given a value twice"),
    ("SAXPY --bind y=y.npy --set b=1", 2, "has no binding \"b\""),
    (
        "SAXPY --bind y=y.npy --set a.n=1",
        2,
        "there is no such member; there are: a",
    ),
    (
        "SAXPY --bind y=y.npy --set a=1,2",
        2,
        "f32 takes 1 numbers, 2 were given",
    ),
    (
        "SAXPY --bind y=y.npy --set a=1e39",
        2,
        "1e39 is out of the range of f32",
    ),
    (
        "SAXPY --bind y=y.npy --set a=two",
        2,
        "\"two\" is not a number",
    ),
    (
        "BLUR --set size.width=4.5",
        2,
        "\"4.5\" is not a whole number, which u32 takes",
    ),
    (
        "BLUR --set size.width=-4",
        2,
        "-4 is out of the range of u32, 0 to 4294967295",
    ),
    ("BLUR --set size=1,2", 2, "Size is not a number or vector"),
    (
        "BLUR --set size.width=4",
        2,
        "no value was given for size.height",
    ),
    ("TYPES --set params.table=1", 2, "is not a number or vector"),
    (
        "TYPES --bind pairs=zeros:1 --out pairs=p.npy",
        2,
        "is made of structs",
    ),
    (
        "SAXPY --bind y=y.npy --out y=y.txt",
        2,
        "has to end in .npy or .bin",
    ),
    (
        "SAXPY --bind y=y.npy --out x=x2.npy",
        2,
        "which the kernel can't write",
    ),
    (
        "SAXPY --bind y=y.npy --out y=absent/y.npy",
        2,
        "there is no folder absent",
    ),
    (
        "SAXPY --bind y=y.npy --out y=a.npy --out y=a.npy",
        2,
        "a.npy was given twice",
    ),
    ("SAXPY --out y=a.npy", 2, "give it a content too"),
    (
        "SAXPY --bind y=y.npy --report absent/r.json",
        2,
        "there is no folder absent",
    ),
    (
        "SAXPY --bind y=y.npy --distribute y=cut:1",
        2,
        "\"cut:1\" is no distribution",
    ),
    (
        "SAXPY --bind y=y.npy --distribute y=split:0",
        2,
        "zero elements",
    ),
    (
        "SAXPY --bind y=y.npy --distribute y=broadcast",
        2,
        "state split or reduce",
    ),
    (
        "SAXPY --bind y=y.npy --distribute a=split:1",
        2,
        "it is a uniform",
    ),
    (
        "SAXPY --bind y=y.npy --axis w",
        2,
        "is no axis: write x, y or z",
    ),
    (
        "SAXPY --bind y=y.npy --schedule fair",
        2,
        "write dynamic, even, weights:A,B,... or single:INDEX",
    ),
    (
        "SAXPY --bind y=y.npy --schedule single:99",
        2,
        "there is no device 99",
    ),
    (
        "SAXPY --bind y=y.npy --schedule weights:1,x",
        2,
        "\"x\" is not a number",
    ),
    ("SAXPY --bind y=y.npy --logical 0", 2, "0 is not in 1..=64"),
    (
        "SAXPY --bind y=y.npy --devices nothing-of-that-name",
        2,
        "matches no adapter",
    ),
    (
        "run large.wgsl --workgroups 1",
        1,
        "can't run on any of the devices",
    ),
    (
        "run scatter.wgsl --workgroups 64 --bind y=zeros:64 --distribute y=split:1 --devices 0 --logical 2",
        1,
        "outside the stated distribution",
    ),
];

#[test]
fn what_is_wrong_is_named() {
    let folder = Folder::new("wrong");
    saxpy_inputs(&folder);
    let short = [
        ("SAXPY", SAXPY),
        (
            "BLUR",
            "run blur.wgsl --invocations 8,8 --bind image=zeros:64 --bind blurred=zeros:64",
        ),
        ("TYPES", "run types.wgsl --workgroups 1 --bind out=zeros:1"),
    ];
    for (arguments, code, fragment) in WRONG {
        let (name, long) = *short
            .iter()
            .find(|(name, _)| arguments.starts_with(name))
            .unwrap_or(&("", ""));
        let ran = folder.polygpu(&arguments.replacen(name, long, 1));
        let error = ran.error();
        assert_eq!(ran.code, Some(*code), "{arguments}\n{error}");
        assert!(error.starts_with("error: "), "{arguments}\n{error}");
        assert!(error.contains(fragment), "{arguments}\n{error}");
        assert!(!error.contains("panicked"), "{arguments}\n{error}");
        assert_eq!(ran.stdout, "", "{arguments}");
    }
}
