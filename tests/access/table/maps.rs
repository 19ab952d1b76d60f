//! Maps, grids, strides, and index arithmetic.

use polygpu::Axis::{X, Y, Z};

use crate::row::{Row, row};

/// Copies 40 rows of 50.
fn pitched(dst_pitch: u32) -> Row {
    row("pitched_copy")
        .len("src", 2400)
        .len("dst", 2240)
        .set("copy.width", 50u32)
        .set("copy.height", 40u32)
        .set("copy.src_pitch", 60u32)
        .set("copy.dst_pitch", dst_pitch)
        .invocations([50, 40, 1])
}

/// Copies 1000 elements from the start of a buffer.
fn copy_within(dst_offset: u32) -> Row {
    row("copy_within")
        .len("data", 2000)
        .set("copy.src_offset", 0u32)
        .set("copy.dst_offset", dst_offset)
        .set("copy.count", 1000u32)
        .invocations([1000, 1, 1])
}

fn four_at(stride: u32) -> Row {
    row("four_at_stride")
        .len("src", 250)
        .len("dst", 1000)
        .set("params.count", 250u32)
        .set("params.stride", stride)
        .invocations([250, 1, 1])
}

pub fn rows() -> Vec<Row> {
    vec![
        row("saxpy")
            .len("x", 1000)
            .len("y", 1000)
            .set("a", 2.0f32)
            .invocations([1000, 1, 1])
            .cut(X, "x: split/none, y: split/split"),
        row("relu")
            .len("data", 1000)
            .set("params.n", 1000u32)
            .set("params.slope", 0.1f32)
            .invocations([1000, 1, 1])
            .cut(X, "data: split/split"),
        row("relu")
            .note("half of it")
            .len("data", 1000)
            .set("params.n", 500u32)
            .set("params.slope", 0.1f32)
            .invocations([1000, 1, 1])
            .cut(X, "data: split/split"),
        row("square_unguarded")
            .note("exact")
            .len("src", 1024)
            .len("dst", 1024)
            .invocations([1024, 1, 1])
            .cut(X, "src: split/none, dst: none/split"),
        row("square_unguarded")
            .note("rounded up")
            .len("src", 1000)
            .len("dst", 1000)
            .invocations([1000, 1, 1])
            .cut(X, "src: split/none, dst: none/split"),
        row("invert_image")
            .len("input", 6000)
            .len("output", 6000)
            .set("size.width", 100u32)
            .set("size.height", 60u32)
            .invocations([100, 60, 1])
            .cut(Y, "input: split/none, output: none/split"),
        row("gradient_unguarded")
            .note("exact")
            .len("image", 96 * 64)
            .set("width", 96u32)
            .invocations([96, 64, 1])
            .cut(Y, "image: none/split"),
        // Columns 100 to 103 of a row are columns 0 to 3 of the next.
        row("gradient_unguarded")
            .note("rounded up")
            .len("image", 100 * 64)
            .set("width", 100u32)
            .invocations([100, 64, 1])
            .whole("image", "image: none/whole"),
        row("volume_threshold")
            .len("density", 2400)
            .len("mask", 2400)
            .set("volume.dims", [20, 12, 10])
            .set("volume.level", 0.5f32)
            .invocations([20, 12, 10])
            .cut(Z, "density: split/none, mask: none/split"),
        row("iota")
            .len("keys", 1000)
            .invocations([1000, 1, 1])
            .cut(X, "keys: none/split"),
        row("folded_workgroups")
            .len("src", 2000)
            .len("dst", 2000)
            .workgroups([8, 4, 1])
            .cut(Y, "src: split/none, dst: none/split"),
        row("folded_workgroups")
            .note("one row of workgroups")
            .len("src", 2000)
            .len("dst", 2000)
            .workgroups([32, 1, 1])
            .cut(X, "src: split/none, dst: none/split"),
        row("folded_invocations")
            .len("values", 3000)
            .set("scale", 0.5f32)
            .workgroups([4, 3, 1])
            .cut(Y, "values: split/split"),
        row("local_index_tiles")
            .len("src", 1280)
            .len("dst", 1280)
            .workgroups([5, 4, 1])
            .cut(Y, "src: split/none, dst: none/split"),
        row("four_each")
            .len("src", 1000)
            .len("dst", 1000)
            .set("n", 1000u32)
            .invocations([250, 1, 1])
            .cut(X, "src: split/none, dst: none/split"),
        // Four turns: the elements of a chunk lie 256 apart.
        row("grid_stride")
            .len("src", 1000)
            .len("dst", 1000)
            .workgroups([4, 1, 1])
            .cut(X, "src: split|halo|broadcast/none, dst: none/split"),
        row("grid_stride")
            .note("one turn")
            .len("src", 1000)
            .len("dst", 1000)
            .workgroups([16, 1, 1])
            .cut(X, "src: split|halo|broadcast/none, dst: none/split"),
        row("reverse")
            .len("src", 1000)
            .len("dst", 1000)
            .set("n", 1000u32)
            .invocations([1000, 1, 1])
            .cut(X, "src: split/none, dst: none/split"),
        row("downsample")
            .len("signal", 2000)
            .len("half", 1000)
            .invocations([1000, 1, 1])
            .cut(X, "signal: split/none, half: none/split"),
        row("every_third")
            .len("level", 1000)
            .len("interleaved", 3000)
            .invocations([1000, 1, 1])
            .cut(X, "level: split/none, interleaved: none/split"),
        row("copy_offset")
            .len("src", 1000)
            .len("dst", 1200)
            .set("copy.src_offset", 100u32)
            .set("copy.dst_offset", 300u32)
            .set("copy.count", 800u32)
            .invocations([800, 1, 1])
            .cut(X, "src: split/none, dst: none/split"),
        row("half_precision")
            .len("x", 1000)
            .len("y", 1000)
            .invocations([1000, 1, 1])
            .cut(X, "x: split/none, y: split/split"),
        // Two invocations share a word of memory, so a cut keeps two workgroups together.
        row("half_precision")
            .note("workgroups of one")
            .constant("WG", 1.0)
            .len("x", 1000)
            .len("y", 1000)
            .invocations([1000, 1, 1])
            .cut(X, "x: split/none, y: split/split"),
        row("signed_index")
            .len("src", 1000)
            .len("dst", 1000)
            .set("n", 1000i32)
            .invocations([1000, 1, 1])
            .cut(X, "src: split/none, dst: none/split"),
        row("guard_not")
            .len("src", 6000)
            .len("dst", 6000)
            .set("size.w", 100u32)
            .set("size.h", 60u32)
            .invocations([100, 60, 1])
            .cut(Y, "src: split/none, dst: none/split"),
        row("guard_in_variable")
            .len("cells", 6000)
            .set("size.w", 100u32)
            .set("size.h", 60u32)
            .invocations([100, 60, 1])
            .cut(Y, "cells: split/split"),
        row("guard_in_helper")
            .len("src", 6000)
            .len("dst", 6000)
            .set("size.w", 100u32)
            .set("size.h", 60u32)
            .invocations([100, 60, 1])
            .cut(Y, "src: split/none, dst: none/split"),
        row("divide_and_rejoin")
            .len("src", 6000)
            .len("dst", 6000)
            .set("dims", [100, 60])
            .invocations([6000, 1, 1])
            .cut(X, "src: split/none, dst: none/split"),
        row("unpack_bits")
            .len("bits", 32)
            .len("flags", 1000)
            .invocations([1000, 1, 1])
            .cut(X, "bits: split/none, flags: none/split"),
        // Two workgroups of 16 share a word that they read.
        row("unpack_bits")
            .note("workgroups of 16")
            .constant("WG", 16.0)
            .len("bits", 32)
            .len("flags", 1000)
            .invocations([1000, 1, 1])
            .cut(X, "bits: halo|split/none, flags: none/split"),
        row("scale_by_tens")
            .len("values", 1000)
            .len("scales", 100)
            .invocations([1000, 1, 1])
            .cut(X, "values: split/split, scales: halo|split/none"),
        row("sum_by_tens")
            .len("values", 3200)
            .len("sums", 320)
            .invocations([3200, 1, 1])
            .cut(X, "values: split|halo/none, sums: none/split"),
        row("shared_word")
            .len("words", 64)
            .set("n", 256u32)
            .invocations([256, 1, 1])
            .cut(X, "words: none/split"),
        row("block_reverse")
            .len("src", 1024)
            .len("dst", 1024)
            .invocations([1024, 1, 1])
            .cut(X, "src: split/none, dst: none/split"),
        row("pack_bytes")
            .len("bytes", 4000)
            .len("words", 1000)
            .invocations([1000, 1, 1])
            .cut(X, "bytes: split/none, words: none/split"),
        row("unpack_bytes")
            .len("packed", 250)
            .len("floats", 1000)
            .invocations([1000, 1, 1])
            .cut(X, "packed: split/none, floats: none/split"),
        row("rgb_bytes")
            .len("rgb", 750)
            .len("grey", 1000)
            .invocations([1000, 1, 1])
            .cut(X, "rgb: split/none, grey: none/split"),
        row("byte_or")
            .len("bytes", 1000)
            .len("words", 250)
            .invocations([1000, 1, 1])
            .cut(X, "bytes: split/none, words: split|none/split|reduce:or"),
        // 59,999 * 65,536 is below 2^32.
        row("wrap_multiply")
            .note("below the wrap")
            .len("dst", 60_000)
            .set("n", 60_000u32)
            .invocations([60_000, 1, 1])
            .cut(X, "dst: none/split"),
        // Invocations 0 and 65,536 both write element 0.
        row("wrap_multiply")
            .note("wraps")
            .len("dst", 100_000)
            .set("n", 100_000u32)
            .invocations([100_000, 1, 1])
            .whole("dst", "dst: none/whole"),
        row("hash_slots")
            .len("keys", 1000)
            .len("slots", 2048)
            .invocations([1000, 1, 1])
            .whole("slots", "keys: broadcast/none, slots: none/whole"),
        row("rotate")
            .note("no shift")
            .len("src", 1000)
            .len("dst", 1000)
            .set("params.n", 1000u32)
            .set("params.shift", 0u32)
            .invocations([1000, 1, 1])
            .cut(X, "src: split/none, dst: none/split"),
        row("flip_image")
            .len("src", 6000)
            .len("dst", 6000)
            .set("size", [100, 60])
            .invocations([100, 60, 1])
            .cut(Y, "src: split/none, dst: none/split"),
        row("crop")
            .len("src", 6000)
            .len("dst", 2000)
            .set("crop.left", 10u32)
            .set("crop.top", 5u32)
            .set("crop.width", 50u32)
            .set("crop.height", 40u32)
            .set("crop.pitch", 100u32)
            .invocations([50, 40, 1])
            .cut(Y, "src: split/none, dst: none/split"),
        row("pad_border")
            .len("src", 2000)
            .len("dst", 56 * 46)
            .set("p.width", 50u32)
            .set("p.height", 40u32)
            .set("p.border", 3u32)
            .invocations([56, 46, 1])
            .cut(Y, "src: split/none, dst: none/split"),
        row("mosaic")
            .note("blocks of 8")
            .len("src", 96 * 64)
            .len("dst", 96 * 64)
            .set("params.width", 96u32)
            .set("params.height", 64u32)
            .set("params.block", 8u32)
            .invocations([96, 64, 1])
            .cut(Y, "src: split/none, dst: none/split"),
        row("mosaic")
            .note("blocks of 10")
            .len("src", 96 * 64)
            .len("dst", 96 * 64)
            .set("params.width", 96u32)
            .set("params.height", 64u32)
            .set("params.block", 10u32)
            .invocations([96, 64, 1])
            .cut(Y, "src: halo|split/none, dst: none/split"),
        row("rotate_quarter")
            .len("src", 96 * 64)
            .len("dst", 96 * 64)
            .set("size", [96, 64])
            .invocations([96, 64, 1])
            .cut(Y, "src: split/none, dst: none/split")
            .cut(X, "src: split|halo|broadcast/none, dst: none/split"),
        row("wrap_multiply")
            .note("at the wrap")
            .len("dst", 65_536)
            .set("n", 65_536u32)
            .invocations([65_536, 1, 1])
            .cut(X, "dst: none/split"),
        row("wrap_multiply")
            .note("just wraps")
            .len("dst", 65_600)
            .set("n", 65_600u32)
            .invocations([65_600, 1, 1])
            .whole("dst", "dst: none/whole"),
        pitched(56)
            .note("wide")
            .cut(Y, "src: split/none, dst: none/split"),
        pitched(50)
            .note("tight")
            .cut(Y, "src: split/none, dst: none/split"),
        // The last of a row is the first of the next.
        pitched(49)
            .note("narrow by one")
            .whole("dst", "src: broadcast/none, dst: none/whole"),
        pitched(40)
            .note("narrow")
            .whole("dst", "src: broadcast/none, dst: none/whole"),
        copy_within(1000)
            .note("apart")
            .cut(X, "data: split|halo|broadcast/split"),
        // Element 999 is read by invocation 999 and written by invocation 0.
        copy_within(999)
            .note("overlapping by one")
            .whole("data", "data: broadcast/whole"),
        copy_within(100)
            .note("overlapping")
            .whole("data", "data: broadcast/whole"),
        four_at(4)
            .note("side by side")
            .cut(X, "src: split/none, dst: none/split"),
        four_at(3)
            .note("overlapping by one")
            .whole("dst", "src: broadcast/none, dst: none/whole"),
        row("folded_override")
            .note("the grid's row")
            .constant("ROW", 256.0)
            .len("dst", 1000)
            .workgroups([4, 4, 1])
            .cut(Y, "dst: none/split"),
        row("folded_override")
            .note("half of it")
            .constant("ROW", 128.0)
            .len("dst", 1000)
            .workgroups([4, 4, 1])
            .whole("dst", "dst: none/whole"),
        row("write_between")
            .len("src", 1000)
            .len("dst", 1000)
            .invocations([1000, 1, 1])
            .whole("dst", "src: broadcast/none, dst: none/whole"),
        row("guard_wrong_way")
            .len("image", 6000)
            .set("size.w", 100i32)
            .set("size.h", 60i32)
            .invocations([102, 60, 1])
            .whole("image", "image: none/whole"),
        row("guard_or")
            .len("image", 6000)
            .set("size", [100, 60])
            .invocations([100, 60, 1])
            .whole("image", "image: none/whole"),
        row("guard_after_change")
            .note("doubled")
            .len("dst", 1000)
            .set("fold", 0u32)
            .invocations([1000, 1, 1])
            .cut(X, "dst: none/split"),
        // Invocations 0 and 250 both write element 0.
        row("guard_after_change")
            .note("folded")
            .len("dst", 1000)
            .set("fold", 500u32)
            .invocations([1000, 1, 1])
            .whole("dst", "dst: none/whole"),
        row("bytes_store")
            .len("words", 256)
            .invocations([1024, 1, 1])
            .cut(X, "words: split/split"),
        row("bytes_store")
            .note("workgroups of two")
            .constant("WG", 2.0)
            .len("words", 64)
            .invocations([256, 1, 1])
            .cut(X, "words: split/split"),
        row("modulo_bins")
            .note("a bin for each")
            .len("values", 1000)
            .len("sums", 1000)
            .set("params.n", 1000u32)
            .set("params.bins", 1000u32)
            .invocations([1000, 1, 1])
            .cut(X, "values: split/none, sums: split/split"),
        row("modulo_bins")
            .note("64 bins")
            .len("values", 1000)
            .len("sums", 64)
            .set("params.n", 1000u32)
            .set("params.bins", 64u32)
            .invocations([1000, 1, 1])
            .whole("sums", "values: broadcast/none, sums: broadcast/whole"),
    ]
}
