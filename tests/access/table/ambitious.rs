//! Rows where the cut that is right takes a clever prover: that cut or a refusal, nothing else.

use polygpu::Axis::{X, Y, Z};

use crate::row::{Row, row};

pub fn rows() -> Vec<Row> {
    vec![
        // Two windows for each chunk, one running up and one down, whose hulls are nested.
        row("reverse_in_place")
            .len("data", 1000)
            .invocations([500, 1, 1])
            .cut(X, "data: split|halo|broadcast/split")
            .or_refused(),
        // Injective only because quotient and remainder together are; a chunk ends within a row.
        row("divide_and_transpose")
            .len("src", 6000)
            .len("dst", 6000)
            .set("dims", [100, 60])
            .invocations([6000, 1, 1])
            .cut(X, "src: split/none, dst: none/split")
            .or_refused(),
        // The window of one chunk wraps around and becomes two.
        row("rotate")
            .note("a shift")
            .len("src", 1000)
            .len("dst", 1000)
            .set("params.n", 1000u32)
            .set("params.shift", 100u32)
            .invocations([1000, 1, 1])
            .cut(X, "src: split/none, dst: none/split")
            .or_refused(),
        // Parity of x + y, carried through y * w + x, tells the cells that are read from those that are written.
        row("red_black")
            .len("rhs", 6000)
            .len("u", 6000)
            .set("sweep.w", 100u32)
            .set("sweep.h", 60u32)
            .set("sweep.colour", 0u32)
            .set("sweep.omega", 1.5f32)
            .invocations([100, 60, 1])
            .cut(Y, "rhs: split/none, u: halo|broadcast/split")
            .or_refused(),
        // In place, two windows written and two others read.
        row("edges_in_place")
            .len("field", 6000)
            .set("size.w", 100u32)
            .set("size.h", 60u32)
            .invocations([100, 1, 1])
            .cut(X, "field: split|halo|broadcast/split")
            .or_refused(),
        // Quotient and remainder of the workgroup's number; in rows of tiles it needs a step of four workgroups.
        row("matmul_linear_workgroups")
            .len("a", 64 * 32)
            .len("b", 32 * 64)
            .len("c", 64 * 64)
            .set("dims.m", 64u32)
            .set("dims.n", 64u32)
            .set("dims.k", 32u32)
            .workgroups([16, 1, 1])
            .cut(
                X,
                "a: split|halo|broadcast/none, b: broadcast/none, c: none/split",
            )
            .or_refused(),
        // Lower and upper triangle are apart, but only x < y says so.
        row("transpose_in_place")
            .len("m", 4096)
            .set("n", 64u32)
            .invocations([64, 64, 1])
            .cut(Y, "m: split|halo|broadcast/split")
            .cut(X, "m: split|halo|broadcast/split")
            .or_refused(),
        // Which column is best comes out of a loop: that it stays below `cols` takes a fixed point.
        row("argmax_rows")
            .len("logits", 5000)
            .len("winners", 100)
            .set("shape.rows", 100u32)
            .set("shape.cols", 50u32)
            .invocations([100, 1, 1])
            .cut(X, "logits: split|halo|broadcast/none, winners: none/split")
            .or_refused(),
        // A guard that is an inequality of two rows, no order.
        row("gauss_jordan")
            .len("factors", 64)
            .len("m", 4096)
            .set("step.n", 64u32)
            .set("step.k", 7u32)
            .invocations([64, 64, 1])
            .cut(Y, "factors: split/none, m: halo|broadcast/split")
            .or_refused(),
        // Pairs further apart than a workgroup: two windows for each chunk, whose hulls overlap.
        row("fft_stage")
            .note("half of 512")
            .len("data", 2048)
            .set("stage.n", 2048u32)
            .set("stage.half", 512u32)
            .invocations([1024, 1, 1])
            .cut(X, "data: split|halo|broadcast/split")
            .or_refused(),
        row("bitonic_step")
            .note("distance 512")
            .len("keys", 4096)
            .set("step.j", 512u32)
            .set("step.k", 1024u32)
            .invocations([4096, 1, 1])
            .cut(X, "keys: split|halo|broadcast/split")
            .or_refused(),
        row("bitonic_step")
            .note("distance 2048")
            .len("keys", 4096)
            .set("step.j", 2048u32)
            .set("step.k", 4096u32)
            .invocations([4096, 1, 1])
            .cut(X, "keys: split|halo|broadcast/split")
            .or_refused(),
        // One workgroup: nothing to cut, so either word is true.
        row("scan_one_workgroup")
            .note("one of them")
            .len("data", 1000)
            .workgroups([1, 1, 1])
            .cut(X, "data: split|broadcast/split|whole")
            .or_refused(),
        row("reduce_single")
            .note("one workgroup")
            .len("values", 1000)
            .len("result", 1)
            .workgroups([1, 1, 1])
            .cut(X, "values: split|broadcast/none, result: none/split|whole")
            .or_refused(),
        // The loop over a table of strides has to be followed turn by turn.
        row("strides_loop")
            .len("dst", 2400)
            .invocations([20, 12, 10])
            .cut(Z, "dst: none/split")
            .or_refused(),
        // r * (r + 1) / 2 is no affine form; its range keeps it within ten elements.
        row("loop_triangle")
            .len("triangles", 10_000)
            .len("traces", 1000)
            .invocations([1000, 1, 1])
            .cut(
                X,
                "triangles: split|halo|broadcast/none, traces: none/split",
            )
            .or_refused(),
    ]
}
