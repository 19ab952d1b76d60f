//! Distributions that can't be right: the message, and the line that forbids it.

use super::*;

/// What the message says, and of which line: the one marked in the WGSL by `// <-`.
fn refused(wgsl: &str, binding: &str, stated: Distribution, why: &str) {
    let folded = fold(wgsl);
    let bindings = &folded.interface.bindings;
    let distributions: Vec<_> = bindings
        .iter()
        .map(|b| {
            let other = b.is_writable().then(|| Distribution::split(1));
            if b.name == binding {
                Some(stated)
            } else {
                other
            }
        })
        .collect();
    let lens = vec![10; bindings.len()];
    let error = plan(&folded, 10, &lens, &distributions).unwrap_err();
    let line = wgsl
        .lines()
        .position(|line| line.contains("// <-"))
        .unwrap()
        + 1;
    let place = format!("test.wgsl: the distribution of {binding:?} (line {line}): ");
    let text = error.to_string();
    assert!(
        text.starts_with(&place) && text.contains(why),
        "{stated}: {text}"
    );
}

const WRITTEN: &str = "
    @group(0) @binding(0) var<storage, read_write> y: array<u32>;
    @compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3<u32>) {
        y[id.x] = 1u; // <-
    }";

#[test]
fn overlapping_writes() {
    let halo = "with a halo the windows of neighbouring chunks overlap: write to another binding";
    refused(WRITTEN, "y", Distribution::halo(1, 1, 0), halo);
    refused(WRITTEN, "y", Distribution::halo((1, 4), 0, 1), halo);
    let all = "the windows of all chunks overlap: state split or reduce";
    refused(WRITTEN, "y", Distribution::broadcast(), all);
    // An atomic is a write too.
    let atomic = "
        @group(0) @binding(0) var<storage, read_write> y: array<atomic<u32>>;
        @compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3<u32>) {
            atomicAdd(&y[id.x], 1u); // <-
        }";
    refused(atomic, "y", Distribution::halo(1, 1, 1), halo);
    refused(atomic, "y", Distribution::broadcast(), all);
}

#[test]
fn nothing_stated_for_a_written_one() {
    let wgsl = "
        @group(0) @binding(0) var<storage, read_write> y: array<u32>;
        @group(0) @binding(1) var<storage, read_write> z: array<u32>;
        @compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3<u32>) {
            y[id.x] = 1u;
            z[id.x / 2u * 77u] = 1u;
            z[3] = 1u;
        }";
    let folded = fold(wgsl);
    let split = Some(Distribution::split(1));
    let error = plan(&folded, 10, &[10; 2], &[split, None]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "test.wgsl: the distribution of \"z\" (line 7): no distribution was stated for it, and none can be proven: workgroups of different chunks along x may write one element here"
    );
}

#[test]
fn ratios_of_zero() {
    let line = WRITTEN
        .replace(" // <-", "")
        .replace("array<u32>;", "array<u32>; // <-");
    let zero = "zero elements per invocation (or a number beyond u32)";
    refused(&line, "y", Distribution::split(0), zero);
    refused(&line, "y", Distribution::split(-3), zero);
    refused(&line, "y", Distribution::split(1usize << 32), zero);
    refused(&line, "y", Distribution::split((0, 4)), zero);
    refused(
        &line,
        "y",
        Distribution::split((1, 0)),
        "a fraction of zero",
    );
}

#[test]
fn what_is_no_array() {
    let wgsl = "
        struct Pair { a: u32, b: vec2<f32> }
        @group(0) @binding(0) var<storage, read> one: Pair; // <-
        @group(0) @binding(1) var<storage, read_write> y: array<u32>;
        @compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3<u32>) {
            y[id.x] = one.a;
        }";
    let why = "it is no array but Pair, so it can't be split: broadcast it, or reduce it";
    refused(wgsl, "one", Distribution::split(1), why);
}

#[test]
fn arrays_as_a_whole() {
    for statement in ["copy = a;", "let all = a; copy[0] = all[id.x % 4u];"] {
        let wgsl = format!(
            "
            @group(0) @binding(0) var<storage, read> a: array<u32, 4>;
            @group(0) @binding(1) var<storage, read_write> copy: array<u32, 4>;
            @compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3<u32>) {{
                {statement} // <-
            }}"
        );
        let why = "the whole array is loaded or stored at once here";
        refused(&wgsl, "a", Distribution::split(1), why);
    }
    let wgsl = "
        @group(0) @binding(0) var<storage, read_write> a: array<u32, 4>;
        @compute @workgroup_size(1) fn main() {
            a = array<u32, 4>(); // <-
        }";
    let why = "the whole array is loaded or stored at once here";
    refused(wgsl, "a", Distribution::split(1), why);
}

#[test]
fn heads_that_are_written() {
    for statement in [
        "list.count = 1u;",
        "list.more.x = 1u;",
        "list.fixed[id.x] = 1u;",
    ] {
        let wgsl = format!(
            "
            struct List {{ count: u32, fixed: array<u32, 3>, more: vec2<u32>, items: array<u32> }}
            @group(0) @binding(0) var<storage, read_write> list: List;
            @compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3<u32>) {{
                list.items[id.x] = 1u;
                {statement} // <-
            }}"
        );
        let why = "the head of the struct is written here, and every chunk has that head";
        refused(&wgsl, "list", Distribution::split(1), why);
    }
    let wgsl = "
        struct List { count: atomic<u32>, items: array<u32> }
        @group(0) @binding(0) var<storage, read_write> list: List;
        @compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3<u32>) {
            let at = atomicAdd(&list.count, 1u); // <-
            list.items[at] = id.x;
        }";
    let why = "the head of the struct is written here";
    refused(wgsl, "list", Distribution::split(1), why);
}

#[test]
fn reductions() {
    let kernel = |ty: &str, statement: &str| {
        format!(
            "
            @group(0) @binding(0) var<storage, read_write> y: array<{ty}>;
            @compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3<u32>) {{
                {statement}
            }}"
        )
    };
    let other = "this atomic operation is not of the kind that reduce(";
    let used = "the result of this atomic operation is used";
    let stored = "it is read or stored here, where a chunk sees its own copy only";
    for (op, statement, why) in [
        (ReduceOp::Sum, "atomicMax(&y[0], 1u); // <-", other),
        (ReduceOp::Max, "atomicAdd(&y[0], 1u); // <-", other),
        (ReduceOp::Min, "atomicMax(&y[0], 1u); // <-", other),
        (ReduceOp::Sum, "atomicOr(&y[0], 1u); // <-", other),
        (ReduceOp::Sum, "atomicExchange(&y[0], 1u); // <-", other),
        (
            ReduceOp::Sum,
            "atomicAdd(&y[0], 1u); atomicSub(&y[0], 1u);\natomicXor(&y[0], 1u); // <-",
            other,
        ),
        (
            ReduceOp::Sum,
            "if (atomicAdd(&y[0], 1u) > 3u) { return; } // <-",
            used,
        ),
        (
            ReduceOp::Sum,
            "let i = atomicAdd(&y[0], 1u); // <-\natomicAdd(&y[i], 1u);",
            used,
        ),
        (
            ReduceOp::Sum,
            "atomicAdd(&y[1], atomicLoad(&y[0])); // <-",
            stored,
        ),
        (ReduceOp::Sum, "atomicStore(&y[0], 1u); // <-", stored),
        (
            ReduceOp::Sum,
            "loop { atomicAdd(&y[0], 1u); if (atomicLoad(&y[1]) > 0u) { break; } } // <-",
            stored,
        ),
    ] {
        let wgsl = kernel("atomic<u32>", statement);
        refused(&wgsl, "y", Distribution::reduce(op), why);
    }
    // What is no array of integers, at the declaration.
    let integers =
        "reduce takes integer atomics of one type, in arrays or structs without padding, not ";
    for (ty, statement) in [("f32", "y[0] = 1.0;"), ("vec2<f32>", "y[0].x = 1.0;")] {
        let wgsl = kernel(ty, statement).replace(">;\n", ">; // <-\n");
        refused(&wgsl, "y", Distribution::reduce(ReduceOp::Sum), integers);
    }
    // What is right.
    for (op, statement) in [
        (
            ReduceOp::Sum,
            "atomicAdd(&y[id.x % 3u], 1u); atomicSub(&y[0], 2u);",
        ),
        (ReduceOp::Min, "atomicMin(&y[0], id.x);"),
        (ReduceOp::Max, "atomicMax(&y[0], id.x);"),
        (
            ReduceOp::Max,
            "let n = arrayLength(&y); atomicMax(&y[n - 1u], id.x);",
        ),
    ] {
        let folded = fold(&kernel("atomic<u32>", statement));
        let stated = [Some(Distribution::reduce(op))];
        plan(&folded, 10, &[10], &stated).unwrap_or_else(|error| panic!("{statement}: {error}"));
    }
}

/// Writes that happen in a helper count as well.
#[test]
fn in_helpers() {
    let wgsl = "
        @group(0) @binding(0) var<storage, read_write> y: array<u32>;
        fn put(i: u32) {
            y[i] = 1u; // <-
        }
        @compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3<u32>) {
            if (id.x > 3u) { put(id.x); }
        }";
    let why = "the windows of all chunks overlap";
    refused(wgsl, "y", Distribution::broadcast(), why);
    let wgsl = "
        @group(0) @binding(0) var<storage, read_write> y: array<u32>;
        @compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3<u32>) {
            let p = &y[id.x];
            *p = 1u; // <-
        }";
    refused(wgsl, "y", Distribution::halo(1, 1, 1), "overlap");
}

/// An axis alone says where to cut, if that is right.
#[test]
fn an_axis_alone() {
    for (axis, grid, cut, why) in [
        (Axis::X, [4, 4, 1], Some(Axis::X), ""),
        (Axis::Y, [4, 4, 1], None, "may write one element"),
        (Axis::Y, [4, 1, 1], None, "single workgroup along y"),
    ] {
        let plan = Plan::new(&Request {
            kernel: "test.wgsl",
            folded: &fold(WRITTEN),
            grid,
            lens: &[1000],
            content: &[None],
            distributions: &[None],
            axis: Some(axis),
            trusted: false,
            divide: true,
        })
        .unwrap();
        assert_eq!(plan.axis, cut);
        let refused = plan
            .refused
            .map_or(String::new(), |refusal| refusal.to_string());
        assert!(refused.contains(why), "{refused}");
    }
}
