//! Stencils, image filters, fluids: neighbours, borders, updates in place.

use polygpu::Axis::{X, Y, Z};

use crate::row::{Row, row};

pub fn rows() -> Vec<Row> {
    vec![
        row("stencil_1d")
            .len("u", 1000)
            .len("v", 1000)
            .invocations([1000, 1, 1])
            .cut(X, "u: halo/none, v: none/split"),
        row("stencil_clamped")
            .len("u", 1000)
            .len("v", 1000)
            .set("n", 1000u32)
            .invocations([1000, 1, 1])
            .cut(X, "u: halo/none, v: none/split"),
        row("stencil_radius")
            .len("src", 1000)
            .len("dst", 1000)
            .set("params.n", 1000u32)
            .set("params.radius", 3i32)
            .invocations([1000, 1, 1])
            .cut(X, "src: halo/none, dst: none/split"),
        row("stencil_radius")
            .note("radius 0")
            .len("src", 1000)
            .len("dst", 1000)
            .set("params.n", 1000u32)
            .set("params.radius", 0i32)
            .invocations([1000, 1, 1])
            .cut(X, "src: split/none, dst: none/split"),
        row("window_max")
            .constant("RADIUS", 4.0)
            .len("src", 1000)
            .len("dst", 1000)
            .invocations([1000, 1, 1])
            .cut(X, "src: halo/none, dst: none/split"),
        row("shift_read")
            .len("src", 1000)
            .len("dst", 1000)
            .invocations([1000, 1, 1])
            .cut(X, "src: split/none, dst: none/split"),
        row("echo")
            .len("dry", 1000)
            .len("wet", 1000)
            .set("echo.delay", 100u32)
            .set("echo.gain", 0.5f32)
            .invocations([1000, 1, 1])
            .cut(X, "dry: halo/none, wet: none/split"),
        row("echo")
            .note("no delay")
            .len("dry", 1000)
            .len("wet", 1000)
            .set("echo.delay", 0u32)
            .set("echo.gain", 0.5f32)
            .invocations([1000, 1, 1])
            .cut(X, "dry: split/none, wet: none/split"),
        row("forward_difference")
            .len("u", 1000)
            .len("d", 1000)
            .invocations([1000, 1, 1])
            .cut(X, "u: halo/none, d: none/split"),
        row("select_border")
            .len("u", 1000)
            .len("v", 1000)
            .set("n", 1000u32)
            .invocations([1000, 1, 1])
            .cut(X, "u: halo/none, v: none/split"),
        row("ring")
            .len("cells", 1024)
            .len("next", 1024)
            .invocations([1024, 1, 1])
            .cut(X, "cells: broadcast/none, next: none/split"),
        row("heat")
            .len("u", 6000)
            .len("u_next", 6000)
            .set("params.width", 100u32)
            .set("params.height", 60u32)
            .set("params.alpha", 0.1f32)
            .invocations([100, 60, 1])
            .cut(Y, "u: halo/none, u_next: none/split"),
        row("heat_in_place")
            .len("u", 6000)
            .set("params.width", 100u32)
            .set("params.height", 60u32)
            .set("params.alpha", 0.1f32)
            .invocations([100, 60, 1])
            .whole("u", "u: broadcast/whole"),
        row("heat_underflow")
            .len("u", 6000)
            .len("v", 6000)
            .set("size", [100, 60])
            .invocations([100, 60, 1])
            .cut(Y, "u: halo/none, v: none/split"),
        row("heat_3d")
            .len("src", 2400)
            .len("dst", 2400)
            .set("grid.nx", 20u32)
            .set("grid.ny", 12u32)
            .set("grid.nz", 10u32)
            .set("grid.k", 0.1f32)
            .invocations([20, 12, 10])
            .cut(Z, "src: halo/none, dst: none/split"),
        row("life_torus")
            .len("cells", 6000)
            .len("next", 6000)
            .set("size.w", 100u32)
            .set("size.h", 60u32)
            .invocations([100, 60, 1])
            .cut(Y, "cells: broadcast/none, next: none/split"),
        row("life_select")
            .len("cells", 6000)
            .len("next", 6000)
            .set("size.w", 100u32)
            .set("size.h", 60u32)
            .invocations([100, 60, 1])
            .cut(Y, "cells: broadcast/none, next: none/split"),
        row("wave")
            .len("before", 6000)
            .len("now", 6000)
            .len("after", 6000)
            .set("wave.w", 100u32)
            .set("wave.h", 60u32)
            .set("wave.c2", 0.1f32)
            .invocations([100, 60, 1])
            .cut(Y, "before: split/none, now: halo/none, after: none/split"),
        row("red_black_nine")
            .len("u", 6000)
            .set("sweep.w", 100u32)
            .set("sweep.h", 60u32)
            .set("sweep.colour", 0u32)
            .invocations([100, 60, 1])
            .whole("u", "u: broadcast/whole"),
        // Elements 2k are written, 2k - 1 and 2k + 1 are read.
        row("even_from_odd")
            .len("a", 1002)
            .invocations([500, 1, 1])
            .cut(X, "a: halo|broadcast/split"),
        row("rows_from_below")
            .note("apart")
            .len("image", 96 * 64)
            .set("p.width", 96u32)
            .set("p.rows", 32u32)
            .set("p.shift", 32u32)
            .invocations([96, 32, 1])
            .cut(Y, "image: split|halo|broadcast/split"),
        // One workgroup in x, so there is no other axis.
        row("rows_from_below")
            .note("overlapping")
            .len("image", 8 * 128)
            .set("p.width", 8u32)
            .set("p.rows", 64u32)
            .set("p.shift", 8u32)
            .invocations([8, 64, 1])
            .whole("image", "image: broadcast/whole"),
        row("shift_in_place")
            .len("a", 1000)
            .invocations([1000, 1, 1])
            .whole("a", "a: broadcast/whole"),
        row("tree_step")
            .note("halves apart")
            .len("a", 2048)
            .set("step.count", 1024u32)
            .set("step.half", 1024u32)
            .invocations([1024, 1, 1])
            .cut(X, "a: split|halo|broadcast/split"),
        row("tree_step")
            .note("halves overlapping")
            .len("a", 2048)
            .set("step.count", 1024u32)
            .set("step.half", 512u32)
            .invocations([1024, 1, 1])
            .whole("a", "a: broadcast/whole"),
        row("convolve_valid")
            .len("signal", 1000)
            .len("taps", 9)
            .len("result", 992)
            .invocations([992, 1, 1])
            .cut(
                X,
                "signal: halo/none, taps: broadcast/none, result: none/split",
            ),
        row("conv1d_strided")
            .note("overlapping")
            .len("signal", 803)
            .len("filter_taps", 5)
            .len("result", 400)
            .set("conv.stride", 2u32)
            .set("conv.taps", 5u32)
            .set("conv.outputs", 400u32)
            .invocations([400, 1, 1])
            .cut(
                X,
                "signal: halo/none, filter_taps: broadcast/none, result: none/split",
            ),
        row("conv1d_strided")
            .note("patches")
            .len("signal", 1000)
            .len("filter_taps", 5)
            .len("result", 200)
            .set("conv.stride", 5u32)
            .set("conv.taps", 5u32)
            .set("conv.outputs", 200u32)
            .invocations([200, 1, 1])
            .cut(
                X,
                "signal: split/none, filter_taps: broadcast/none, result: none/split",
            ),
        row("conv2d_same")
            .len("image", 6000)
            .len("mask", 9)
            .len("result", 6000)
            .set("params.width", 100i32)
            .set("params.height", 60i32)
            .set("params.radius", 1i32)
            .invocations([100, 60, 1])
            .cut(
                Y,
                "image: halo/none, mask: broadcast/none, result: none/split",
            ),
        row("laplace_valid")
            .len("src", 6000)
            .len("dst", 98 * 58)
            .set("size", [100, 60])
            .invocations([98, 58, 1])
            .cut(Y, "src: halo/none, dst: none/split"),
        row("conv_layer")
            .len("input", 16 * 256)
            .len("weights", 32 * 16 * 9)
            .len("output", 32 * 256)
            .set("layer.channels_in", 16u32)
            .set("layer.channels_out", 32u32)
            .set("layer.height", 16u32)
            .set("layer.width", 16u32)
            .invocations([16, 16, 32])
            .cut(
                Z,
                "input: broadcast/none, weights: split/none, output: none/split",
            ),
        row("depthwise_conv")
            .len("input", 12 * 256)
            .len("weights", 12 * 9)
            .len("output", 12 * 256)
            .set("layer.channels", 12u32)
            .set("layer.height", 16u32)
            .set("layer.width", 16u32)
            .invocations([16, 16, 12])
            .cut(
                Z,
                "input: split/none, weights: split/none, output: none/split",
            ),
        row("blur_rows")
            .len("kernel_weights", 4)
            .len("src", 6000)
            .len("dst", 6000)
            .set("blur.width", 100u32)
            .set("blur.height", 60u32)
            .set("blur.radius", 3i32)
            .invocations([100, 60, 1])
            .cut(
                Y,
                "kernel_weights: broadcast/none, src: split/none, dst: none/split",
            ),
        row("blur_columns")
            .len("kernel_weights", 4)
            .len("src", 6000)
            .len("dst", 6000)
            .set("blur.width", 100u32)
            .set("blur.height", 60u32)
            .set("blur.radius", 3i32)
            .invocations([100, 60, 1])
            .cut(
                Y,
                "kernel_weights: broadcast/none, src: halo/none, dst: none/split",
            ),
        row("blur_tiled")
            .len("src", 6000)
            .len("dst", 6000)
            .set("size", [100, 60])
            .invocations([100, 60, 1])
            .cut(Y, "src: halo/none, dst: none/split"),
        row("sobel")
            .len("pixels", 6000)
            .len("edges", 6000)
            .set("size.width", 100u32)
            .set("size.height", 60u32)
            .invocations([100, 60, 1])
            .cut(Y, "pixels: halo/none, edges: none/split"),
        row("pool")
            .note("2 by 2")
            .len("src", 96 * 64)
            .len("dst", 48 * 32)
            .set("pool.width_in", 96u32)
            .set("pool.height_in", 64u32)
            .set("pool.width_out", 48u32)
            .set("pool.height_out", 32u32)
            .set("pool.size", 2u32)
            .set("pool.stride", 2u32)
            .invocations([48, 32, 1])
            .cut(Y, "src: split/none, dst: none/split"),
        row("pool")
            .note("3 by 3 at stride 2")
            .len("src", 96 * 64)
            .len("dst", 48 * 32)
            .set("pool.width_in", 96u32)
            .set("pool.height_in", 64u32)
            .set("pool.width_out", 48u32)
            .set("pool.height_out", 32u32)
            .set("pool.size", 3u32)
            .set("pool.stride", 2u32)
            .invocations([48, 32, 1])
            .cut(Y, "src: halo/none, dst: none/split"),
        row("upscale_double")
            .len("src", 1500)
            .len("dst", 6000)
            .set("size", [50, 30])
            .invocations([100, 60, 1])
            .cut(Y, "src: halo/none, dst: none/split"),
        row("resample")
            .len("src", 1000)
            .len("dst", 700)
            .set("ratio", 1.4f32)
            .invocations([700, 1, 1])
            .cut(X, "src: broadcast/none, dst: none/split"),
        row("splat")
            .len("src", 1000)
            .len("dst", 1000)
            .set("ratio", 0.7f32)
            .invocations([1000, 1, 1])
            .whole("dst", "src: broadcast/none, dst: none/whole"),
        row("advect")
            .len("velocity", 6000)
            .len("dye", 6000)
            .len("dye_next", 6000)
            .set("fluid.w", 100u32)
            .set("fluid.h", 60u32)
            .set("fluid.dt", 0.1f32)
            .invocations([100, 60, 1])
            .cut(
                Y,
                "velocity: split/none, dye: broadcast/none, dye_next: none/split",
            ),
        row("divergence")
            .len("u", 101 * 60)
            .len("v", 100 * 61)
            .len("div", 6000)
            .set("size.w", 100u32)
            .set("size.h", 60u32)
            .invocations([100, 60, 1])
            .cut(Y, "u: split/none, v: halo/none, div: none/split"),
        row("project")
            .len("pressure", 6000)
            .len("velocity", 6000)
            .set("size.w", 100u32)
            .set("size.h", 60u32)
            .invocations([100, 60, 1])
            .cut(Y, "pressure: halo/none, velocity: split/split"),
        row("lattice_boltzmann")
            .len("f_in", 5 * 64 * 48)
            .len("f_out", 5 * 64 * 48)
            .set("lattice.w", 64u32)
            .set("lattice.h", 48u32)
            .set("lattice.tau", 0.6f32)
            .invocations([64, 48, 1])
            .cut(Y, "f_in: halo|broadcast/none, f_out: none/split"),
        row("im2col")
            .len("image", 34 * 34)
            .len("columns", 32 * 32 * 9)
            .set("size", [34, 34])
            .invocations([32, 32, 1])
            .cut(Y, "image: halo/none, columns: none/split"),
        row("error_diffusion_row")
            .len("image", 5000)
            .set("size.width", 50u32)
            .set("size.height", 100u32)
            .invocations([100, 1, 1])
            .cut(X, "image: split/split"),
        row("floyd_steinberg")
            .len("image", 5000)
            .set("size.width", 50u32)
            .set("size.height", 100u32)
            .invocations([100, 1, 1])
            .whole("image", "image: broadcast/whole"),
        row("prefix_rows")
            .len("table", 5000)
            .set("size", [50, 100])
            .invocations([100, 1, 1])
            .cut(X, "table: split/split"),
        row("prefix_columns")
            .len("table", 64 * 20)
            .set("size", [64, 20])
            .invocations([64, 1, 1])
            .cut(X, "table: split|halo|broadcast/split"),
        row("heat_in_place")
            .note("one column of workgroups")
            .len("u", 16 * 128)
            .set("params.width", 16u32)
            .set("params.height", 128u32)
            .set("params.alpha", 0.1f32)
            .invocations([16, 128, 1])
            .whole("u", "u: broadcast/whole"),
        row("red_black_nine")
            .note("one column of workgroups")
            .len("u", 8 * 128)
            .set("sweep.w", 8u32)
            .set("sweep.h", 128u32)
            .set("sweep.colour", 1u32)
            .invocations([8, 128, 1])
            .whole("u", "u: broadcast/whole"),
        row("rows_from_below")
            .note("one row down")
            .len("image", 8 * 128)
            .set("p.width", 8u32)
            .set("p.rows", 64u32)
            .set("p.shift", 1u32)
            .invocations([8, 64, 1])
            .whole("image", "image: broadcast/whole"),
        // Row 63 is the last that is read and the first that is not: it is written.
        row("rows_from_below")
            .note("overlapping by one row")
            .len("image", 8 * 128)
            .set("p.width", 8u32)
            .set("p.rows", 64u32)
            .set("p.shift", 63u32)
            .invocations([8, 64, 1])
            .whole("image", "image: broadcast/whole"),
        // Element 1023 is read by invocation 0 and written by invocation 1023.
        row("tree_step")
            .note("halves overlapping by one")
            .len("a", 2048)
            .set("step.count", 1024u32)
            .set("step.half", 1023u32)
            .invocations([1024, 1, 1])
            .whole("a", "a: broadcast/whole"),
        row("convolve_valid")
            .note("one tap")
            .len("signal", 1000)
            .len("taps", 1)
            .len("result", 1000)
            .invocations([1000, 1, 1])
            .cut(
                X,
                "signal: split/none, taps: broadcast/none, result: none/split",
            ),
        row("convolve_scatter")
            .len("signal", 1000)
            .len("taps", 5)
            .len("result", 1004)
            .invocations([1000, 1, 1])
            .whole(
                "result",
                "signal: broadcast/none, taps: broadcast/none, result: broadcast/whole",
            ),
        row("conv2d_same")
            .note("radius 0")
            .len("image", 6000)
            .len("mask", 1)
            .len("result", 6000)
            .set("params.width", 100i32)
            .set("params.height", 60i32)
            .set("params.radius", 0i32)
            .invocations([100, 60, 1])
            .cut(
                Y,
                "image: split/none, mask: broadcast/none, result: none/split",
            ),
        row("conv_layer")
            .note("one output channel")
            .len("input", 16 * 1024)
            .len("weights", 16 * 9)
            .len("output", 1024)
            .set("layer.channels_in", 16u32)
            .set("layer.channels_out", 1u32)
            .set("layer.height", 32u32)
            .set("layer.width", 32u32)
            .invocations([32, 32, 1])
            .cut(
                Y,
                "input: split|halo|broadcast/none, weights: broadcast/none, output: none/split",
            ),
        row("conv_transposed")
            .len("src", 500)
            .len("taps", 5)
            .len("dst", 1003)
            .set("params.inputs", 500u32)
            .set("params.taps", 5u32)
            .set("params.outputs", 1003u32)
            .invocations([1003, 1, 1])
            .cut(X, "src: halo/none, taps: broadcast/none, dst: none/split"),
        row("blur_rows")
            .note("radius 0")
            .len("kernel_weights", 4)
            .len("src", 6000)
            .len("dst", 6000)
            .set("blur.width", 100u32)
            .set("blur.height", 60u32)
            .set("blur.radius", 0i32)
            .invocations([100, 60, 1])
            .cut(
                Y,
                "kernel_weights: broadcast/none, src: split/none, dst: none/split",
            ),
        row("blur_columns")
            .note("radius 0")
            .len("kernel_weights", 4)
            .len("src", 6000)
            .len("dst", 6000)
            .set("blur.width", 100u32)
            .set("blur.height", 60u32)
            .set("blur.radius", 0i32)
            .invocations([100, 60, 1])
            .cut(
                Y,
                "kernel_weights: broadcast/none, src: split/none, dst: none/split",
            ),
        row("life_in_place")
            .len("cells", 64 * 60)
            .set("size", [64, 60])
            .invocations([64, 60, 1])
            .whole("cells", "cells: broadcast/whole"),
        row("heat_3d_in_place")
            .len("t", 2400)
            .set("size", [20, 12, 10])
            .invocations([20, 12, 10])
            .whole("t", "t: broadcast/whole"),
        row("steps_in_one_dispatch")
            .len("a", 1000)
            .len("b", 1000)
            .set("steps", 4u32)
            .invocations([1000, 1, 1])
            .whole("a", "a: broadcast/whole, b: broadcast/whole"),
        row("shortest_path_rows")
            .len("cost", 2000)
            .len("table", 2000)
            .set("params.width", 100u32)
            .set("params.y", 3u32)
            .invocations([100, 1, 1])
            .cut(X, "cost: split/none, table: halo|broadcast/split"),
        row("shortest_path_all")
            .len("cost", 2000)
            .len("table", 2000)
            .set("size", [100, 20])
            .invocations([100, 1, 1])
            .whole("table", "cost: broadcast/none, table: broadcast/whole"),
        row("palette")
            .len("indexed", 6000)
            .len("palette", 256)
            .len("image", 6000)
            .set("size", [100, 60])
            .invocations([100, 60, 1])
            .cut(
                Y,
                "indexed: split/none, palette: broadcast/none, image: none/split",
            ),
        row("warp")
            .len("src", 6000)
            .len("dst", 6000)
            .set("size", [100, 60])
            .set("strength", 0.2f32)
            .invocations([100, 60, 1])
            .cut(Y, "src: broadcast/none, dst: none/split"),
        row("project_volume")
            .len("volume", 40 * 32 * 10)
            .len("curve", 100)
            .len("image", 40 * 32)
            .set("size", [40, 32, 10])
            .invocations([40, 32, 1])
            .cut(
                Y,
                "volume: split|halo|broadcast/none, curve: broadcast/none, image: none/split",
            ),
        row("trace_spheres")
            .len("spheres", 10)
            .len("pixels", 6000)
            .set("camera.eye", [0.0f32, 0.0, -3.0])
            .set("camera.zoom", 1.0f32)
            .set("camera.size", [100, 60])
            .invocations([100, 60, 1])
            .cut(Y, "spheres: broadcast/none, pixels: none/split"),
        row("voronoi")
            .len("seeds", 20)
            .len("owner", 6000)
            .set("size", [100, 60])
            .invocations([100, 60, 1])
            .cut(Y, "seeds: broadcast/none, owner: none/split"),
        row("dct_blocks")
            .len("pixels", 64 * 48)
            .len("cosines", 64)
            .len("coefficients", 64 * 48)
            .set("width", 64u32)
            .invocations([64, 48, 1])
            .cut(
                Y,
                "pixels: split/none, cosines: broadcast/none, coefficients: none/split",
            ),
        row("upsample_add")
            .len("src", 500)
            .len("dst", 1001)
            .invocations([500, 1, 1])
            .whole("dst", "src: broadcast/none, dst: broadcast/whole"),
        row("conditional_halo")
            .note("own elements")
            .len("a", 1000)
            .set("smooth_it", 0u32)
            .invocations([1000, 1, 1])
            .cut(X, "a: split/split"),
        row("conditional_halo")
            .note("neighbours")
            .len("a", 1000)
            .set("smooth_it", 1u32)
            .invocations([1000, 1, 1])
            .whole("a", "a: broadcast/whole"),
        row("swap_buffers")
            .note("forth")
            .len("halves", 2000)
            .set("swap.n", 1000u32)
            .set("swap.odd", 0u32)
            .invocations([1000, 1, 1])
            .cut(X, "halves: halo|broadcast/split"),
        row("swap_buffers")
            .note("back")
            .len("halves", 2000)
            .set("swap.n", 1000u32)
            .set("swap.odd", 1u32)
            .invocations([1000, 1, 1])
            .cut(X, "halves: halo|broadcast/split"),
        row("sand")
            .len("cells", 64 * 60)
            .set("size", [64, 60])
            .invocations([64, 60, 1])
            .whole("cells", "cells: broadcast/whole"),
        row("sand_pairs")
            .len("cells", 64 * 61)
            .set("sand.w", 64u32)
            .set("sand.h", 61u32)
            .set("sand.phase", 1u32)
            .invocations([64, 30, 1])
            .cut(Y, "cells: split/split"),
        row("flood_frontier")
            .len("walls", 1000)
            .len("filled", 1000)
            .invocations([1000, 1, 1])
            .whole("filled", "walls: broadcast/none, filled: broadcast/whole"),
        row("steps_in_one_dispatch")
            .note("one step")
            .len("a", 1000)
            .len("b", 1000)
            .set("steps", 1u32)
            .invocations([1000, 1, 1])
            .whole("a", "a: broadcast/whole, b: broadcast/whole"),
        // Element 64 is read by the first workgroup and written by the second.
        row("shift_in_place")
            .note("two workgroups")
            .len("a", 66)
            .invocations([66, 1, 1])
            .whole("a", "a: broadcast/whole"),
        row("ring")
            .note("larger")
            .len("cells", 4096)
            .len("next", 4096)
            .invocations([4096, 1, 1])
            .cut(X, "cells: broadcast/none, next: none/split"),
        row("life_torus")
            .note("one column of workgroups")
            .len("cells", 8 * 128)
            .len("next", 8 * 128)
            .set("size.w", 8u32)
            .set("size.h", 128u32)
            .invocations([8, 128, 1])
            .cut(Y, "cells: broadcast/none, next: none/split"),
        row("life_select")
            .note("one column of workgroups")
            .len("cells", 8 * 128)
            .len("next", 8 * 128)
            .set("size.w", 8u32)
            .set("size.h", 128u32)
            .invocations([8, 128, 1])
            .cut(Y, "cells: broadcast/none, next: none/split"),
    ]
}
