//! Matrices, transformers, transforms, sorting: rows, columns, heads, pairs.

use polygpu::Axis::{X, Y, Z};

use crate::row::{Row, row};

/// The product of a 100 x 40 and a 40 x 60 matrix.
fn product(kernel: &'static str) -> Row {
    row(kernel)
        .len("a", 100 * 40)
        .len("b", 40 * 60)
        .len("c", 100 * 60)
        .set("dims.m", 100u32)
        .set("dims.n", 60u32)
        .set("dims.k", 40u32)
}

/// The product of a 16 x 32 and a 32 x 256 matrix.
fn wide(kernel: &'static str) -> Row {
    row(kernel)
        .len("a", 16 * 32)
        .len("b", 32 * 256)
        .len("c", 16 * 256)
        .set("dims.m", 16u32)
        .set("dims.n", 256u32)
        .set("dims.k", 32u32)
}

pub fn rows() -> Vec<Row> {
    vec![
        product("matmul_naive")
            .invocations([60, 100, 1])
            .cut(Y, "a: split/none, b: broadcast/none, c: none/split"),
        product("matmul_rows_on_x")
            .invocations([100, 60, 1])
            .cut(X, "a: split/none, b: broadcast/none, c: none/split"),
        row("matmul_unguarded")
            .note("exact")
            .len("a", 4096)
            .len("b", 4096)
            .len("c", 4096)
            .set("n", 64u32)
            .invocations([64, 64, 1])
            .cut(Y, "a: split/none, b: broadcast/none, c: none/split"),
        row("matmul_unguarded")
            .note("rounded up")
            .len("a", 3600)
            .len("b", 3600)
            .len("c", 3600)
            .set("n", 60u32)
            .invocations([60, 60, 1])
            .whole("c", "a: broadcast/none, b: broadcast/none, c: none/whole"),
        product("matmul_tiled")
            .workgroups([4, 7, 1])
            .cut(Y, "a: split/none, b: broadcast/none, c: none/split"),
        row("matmul_tiled_exact")
            .note("exact")
            .len("a", 4096)
            .len("b", 4096)
            .len("c", 4096)
            .set("size", 64u32)
            .invocations([64, 64, 1])
            .cut(Y, "a: split/none, b: broadcast/none, c: none/split"),
        row("matmul_tiled_exact")
            .note("rounded up")
            .len("a", 3600)
            .len("b", 3600)
            .len("c", 3600)
            .set("size", 60u32)
            .invocations([60, 60, 1])
            .whole("c", "a: broadcast/none, b: broadcast/none, c: none/whole"),
        product("matmul_blocked")
            .invocations([15, 25, 1])
            .cut(Y, "a: split/none, b: broadcast/none, c: none/split"),
        row("matmul_transposed_b")
            .note("many rows")
            .len("a", 256 * 32)
            .len("b", 64 * 32)
            .len("c", 256 * 64)
            .set("dims.m", 256u32)
            .set("dims.n", 64u32)
            .set("dims.k", 32u32)
            .invocations([64, 256, 1])
            .cut(Y, "a: split/none, b: broadcast/none, c: none/split"),
        row("matmul_transposed_b")
            .note("one row of workgroups")
            .len("a", 16 * 32)
            .len("b", 256 * 32)
            .len("c", 16 * 256)
            .set("dims.m", 16u32)
            .set("dims.n", 256u32)
            .set("dims.k", 32u32)
            .invocations([256, 16, 1])
            .cut(X, "a: broadcast/none, b: split/none, c: none/split"),
        row("matmul_batched")
            .len("a", 4 * 32 * 16)
            .len("b", 4 * 16 * 24)
            .len("c", 4 * 32 * 24)
            .set("dims.m", 32u32)
            .set("dims.n", 24u32)
            .set("dims.k", 16u32)
            .set("dims.batch", 4u32)
            .invocations([24, 32, 4])
            .cut(Z, "a: split/none, b: split/none, c: none/split"),
        row("matmul_batched")
            .note("a batch of one")
            .len("a", 32 * 16)
            .len("b", 16 * 24)
            .len("c", 32 * 24)
            .set("dims.m", 32u32)
            .set("dims.n", 24u32)
            .set("dims.k", 16u32)
            .set("dims.batch", 1u32)
            .invocations([24, 32, 1])
            .cut(Y, "a: split/none, b: broadcast/none, c: none/split"),
        row("matvec")
            .len("a", 100 * 40)
            .len("x", 40)
            .len("y", 100)
            .invocations([100, 1, 1])
            .cut(X, "a: split/none, x: broadcast/none, y: none/split"),
        row("matvec_workgroup")
            .len("a", 100 * 200)
            .len("x", 200)
            .len("y", 100)
            .set("dims.rows", 100u32)
            .set("dims.cols", 200u32)
            .workgroups([100, 1, 1])
            .cut(X, "a: split/none, x: broadcast/none, y: none/split"),
        row("outer_product")
            .len("a", 200)
            .len("b", 50)
            .len("out", 10_000)
            .invocations([50, 200, 1])
            .cut(Y, "a: split/none, b: broadcast/none, out: none/split"),
        // Of both axes, one has its writes interleaved and one its reads.
        row("transpose_scatter")
            .len("src", 96 * 64)
            .len("dst", 96 * 64)
            .set("dims.width", 96u32)
            .set("dims.height", 64u32)
            .invocations([96, 64, 1])
            .cut(Y, "src: split/none, dst: none/split")
            .cut(X, "src: split|halo|broadcast/none, dst: none/split"),
        row("transpose_gather")
            .len("src", 96 * 64)
            .len("dst", 96 * 64)
            .set("dims.width", 96u32)
            .set("dims.height", 64u32)
            .invocations([64, 96, 1])
            .cut(Y, "src: split|halo|broadcast/none, dst: none/split")
            .cut(X, "src: split/none, dst: none/split"),
        row("transpose_tiled")
            .len("src", 96 * 64)
            .len("dst", 96 * 64)
            .set("dims.width", 96u32)
            .set("dims.height", 64u32)
            .workgroups([6, 4, 1])
            .cut(Y, "src: split/none, dst: none/split")
            .cut(X, "src: split|halo|broadcast/none, dst: none/split"),
        row("attention_scores")
            .len("q", 4 * 32 * 16)
            .len("k", 4 * 32 * 16)
            .len("scores", 4 * 32 * 32)
            .set("shape.tokens", 32u32)
            .set("shape.dim", 16u32)
            .set("shape.heads", 4u32)
            .set("shape.scale", 0.25f32)
            .invocations([32, 32, 4])
            .cut(Z, "q: split/none, k: split/none, scores: none/split"),
        row("attention_scores")
            .note("one head")
            .len("q", 32 * 16)
            .len("k", 32 * 16)
            .len("scores", 32 * 32)
            .set("shape.tokens", 32u32)
            .set("shape.dim", 16u32)
            .set("shape.heads", 1u32)
            .set("shape.scale", 0.25f32)
            .invocations([32, 32, 1])
            .cut(Y, "q: split/none, k: broadcast/none, scores: none/split"),
        row("softmax_rows")
            .len("scores", 5000)
            .set("shape.rows", 100u32)
            .set("shape.cols", 50u32)
            .invocations([100, 1, 1])
            .cut(X, "scores: split/split"),
        row("attention_fused")
            .len("q", 1024)
            .len("k", 1024)
            .len("v", 1024)
            .len("result", 1024)
            .set("shape.tokens", 64u32)
            .set("shape.dim", 16u32)
            .invocations([64, 1, 1])
            .cut(
                X,
                "q: split/none, k: broadcast/none, v: broadcast/none, result: none/split",
            ),
        row("attention_causal")
            .len("weights", 64 * 64)
            .len("v", 64 * 16)
            .len("result", 64 * 16)
            .set("shape.tokens", 64u32)
            .set("shape.dim", 16u32)
            .invocations([16, 64, 1])
            .cut(
                Y,
                "weights: split/none, v: halo|broadcast/none, result: none/split",
            ),
        row("split_heads")
            .len("src", 64 * 64)
            .len("dst", 64 * 64)
            .set("shape.tokens", 64u32)
            .set("shape.heads", 4u32)
            .set("shape.dim", 16u32)
            .invocations([64, 64, 1])
            .cut(Y, "src: split/none, dst: none/split")
            .cut(X, "src: split|halo|broadcast/none, dst: none/split"),
        row("merge_heads")
            .len("src", 64 * 64)
            .len("dst", 64 * 64)
            .set("shape.tokens", 64u32)
            .set("shape.heads", 4u32)
            .set("shape.dim", 16u32)
            .invocations([16, 64, 4])
            .cut(Y, "src: split|halo|broadcast/none, dst: none/split")
            .cut(Z, "src: split/none, dst: none/split"),
        row("rope")
            .len("x", 64 * 32)
            .set("rope.tokens", 64u32)
            .set("rope.dim", 32u32)
            .set("rope.first", 5u32)
            .invocations([16, 64, 1])
            .cut(Y, "x: split/split"),
        row("kv_cache")
            .len("fresh", 8 * 32)
            .len("keys", 100 * 32)
            .set("cache.position", 20u32)
            .set("cache.tokens", 8u32)
            .set("cache.dim", 32u32)
            .invocations([32, 8, 1])
            .cut(Y, "fresh: split/none, keys: none/split"),
        row("rms_norm")
            .len("x", 50 * 200)
            .len("weight", 200)
            .len("result", 50 * 200)
            .set("shape.cols", 200u32)
            .set("shape.eps", 1e-5f32)
            .workgroups([50, 1, 1])
            .cut(
                X,
                "x: split/none, weight: broadcast/none, result: none/split",
            ),
        row("batch_norm")
            .len("scale", 8)
            .len("shift", 8)
            .len("x", 4 * 8 * 64)
            .set("shape.plane", 64u32)
            .set("shape.channels", 8u32)
            .invocations([4 * 8 * 64, 1, 1])
            .cut(
                X,
                "scale: broadcast/none, shift: broadcast/none, x: split/split",
            ),
        row("bias_gelu")
            .len("bias", 50)
            .len("x", 5000)
            .invocations([5000, 1, 1])
            .cut(X, "bias: broadcast/none, x: split/split"),
        row("embedding")
            .len("tokens", 50)
            .len("table", 100 * 32)
            .len("result", 50 * 32)
            .set("shape.tokens", 50u32)
            .set("shape.dim", 32u32)
            .invocations([32, 50, 1])
            .cut(
                Y,
                "tokens: split/none, table: broadcast/none, result: none/split",
            ),
        row("dequantize_matvec")
            .len("quants", 100 * 16)
            .len("scales", 100 * 4)
            .len("x", 128)
            .len("y", 100)
            .set("dims.rows", 100u32)
            .set("dims.blocks", 4u32)
            .invocations([100, 1, 1])
            .cut(
                X,
                "quants: split/none, scales: split/none, x: broadcast/none, y: none/split",
            ),
        row("cross_entropy")
            .len("logits", 1000)
            .len("labels", 100)
            .len("loss", 100)
            .set("shape.rows", 100u32)
            .set("shape.classes", 10u32)
            .invocations([100, 1, 1])
            .cut(
                X,
                "logits: broadcast/none, labels: split/none, loss: none/split",
            ),
        row("jacobi_dense")
            .len("a", 10_000)
            .len("b", 100)
            .len("x", 100)
            .len("x_next", 100)
            .invocations([100, 1, 1])
            .cut(
                X,
                "a: split/none, b: split/none, x: broadcast/none, x_next: none/split",
            ),
        row("gauss_seidel")
            .len("a", 10_000)
            .len("b", 100)
            .len("x", 100)
            .invocations([100, 1, 1])
            .whole(
                "x",
                "a: broadcast/none, b: broadcast/none, x: broadcast/whole",
            ),
        // Row 7 is read by all, rows from 8 on are written.
        row("eliminate")
            .len("m", 4096)
            .set("step.n", 64u32)
            .set("step.k", 7u32)
            .invocations([56, 56, 1])
            .cut(Y, "m: halo|broadcast/split"),
        row("spmv_csr")
            .len("row_pointers", 1001)
            .len("columns", 5000)
            .len("entries", 5000)
            .len("x", 1000)
            .len("y", 1000)
            .invocations([1000, 1, 1])
            .cut(
                X,
                "row_pointers: halo/none, columns: broadcast/none, entries: broadcast/none, \
                 x: broadcast/none, y: none/split",
            ),
        row("column_sums")
            .len("m", 2000)
            .len("sums", 100)
            .set("dims.rows", 20u32)
            .set("dims.cols", 100u32)
            .invocations([100, 1, 1])
            .cut(X, "m: split|halo|broadcast/none, sums: none/split"),
        row("two_planes")
            .note("apart")
            .len("polar", 1000)
            .len("planes", 2000)
            .set("params.count", 1000u32)
            .set("params.plane", 1000u32)
            .invocations([1000, 1, 1])
            .cut(X, "polar: split/none, planes: none/split"),
        // Element 500 is written by invocation 500 and by invocation 0.
        row("two_planes")
            .note("overlapping")
            .len("polar", 1000)
            .len("planes", 2000)
            .set("params.count", 1000u32)
            .set("params.plane", 500u32)
            .invocations([1000, 1, 1])
            .whole("planes", "polar: broadcast/none, planes: none/whole"),
        row("deinterleave")
            .len("rgb", 3000)
            .len("planes", 3000)
            .set("pixels", 1000u32)
            .invocations([1000, 1, 1])
            .cut(X, "rgb: split/none, planes: none/split"),
        row("interleave")
            .len("planes", 2000)
            .len("pairs", 2000)
            .invocations([1000, 1, 1])
            .cut(X, "planes: split|halo|broadcast/none, pairs: none/split"),
        // A workgroup's 64 pairs are 4 blocks of 32 elements, or one of 128.
        row("fft_stage")
            .note("half of 16")
            .len("data", 2048)
            .set("stage.n", 2048u32)
            .set("stage.half", 16u32)
            .invocations([1024, 1, 1])
            .cut(X, "data: split/split"),
        row("fft_stage")
            .note("half of 64")
            .len("data", 2048)
            .set("stage.n", 2048u32)
            .set("stage.half", 64u32)
            .invocations([1024, 1, 1])
            .cut(X, "data: split/split"),
        // i ^ 8 stays in the same block of 16.
        row("bitonic_step")
            .note("distance 8")
            .len("keys", 4096)
            .set("step.j", 8u32)
            .set("step.k", 16u32)
            .invocations([4096, 1, 1])
            .cut(X, "keys: split/split"),
        row("bitonic_local")
            .len("keys", 4096)
            .workgroups([16, 1, 1])
            .cut(X, "keys: split/split"),
        row("odd_even_sort")
            .note("even pairs")
            .len("keys", 1000)
            .set("phase", 0u32)
            .invocations([500, 1, 1])
            .cut(X, "keys: split/split"),
        row("odd_even_sort")
            .note("odd pairs")
            .len("keys", 1000)
            .set("phase", 1u32)
            .invocations([500, 1, 1])
            .cut(X, "keys: split/split"),
        row("lower_bound")
            .len("sorted", 1000)
            .len("queries", 500)
            .len("found", 500)
            .invocations([500, 1, 1])
            .cut(
                X,
                "sorted: broadcast/none, queries: split/none, found: none/split",
            ),
        // One row of workgroups leaves x, where b and c come in columns.
        wide("matmul_naive")
            .note("one row of workgroups")
            .invocations([256, 16, 1])
            .cut(
                X,
                "a: broadcast/none, b: split|halo|broadcast/none, c: none/split",
            ),
        wide("matmul_tiled")
            .note("one row of workgroups")
            .workgroups([16, 1, 1])
            .cut(
                X,
                "a: broadcast/none, b: split|halo|broadcast/none, c: none/split",
            ),
        wide("matmul_blocked")
            .note("one row of workgroups")
            .workgroups([8, 1, 1])
            .cut(
                X,
                "a: broadcast/none, b: split|halo|broadcast/none, c: none/split",
            ),
        row("outer_product")
            .note("one row of workgroups")
            .len("a", 8)
            .len("b", 200)
            .len("out", 1600)
            .invocations([200, 8, 1])
            .cut(X, "a: broadcast/none, b: split/none, out: none/split"),
        row("embedding")
            .note("one row of workgroups")
            .len("tokens", 4)
            .len("table", 100 * 64)
            .len("result", 4 * 64)
            .set("shape.tokens", 4u32)
            .set("shape.dim", 64u32)
            .invocations([64, 4, 1])
            .cut(
                X,
                "tokens: broadcast/none, table: broadcast/none, result: none/split",
            ),
        // Element 999 is written by invocations 999 and 0.
        row("two_planes")
            .note("overlapping by one")
            .len("polar", 1000)
            .len("planes", 2000)
            .set("params.count", 1000u32)
            .set("params.plane", 999u32)
            .invocations([1000, 1, 1])
            .whole("planes", "polar: broadcast/none, planes: none/whole"),
        row("dense_layer")
            .len("x", 100 * 40)
            .len("weights", 24 * 40)
            .len("bias", 24)
            .len("y", 100 * 24)
            .set("layer.batch", 100u32)
            .set("layer.inputs", 40u32)
            .set("layer.outputs", 24u32)
            .invocations([24, 100, 1])
            .cut(
                Y,
                "x: split/none, weights: broadcast/none, bias: broadcast/none, y: none/split",
            ),
        row("dense_layer")
            .note("a batch of one")
            .len("x", 40)
            .len("weights", 24 * 40)
            .len("bias", 24)
            .len("y", 24)
            .set("layer.batch", 1u32)
            .set("layer.inputs", 40u32)
            .set("layer.outputs", 24u32)
            .invocations([24, 1, 1])
            .cut(
                X,
                "x: broadcast/none, weights: split/none, bias: split/none, y: none/split",
            ),
        row("dense_backward")
            .len("x", 50 * 32)
            .len("error", 50)
            .len("gradient", 32)
            .set("layer.batch", 50u32)
            .set("layer.inputs", 32u32)
            .invocations([32, 50, 1])
            .whole(
                "gradient",
                "x: broadcast/none, error: broadcast/none, gradient: broadcast/whole",
            ),
        row("dft")
            .len("samples", 500)
            .len("spectrum", 500)
            .invocations([500, 1, 1])
            .cut(X, "samples: broadcast/none, spectrum: none/split"),
        row("pairwise")
            .len("points", 64)
            .len("distances", 4096)
            .invocations([64, 64, 1])
            .cut(Y, "points: broadcast/none, distances: none/split"),
        row("gram")
            .len("a", 20 * 64)
            .len("g", 4096)
            .set("dims.rows", 20u32)
            .set("dims.cols", 64u32)
            .invocations([64, 64, 1])
            .cut(Y, "a: broadcast/none, g: none/split"),
        row("spmv_coo")
            .len("rows", 5000)
            .len("columns", 5000)
            .len("entries", 5000)
            .len("x", 1000)
            .len("y", 1000)
            .invocations([5000, 1, 1])
            .whole(
                "y",
                "rows: broadcast/none, columns: broadcast/none, entries: broadcast/none, \
                 x: broadcast/none, y: broadcast/whole",
            ),
        row("spmv_ell")
            .len("columns", 5000)
            .len("entries", 5000)
            .len("x", 1000)
            .len("y", 1000)
            .set("shape.rows", 1000u32)
            .set("shape.width", 5u32)
            .invocations([1000, 1, 1])
            .cut(
                X,
                "columns: split|halo|broadcast/none, entries: split|halo|broadcast/none, \
                 x: broadcast/none, y: none/split",
            ),
        // Two heads share a plane of values.
        row("attention_values")
            .note("groups of two")
            .len("weights", 8 * 32 * 32)
            .len("values", 4 * 32 * 16)
            .len("result", 8 * 32 * 16)
            .set("shape.tokens", 32u32)
            .set("shape.dim", 16u32)
            .set("shape.heads", 8u32)
            .set("shape.group", 2u32)
            .invocations([16, 32, 8])
            .cut(
                Z,
                "weights: split/none, values: halo|split/none, result: none/split",
            ),
        row("attention_values")
            .note("one group")
            .len("weights", 8 * 32 * 32)
            .len("values", 32 * 16)
            .len("result", 8 * 32 * 16)
            .set("shape.tokens", 32u32)
            .set("shape.dim", 16u32)
            .set("shape.heads", 8u32)
            .set("shape.group", 8u32)
            .invocations([16, 32, 8])
            .cut(
                Z,
                "weights: split/none, values: broadcast/none, result: none/split",
            ),
        row("top_two")
            .len("scores", 5000)
            .len("labels", 50)
            .len("best", 100)
            .set("shape.rows", 100u32)
            .set("shape.cols", 50u32)
            .invocations([100, 1, 1])
            .cut(
                X,
                "scores: split/none, labels: broadcast/none, best: none/split",
            ),
    ]
}
