//! What WGSL has: types, loops, functions, pointers, overrides, entry points, sizes in all places.

use polygpu::Axis::{X, Y, Z};

use crate::row::{Row, row};

/// A strided tensor of 10 x 12 x 20 elements.
fn tensor(strides: [u32; 3]) -> Row {
    let [z, y, x] = strides;
    row("sizes_in_struct")
        .words("tensor", [10, 12, 20, 1, z, y, x, 0, 0, 0, 0, 0])
        .len("src", 2400)
        .len("dst", 2400)
        .invocations([20, 12, 10])
}

fn operation(op: u32) -> Row {
    row("operation")
        .len("a", 1000)
        .len("b", 1000)
        .len("dst", 1000)
        .set("op", op)
        .invocations([1000, 1, 1])
}

pub fn rows() -> Vec<Row> {
    vec![
        row("sizes_in_storage")
            .words("dims", [60, 100])
            .len("src", 6000)
            .len("dst", 6000)
            .invocations([100, 60, 1])
            .cut(Y, "dims: broadcast/none, src: split/none, dst: none/split"),
        tensor([240, 20, 1])
            .note("contiguous")
            .cut(Z, "tensor: broadcast/none, src: split/none, dst: none/split"),
        tensor([1, 10, 120])
            .note("transposed")
            .cut(
                Z,
                "tensor: broadcast/none, src: split|halo|broadcast/none, dst: none/split",
            )
            .cut(X, "tensor: broadcast/none, src: split/none, dst: none/split"),
        row("length_in_header")
            .header("signal", &[1000, 2.0f32.to_bits()], 1000)
            .len("louder", 1000)
            .invocations([1000, 1, 1])
            .cut(X, "signal: split/none, louder: none/split"),
        row("strides_constant")
            .len("src", 2400)
            .len("dst", 2400)
            .invocations([20, 12, 10])
            .cut(Z, "src: split/none, dst: none/split"),
        row("size_as_float")
            .len("src", 6000)
            .len("dst", 6000)
            .set("params", [100.0f32, 60.0, 2.2, 0.0])
            .invocations([100, 60, 1])
            .cut(Y, "src: split/none, dst: none/split"),
        row("read_write_read")
            .len("src", 1000)
            .len("table", 256)
            .len("dst", 1000)
            .invocations([1000, 1, 1])
            .cut(X, "src: split/none, table: broadcast/none, dst: none/split"),
        operation(0)
            .note("own elements")
            .cut(X, "a: split/none, b: split/none, dst: none/split"),
        operation(1)
            .note("wraps around")
            .cut(X, "a: split/none, b: halo|broadcast/none, dst: none/split"),
        operation(2)
            .note("reversed")
            .cut(X, "a: split/none, b: none/none, dst: none/split"),
        // Invocations 1 and 999 both write element 1.
        operation(3).note("squares").whole(
            "dst",
            "a: broadcast/none, b: none|broadcast/none, dst: none/whole",
        ),
        row("switch_on_data")
            .len("modes", 1000)
            .len("src", 1000)
            .len("dst", 1000)
            .invocations([1000, 1, 1])
            .cut(X, "modes: split/none, src: halo/none, dst: none/split"),
        row("loop_shapes")
            .len("rows", 8000)
            .len("sums", 1000)
            .invocations([1000, 1, 1])
            .cut(X, "rows: split/none, sums: none/split"),
        row("loop_skips")
            .len("src", 1000)
            .len("dst", 250)
            .set("n", 1000u32)
            .invocations([250, 1, 1])
            .cut(X, "src: split/none, dst: none/split"),
        row("pointer_arguments")
            .len("src", 2000)
            .len("dst", 1000)
            .invocations([1000, 1, 1])
            .cut(X, "src: split/none, dst: none/split"),
        row("fixed_array")
            .len("src", 512)
            .len("dst", 512)
            .invocations([500, 1, 1])
            .cut(X, "src: split/none, dst: none/split"),
        row("array_of_arrays")
            .len("quads", 1000)
            .invocations([1000, 1, 1])
            .cut(X, "quads: split/split"),
        row("skinning")
            .len("bones", 64)
            .len("influences", 1000)
            .len("rest", 1000)
            .len("posed", 1000)
            .invocations([1000, 1, 1])
            .cut(
                X,
                "bones: broadcast/none, influences: split/none, rest: split/none, posed: none/split",
            ),
        row("transforms")
            .len("frames", 1000)
            .len("axes", 1000)
            .invocations([1000, 1, 1])
            .cut(X, "frames: none/split, axes: split/none"),
        row("component_write")
            .len("heights", 1000)
            .len("points", 1000)
            .invocations([1000, 1, 1])
            .cut(X, "heights: split/none, points: none/split"),
        row("struct_arrays")
            .len("old", 1000)
            .len("fresh", 1000)
            .invocations([1000, 1, 1])
            .cut(X, "old: halo/none, fresh: none/split"),
        row("stages")
            .entry("clear")
            .len("target_buffer", 1000)
            .set("params.n", 1000u32)
            .set("params.value", 3u32)
            .invocations([1000, 1, 1])
            .cut(X, "target_buffer: none/split"),
        row("stages")
            .entry("sum_up")
            .len("target_buffer", 1000)
            .len("total", 1)
            .set("params.n", 1000u32)
            .set("params.value", 3u32)
            .invocations([1000, 1, 1])
            .whole("total", "target_buffer: broadcast/none, total: broadcast/whole"),
        row("stages")
            .entry("spread")
            .len("points", 1000)
            .len("total", 1000)
            .invocations([1000, 1, 1])
            .cut(X, "points: split/none, total: none/split"),
        row("override_size")
            .note("out of place")
            .constant("WX", 32.0)
            .constant("PITCH", 20.0)
            .len("src", 2000)
            .len("dst", 2000)
            .invocations([100, 1, 1])
            .cut(X, "src: split/none, dst: none/split"),
        row("override_size")
            .note("in place")
            .constant("IN_PLACE", 1.0)
            .constant("3", 20.0)
            .len("src", 2000)
            .len("dst", 2000)
            .invocations([100, 1, 1])
            .whole("dst", "src: none|broadcast/none, dst: broadcast/whole"),
        row("linear_num_workgroups")
            .len("field", 96 * 64)
            .set("time", 1.0f32)
            .invocations([96, 64, 1])
            .cut(Y, "field: none/split"),
        row("lookup_constant")
            .len("coefficients", 20)
            .len("xs", 1000)
            .len("ys", 1000)
            .invocations([1000, 1, 1])
            .cut(X, "coefficients: broadcast/none, xs: split/none, ys: none/split"),
        row("whole_array")
            .len("src", 16)
            .len("dst", 16)
            .invocations([64, 1, 1])
            .whole("dst", "src: broadcast/none, dst: none/whole"),
    ]
}
