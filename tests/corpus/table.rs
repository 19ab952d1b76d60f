//! The rows that stay in bounds.

use super::Axis::{X, Y, Z};
use super::{
    ALL, Init, Kind, MAX, MIN, Need, ONE, Row, SUM, between, f, f32s, halo, head, i32s, part,
    split, u32s,
};

/// All rows whose kernels stay in bounds.
pub fn rows() -> Vec<Row> {
    [
        grids(),
        splits(),
        helpers(),
        types(),
        layouts(),
        workgroup_memory(),
        control_flow(),
        arithmetic(),
        atomics(),
        modules(),
        wide_types(),
    ]
    .concat()
}

/// One input and one output of as many 4-byte elements, one for each invocation along x.
fn map(file: &'static str, groups: u32, len: usize, init: Init) -> Row {
    Row::new(file, [groups, 1, 1])
        .input("src", len * 4, init)
        .output("dst", len * 4)
        .cut(X, &[("src", ONE), ("dst", ONE)])
}

/// One output with one element of `stride` bytes for each invocation along x.
fn fill(file: &'static str, groups: u32, len: usize, stride: usize) -> Row {
    Row::new(file, [groups, 1, 1])
        .output("dst", len * stride)
        .cut(X, &[("dst", ONE)])
}

fn grids() -> Vec<Row> {
    vec![
        Row::new("saxpy", [7, 1, 1])
            .input("x", 445 * 4, f32s(1))
            .in_out("y", 445 * 4, f32s(2))
            .uniform("a", &[f(1.5)])
            .cut(X, &[("x", ONE), ("y", ONE)]),
        Row::new("guard_uniform", [7, 1, 1])
            .uniform("n", &[397])
            .input("src", 445 * 4, u32s(3))
            .output("dst", 445 * 4)
            .keeps(48)
            .cut(X, &[("src", ONE), ("dst", ONE)]),
        map("guard_exact", 7, 224, i32s(4)),
        Row::new("guard_nested", [8, 1, 1])
            .input("small", 150 * 4, u32s(5))
            .output("big", 230 * 4)
            .cut(X, &[("small", ONE), ("big", ONE)]),
        Row::new("guard_min_length", [8, 1, 1])
            .input("a", 120 * 4, u32s(6))
            .input("b", 131 * 4, u32s(7))
            .output("c", 127 * 4)
            .keeps(7)
            .cut(X, &[("a", ONE), ("b", ONE), ("c", ONE)]),
        fill("builtin_args", 9, 288, 4),
        fill("builtin_struct", 11, 176, 4),
        fill("builtin_mixed", 8, 125, 16),
        fill("builtin_struct_helper", 13, 101, 4),
        fill("builtin_struct_var", 7, 112, 4),
        Row::new("builtin_private_copy", [2, 9, 1])
            .output("dst", 288 * 4)
            .cut(Y, &[("dst", split(32))]),
        Row::new("builtin_vec3_store", [7, 1, 1])
            .output("ids", 56 * 16)
            .keeps(56)
            .output("groups", 56 * 16)
            .keeps(56)
            .cut(X, &[("ids", ONE), ("groups", ONE)]),
        fill("builtin_own_global", 7, 331, 4),
        fill("builtin_last_group", 7, 112, 4),
        Row::new("builtin_local_index_2d", [3, 7, 1])
            .output("dst", 672 * 4)
            .cut(Y, &[("dst", split(24))]),
        Row::new("builtin_swizzle", [3, 8, 1])
            .output("dst", 384 * 4)
            .cut(Y, &[("dst", split(24))]),
        Row::new("grid_2d_rows", [4, 7, 1])
            .uniform("size", &[61, 53])
            .input("src", 61 * 53 * 4, u32s(8))
            .output("dst", 61 * 53 * 4)
            .cut(Y, &[("src", split(61)), ("dst", split(61))]),
        Row::new("grid_2d_columns", [8, 4, 1])
            .input("src", 31 * 29 * 4, i32s(9))
            .output("dst", 31 * 29 * 4)
            .cut(X, &[("src", split(29)), ("dst", split(29))]),
        Row::new("grid_2d_broadcast_rows", [6, 8, 1])
            .input("across", 43 * 4, u32s(10))
            .input("down", 57 * 4, u32s(11))
            .output("dst", 43 * 57 * 4)
            .cut(Y, &[("across", ALL), ("down", ONE), ("dst", split(43))]),
        Row::new("grid_2d_row_loop", [8, 1, 1])
            .input("src", 59 * 19 * 4, u32s(12))
            .output("sums", 59 * 4)
            .cut(X, &[("src", split(19)), ("sums", ONE)]),
        Row::new("grid_3d_z", [2, 3, 14])
            .input("src", 945 * 4, u32s(13))
            .output("dst", 945 * 4)
            .cut(Z, &[("src", split(35)), ("dst", split(35))]),
        Row::new("grid_3d_x", [9, 2, 2])
            .output("dst", 270 * 4)
            .cut(X, &[("dst", split(15))]),
        Row::new("grid_3d_y", [2, 7, 2])
            .output("dst", 672 * 4)
            .cut(Y, &[("dst", split(32))]),
        Row::new("grid_y_only", [1, 7, 1])
            .input("src", 211 * 4, f32s(14))
            .output("dst", 211 * 4)
            .cut(Y, &[("src", ONE), ("dst", ONE)]),
        Row::new("grid_z_only", [1, 1, 9])
            .input("src", 139 * 4, u32s(15))
            .output("dst", 139 * 4)
            .cut(Z, &[("src", ONE), ("dst", ONE)]),
        fill("grid_one_invocation", 13, 13, 4),
        Row::new("grid_reduce_axis", [3, 8, 1])
            .input("src", 12 * 31 * 4, u32s(16))
            .output("dst", 31 * 4)
            .cut(Y, &[("src", split(12)), ("dst", ONE)]),
        Row::new("grid_stride_loop", [7, 1, 1])
            .input("src", 500 * 4, u32s(17))
            .output("dst", 500 * 4),
    ]
}

fn splits() -> Vec<Row> {
    vec![
        Row::new("split_two_each", [8, 1, 1])
            .input("src", 250 * 4, u32s(20))
            .output("dst", 250 * 4)
            .cut(X, &[("src", split(2)), ("dst", split(2))]),
        Row::new("split_three_reads", [7, 1, 1])
            .input("rgb", 657 * 4, between(21, 0, 255))
            .output("grey", 219 * 4)
            .cut(X, &[("rgb", split(3)), ("grey", ONE)]),
        Row::new("split_quarter", [7, 1, 1])
            .input("packed", 56 * 4, u32s(22))
            .output("bytes", 221 * 4)
            .cut(X, &[("packed", part(1, 4)), ("bytes", ONE)]),
        Row::new("split_pack_quarter", [8, 1, 1])
            .input("bytes", 124 * 4, u32s(23))
            .output("packed", 31 * 4)
            .cut(X, &[("bytes", ONE), ("packed", part(1, 4))]),
        Row::new("split_per_group", [9, 1, 1])
            .output("dst", 9 * 8)
            .cut(X, &[("dst", part(1, 64))]),
        Row::new("split_two_outputs", [7, 1, 1])
            .output("pairs", 230 * 4)
            .keeps(6)
            .output("singles", 117 * 4)
            .keeps(5)
            .cut(X, &[("pairs", split(2)), ("singles", ONE)]),
        Row::new("split_offset_alignment", [9, 1, 1])
            .input("src", 131 * 4, u32s(24))
            .output("dst", 131 * 4)
            .cut(X, &[("src", split(3)), ("dst", split(3))]),
        Row::new("halo_1d", [8, 1, 1])
            .input("src", 251 * 4, f32s(25))
            .output("dst", 251 * 4)
            .cut(X, &[("src", halo(1, 1, 1)), ("dst", ONE)]),
        Row::new("halo_clamped", [9, 1, 1])
            .input("src", 137 * 4, i32s(26))
            .output("dst", 137 * 4)
            .cut(X, &[("src", halo(1, 2, 2)), ("dst", ONE)]),
        Row::new("halo_one_sided", [7, 1, 1])
            .input("src", 110 * 4, i32s(27))
            .output("dst", 110 * 4)
            .cut(X, &[("src", halo(1, 1, 0)), ("dst", ONE)]),
        Row::new("halo_valid", [8, 1, 1])
            .input("src", 120 * 4, u32s(28))
            .input("weights", 5 * 4, u32s(29))
            .output("dst", 116 * 4)
            .cut(X, &[("src", halo(1, 0, 4)), ("weights", ALL), ("dst", ONE)]),
        Row::new("halo_2d", [3, 8, 1])
            .input("src", 21 * 31 * 4, f32s(30))
            .output("dst", 21 * 31 * 4)
            .uniform("size", &[21, 31])
            .cut(Y, &[("src", halo(21, 1, 1)), ("dst", split(21))]),
        Row::new("halo_3d", [2, 2, 8])
            .input("src", 540 * 4, u32s(31))
            .output("dst", 540 * 4)
            .cut(Z, &[("src", halo(36, 1, 1)), ("dst", split(36))]),
        Row::new("gather_table", [7, 1, 1])
            .input("indices", 109 * 4, u32s(32))
            .input("table", 17 * 8, i32s(33))
            .output("dst", 109 * 8)
            .cut(X, &[("indices", ONE), ("table", ALL), ("dst", ONE)]),
        Row::new("reverse_whole", [8, 1, 1])
            .input("src", 123 * 4, u32s(34))
            .output("dst", 123 * 4)
            .cut(X, &[("src", ALL), ("dst", ONE)]),
        Row::new("scatter_reversed", [8, 1, 1])
            .input("src", 123 * 4, u32s(35))
            .output("dst", 123 * 4),
        Row::new("matmul_naive", [2, 8, 1])
            .input("a", 29 * 17 * 4, f32s(36))
            .input("b", 17 * 13 * 4, f32s(37))
            .output("c", 29 * 13 * 4)
            .uniform("dims", &[29, 13, 17])
            .cut(Y, &[("a", split(17)), ("b", ALL), ("c", split(13))]),
        Row::new("transpose", [10, 3, 1])
            .input("src", 37 * 23 * 4, u32s(38))
            .output("dst", 37 * 23 * 4)
            .cut(X, &[("src", ALL), ("dst", split(23))]),
        Row::new("nbody_step", [8, 1, 1])
            .input("others", 19 * 16, f32s(39))
            .in_out("own", 61 * 16, f32s(40))
            .cut(X, &[("others", ALL), ("own", ONE)]),
    ]
}

fn helpers() -> Vec<Row> {
    vec![
        map("helper_chain", 7, 221, u32s(50)),
        map("helper_storage", 7, 221, f32s(51)),
        map("helper_early_return", 8, 125, i32s(52)),
        Row::new("helper_struct_values", [8, 1, 1])
            .input("src", 125 * 8, u32s(53))
            .output("dst", 125 * 8)
            .cut(X, &[("src", ONE), ("dst", ONE)]),
        Row::new("helper_loop_condition", [8, 1, 1])
            .input("limits", 113 * 4, between(54, 0, 200))
            .output("dst", 113 * 4)
            .cut(X, &[("limits", ONE), ("dst", ONE)]),
        map("ptr_function", 7, 112, u32s(55)),
        map("ptr_private", 7, 109, u32s(56)),
        fill("ptr_function_array", 7, 112, 4),
        fill("ptr_struct_argument", 7, 112, 4),
        Row::new("ptr_let_storage", [7, 1, 1])
            .input("src", 107 * 4, u32s(58))
            .in_out("dst", 107 * 4, u32s(59))
            .cut(X, &[("src", ONE), ("dst", ONE)]),
        Row::new("ptr_let_field", [7, 1, 1])
            .in_out("bodies", 103 * 32, f32s(60))
            .cut(X, &[("bodies", ONE)]),
        Row::new("ptr_let_nested", [7, 1, 1])
            .in_out("cells", 53 * 32, u32s(61))
            .cut(X, &[("cells", ONE)]),
        map("ptr_let_whole_array", 7, 109, i32s(62)),
        Row::new("ptr_let_tail", [7, 1, 1])
            .input("buf", 4 + 110 * 4, head(&[77], u32s(63)))
            .output("dst", 110 * 4)
            .cut(X, &[("buf", ONE), ("dst", ONE)]),
        fill("ptr_let_workgroup", 7, 112, 4),
        Row::new("ptr_let_index_changes", [7, 1, 1])
            .in_out("dst", 220 * 4, u32s(64))
            .cut(X, &[("dst", split(2))]),
    ]
}

fn types() -> Vec<Row> {
    vec![
        Row::new("vec3_array", [7, 1, 1])
            .input("src", 109 * 16, f32s(70))
            .output("dst", 109 * 16)
            .keeps(109)
            .cut(X, &[("src", ONE), ("dst", ONE)]),
        Row::new("vec_component_static", [7, 1, 1])
            .in_out("a", 109 * 16, i32s(71))
            .in_out("b", 109 * 16, u32s(72))
            .cut(X, &[("a", ONE), ("b", ONE)]),
        Row::new("vec_component_dynamic", [7, 1, 1])
            .input("which", 109 * 4, u32s(73))
            .in_out("v", 109 * 16, u32s(74))
            .cut(X, &[("which", ONE), ("v", ONE)]),
        Row::new("vec_value_dynamic", [7, 1, 1])
            .input("src", 112 * 16, i32s(75))
            .output("dst", 112 * 4)
            .cut(X, &[("src", ONE), ("dst", ONE)]),
        map("array_value_dynamic", 7, 109, u32s(76)),
        fill("array_const_dynamic", 7, 112, 4),
        Row::new("array_function_dynamic", [8, 1, 1])
            .input("src", 246 * 4, i32s(77))
            .output("dst", 61 * 4)
            .cut(X, &[("src", split(4)), ("dst", ONE)]),
        fill("array_private_dynamic", 7, 112, 4),
        Row::new("array_of_arrays", [7, 1, 1])
            .input("src", 109 * 16, u32s(78))
            .output("dst", 109 * 16)
            .cut(X, &[("src", ONE), ("dst", ONE)]),
        Row::new("array_whole_elements", [7, 1, 1])
            .input("src", 53 * 20, f32s(79))
            .output("dst", 53 * 20)
            .cut(X, &[("src", ONE), ("dst", ONE)]),
        Row::new("mat3_array", [7, 1, 1])
            .input("a", 51 * 48, f32s(80))
            .output("b", 51 * 48)
            .keeps(153)
            .cut(X, &[("a", ONE), ("b", ONE)]),
        Row::new("mat4_vec", [7, 1, 1])
            .input("m", 53 * 64, f32s(81))
            .input("v", 53 * 16, f32s(82))
            .output("r", 53 * 16)
            .cut(X, &[("m", ONE), ("v", ONE), ("r", ONE)]),
        Row::new("mat_columns", [7, 1, 1])
            .in_out("m", 53 * 64, f32s(83))
            .cut(X, &[("m", ONE)]),
        Row::new("mat_value_dynamic", [7, 1, 1])
            .input("src", 112 * 16, f32s(84))
            .output("dst", 112 * 4)
            .cut(X, &[("src", ONE), ("dst", ONE)]),
        fill("mat_function_dynamic", 7, 112, 8),
        Row::new("struct_nested", [7, 1, 1])
            .input("src", 53 * 48, i32s(85))
            .output("dst", 53 * 4)
            .cut(X, &[("src", ONE), ("dst", ONE)]),
        Row::new("struct_nested_write", [7, 1, 1])
            .in_out("trees", 53 * 48, u32s(86))
            .cut(X, &[("trees", ONE)]),
        Row::new("struct_whole", [7, 1, 1])
            .input("src", 107 * 16, f32s(87))
            .output("dst", 107 * 16)
            .cut(X, &[("src", ONE), ("dst", ONE)]),
        Row::new("bool_values", [7, 1, 1])
            .input("src", 112 * 8, u32s(88))
            .output("dst", 112 * 4)
            .cut(X, &[("src", ONE), ("dst", ONE)]),
        Row::new("alias_types", [7, 1, 1])
            .input("points", 109 * 16, f32s(89))
            .output("frames", 109 * 32)
            .keeps(218)
            .cut(X, &[("points", ONE), ("frames", ONE)]),
        Row::new("index_i32", [3, 8, 1])
            .input("src", 261 * 4, i32s(90))
            .output("dst", 261 * 4)
            .cut(Y, &[("src", split(17)), ("dst", split(17))]),
        map("index_mixed", 7, 109, u32s(91)),
        map("index_wrapping", 7, 109, u32s(92)),
        map("index_divided", 7, 109, u32s(93)),
        Row::new("index_through_var", [7, 1, 1])
            .input("src", 109 * 4, u32s(94))
            .output("dst", 109 * 4)
            .cut(X, &[("src", halo(1, 0, 1)), ("dst", ONE)]),
    ]
}

fn layouts() -> Vec<Row> {
    let lamp = [
        f(0.5),
        f(1.0),
        f(2.0),
        f(4.0), // color, power
        f(1.0),
        f(2.0),
        f(3.0),
        f(4.0), // weights
        f(-1.0),
        f(0.5),
        f(8.0),
        f(0.25),
        f(16.0),
        f(-2.0),
        f(6.0),
        f(-8.0),
        f(1.0),
        f(2.0),
        f(3.0),
        f(4.0), // turn
        109,
        0,
        0,
        0, // n
    ];
    let frame: Vec<u32> = (0..16).map(|k| f(k as f32 * 0.5 - 3.0)).collect();
    let table: Vec<u32> = (0..20).map(|k| k * k).collect();
    let rows_head = [3, 5, 7, 0, f(1.0), f(2.0), f(3.0), f(4.0)];
    vec![
        map("fixed_dynamic", 8, 231, u32s(100)),
        Row::new("fixed_constant", [7, 1, 1])
            .input("lut", 9 * 8, u32s(101))
            .output("dst", 112 * 4)
            .cut(X, &[("lut", ALL), ("dst", ONE)]),
        Row::new("fixed_whole_load", [7, 1, 1])
            .input("lut", 8 * 4, u32s(102))
            .output("dst", 112 * 4)
            .cut(X, &[("lut", ALL), ("dst", ONE)]),
        Row::new("fixed_constant_writes", [7, 1, 1])
            .input("src", 37 * 4, u32s(103))
            .output("dst", 4 * 4),
        Row::new("fixed_of_structs", [8, 1, 1])
            .in_out("entries", 61 * 32, u32s(104))
            .cut(X, &[("entries", ONE)]),
        Row::new("runtime_constant_reads", [7, 1, 1])
            .input("lut", 9 * 4, u32s(105))
            .input("src", 109 * 4, u32s(106))
            .output("dst", 109 * 4)
            .cut(X, &[("lut", ALL), ("src", ONE), ("dst", ONE)]),
        Row::new("runtime_constant_own", [7, 1, 1])
            .input("src", 109 * 4, i32s(107))
            .output("dst", 109 * 4)
            .cut(X, &[("src", ALL), ("dst", ONE)]),
        Row::new("tail_read", [7, 1, 1])
            .input("buf", 8 + 103 * 8, head(&[103, f(0.5)], f32s(108)))
            .output("dst", 103 * 8)
            .cut(X, &[("buf", ONE), ("dst", ONE)]),
        Row::new("tail_write", [7, 1, 1])
            .in_out("buf", 8 + 109 * 4, head(&[5, 3], Init::Sentinel))
            .cut(X, &[("buf", ONE)]),
        Row::new("tail_length", [7, 1, 1])
            .input("buf", 20 + 109 * 4, head(&[1, 2, 3, 4, 5], u32s(109)))
            .output("dst", 109 * 4)
            .cut(X, &[("buf", ALL), ("dst", ONE)]),
        Row::new("tail_of_structs", [7, 1, 1])
            .input("table", 32 + 53 * 24, head(&rows_head, u32s(110)))
            .output("dst", 53 * 4)
            .cut(X, &[("table", ONE), ("dst", ONE)]),
        // The header is written: whole only.
        Row::new("tail_header_write", [7, 1, 1])
            .output("buf", 8 + 109 * 4)
            .keeps(1),
        Row::new("tail_vec3", [7, 1, 1])
            .in_out(
                "cloud",
                16 + 103 * 16,
                head(&[f(0.5), f(2.0), 0, 0], f32s(111)),
            )
            .cut(X, &[("cloud", ONE)]),
        Row::new("storage_struct_fixed", [7, 1, 1])
            .input("params", 32, Init::Words(vec![109, 3, 5, 7, 11, 13, 17, 0]))
            .output("dst", 109 * 4)
            .cut(X, &[("params", ALL), ("dst", ONE)]),
        Row::new("storage_scalar", [7, 1, 1])
            .input("factor", 4, Init::Fill(3))
            .input("shift", 16, Init::Iota)
            .output("dst", 112 * 4)
            .cut(X, &[("factor", ALL), ("shift", ALL), ("dst", ONE)]),
        fill("uniform_struct", 7, 109, 8).uniform("params", &lamp),
        fill("uniform_array", 7, 112, 4).uniform("table", &table),
        Row::new("uniform_matrix", [7, 1, 1])
            .uniform("m", &frame)
            .input("src", 109 * 16, f32s(112))
            .output("dst", 109 * 16)
            .cut(X, &[("src", ONE), ("dst", ONE)]),
        fill("uniform_several", 7, 109, 4)
            .uniform("count", &[109])
            .uniform("bias", &[-7i32 as u32])
            .uniform("axes", &[2, -3i32 as u32, 5, 0]),
    ]
}

fn workgroup_memory() -> Vec<Row> {
    vec![
        map("wg_reverse", 7, 224, u32s(120)),
        Row::new("wg_reduce", [7, 1, 1])
            .input("src", 440 * 4, u32s(121))
            .output("sums", 7 * 4)
            .cut(X, &[("src", ONE), ("sums", part(1, 64))]),
        map("wg_scan", 7, 224, i32s(122)),
        Row::new("wg_atomic_results", [7, 1, 1])
            .input("src", 224 * 4, u32s(123))
            .output("dst", 7 * 8)
            .cut(X, &[("src", ONE), ("dst", part(1, 32))]),
        Row::new("wg_atomic_min_max", [9, 1, 1])
            .input("src", 144 * 4, i32s(124))
            .output("dst", 9 * 16)
            .keeps(9)
            .cut(X, &[("src", ONE), ("dst", part(1, 16))]),
        Row::new("wg_compare_exchange", [8, 1, 1])
            .input("src", 128 * 4, u32s(125))
            .output("dst", 8 * 4)
            .cut(X, &[("src", ONE), ("dst", part(1, 16))]),
        map("wg_exchange", 7, 112, u32s(126)),
        Row::new("wg_uniform_load", [9, 1, 1])
            .input("counts", 9 * 4, between(127, 0, 5))
            .output("dst", 72 * 4)
            .cut(X, &[("counts", part(1, 8)), ("dst", ONE)]),
        map("wg_override_tile", 14, 109, u32s(128)),
        map("wg_override_tile", 8, 125, u32s(129))
            .variant("16")
            .constant("TILE", 16.0),
        Row::new("wg_override_expr", [9, 1, 1])
            .output("dst", 72 * 4)
            .cut(X, &[("dst", split(2))]),
        Row::new("wg_override_expr", [7, 1, 1])
            .variant("8x3")
            .constant("WIDTH", 8.0)
            .constant("HEIGHT", 3.0)
            .output("dst", 168 * 4)
            .cut(X, &[("dst", split(3))]),
        Row::new("wg_tile_2d", [3, 7, 1])
            .input("src", 24 * 56 * 4, u32s(130))
            .output("dst", 24 * 56 * 4)
            .cut(Y, &[("src", split(24)), ("dst", split(24))]),
        Row::new("wg_stencil", [8, 1, 1])
            .input("src", 125 * 4, i32s(131))
            .output("dst", 125 * 4)
            .cut(X, &[("src", halo(1, 1, 1)), ("dst", ONE)]),
        Row::new("wg_matmul", [3, 8, 1])
            .uniform("dims", &[29, 10, 11])
            .input("a", 29 * 11 * 4, f32s(132))
            .input("b", 11 * 10 * 4, f32s(133))
            .output("c", 29 * 10 * 4)
            .cut(Y, &[("a", split(11)), ("b", ALL), ("c", split(10))]),
        Row::new("wg_storage_barrier", [7, 1, 1])
            .in_out("data", 112 * 4, u32s(134))
            .output("dst", 112 * 4)
            .cut(X, &[("data", ONE), ("dst", ONE)]),
        Row::new("wg_struct_array", [7, 1, 1])
            .in_out("dst", 53 * 32, f32s(135))
            .cut(X, &[("dst", ONE)]),
        fill("wg_zero_init", 7, 112, 4),
        Row::new("wg_histogram_merge", [7, 1, 1])
            .input("src", 221 * 4, u32s(136))
            .in_out("histogram", 16 * 4, between(137, 0, 99))
            .cut(X, &[("src", ONE), ("histogram", SUM)]),
    ]
}

fn control_flow() -> Vec<Row> {
    vec![
        map("switch_default", 7, 112, u32s(150)),
        map("switch_selectors", 7, 109, between(151, -4, 8)),
        map("switch_return", 7, 112, u32s(152)),
        map("switch_in_loop", 7, 112, u32s(153)),
        fill("switch_nested", 7, 112, 4),
        map("loop_continuing", 7, 112, u32s(154)),
        map("loop_plain", 7, 112, u32s(155)),
        map("loop_while", 7, 109, u32s(156)),
        fill("loop_for_shapes", 7, 112, 4),
        map("loop_nested", 7, 53, u32s(157)),
        map("loop_return", 7, 112, u32s(158)),
        map("loop_collatz", 7, 221, u32s(159)),
        Row::new("loop_window", [7, 1, 1])
            .uniform("reach", &[2, 3])
            .input("src", 109 * 4, u32s(160))
            .output("dst", 109 * 4)
            .cut(X, &[("src", halo(1, 2, 3)), ("dst", ONE)]),
        map("early_return_chain", 7, 109, i32s(161)),
        Row::new("short_circuit", [7, 1, 1])
            .input("src", 90 * 4, between(162, 0, 20))
            .output("dst", 109 * 4)
            .cut(X, &[("src", ONE), ("dst", ONE)]),
        Row::new("if_chain", [7, 1, 1])
            .input("src", 112 * 4, u32s(163))
            .in_out("dst", 112 * 4, u32s(164))
            .cut(X, &[("src", ONE), ("dst", ONE)]),
        map("assign_compound", 7, 112, u32s(165)),
        Row::new("select_values", [7, 1, 1])
            .input("src", 112 * 16, i32s(166))
            .output("dst", 112 * 16)
            .cut(X, &[("src", ONE), ("dst", ONE)]),
    ]
}

fn arithmetic() -> Vec<Row> {
    let from_word = |file, init, stride: usize| {
        Row::new(file, [7, 1, 1])
            .input("src", 112 * 4, init)
            .output("dst", 112 * stride)
            .cut(X, &[("src", ONE), ("dst", ONE)])
    };
    let vec3s = |file, init| {
        Row::new(file, [7, 1, 1])
            .input("src", 109 * 16, init)
            .output("dst", 109 * 16)
            .cut(X, &[("src", ONE), ("dst", ONE)])
    };
    vec![
        from_word("bits", u32s(180), 32),
        from_word("shifts", i32s(181), 8),
        from_word("pack_exact", u32s(182), 16),
        from_word("pack_integers", u32s(183), 16),
        from_word("modf_frexp", f32s(184), 16),
        from_word("float_rounding", f32s(185), 16),
        vec3s("float_fma", f32s(186)),
        from_word("float_compare", f32s(187), 16),
        from_word("float_bits", f32s(188), 4),
        Row::new("float_mandelbrot", [5, 8, 1])
            .uniform("view", &[37, 31, f(0.0625)])
            .output("image", 37 * 31 * 4)
            .cut(Y, &[("image", split(37))])
            .vendors_differ(),
        from_word("float_transcendental", f32s(189), 16).vendors_differ(),
        Row::new("integer_division", [7, 1, 1])
            .input("a", 109 * 4, u32s(190))
            .input("b", 109 * 4, between(191, -2, 2))
            .output("dst", 109 * 16)
            .cut(X, &[("a", ONE), ("b", ONE), ("dst", ONE)]),
        vec3s("integer_division_vec", u32s(192)).keeps(109),
        vec3s("integer_vectors", i32s(193)).keeps(109),
        fill("integer_random", 7, 221, 4).uniform("seed", &[12345]),
        Row::new("carry_128", [7, 1, 1])
            .input("a", 53 * 16, u32s(194))
            .input("b", 53 * 16, u32s(195))
            .output("c", 53 * 16)
            .cut(X, &[("a", ONE), ("b", ONE), ("c", ONE)]),
    ]
}

fn atomics() -> Vec<Row> {
    vec![
        Row::new("atomic_histogram", [7, 1, 1])
            .input("src", 221 * 4, u32s(200))
            .in_out("histogram", 13 * 4, u32s(201))
            .cut(X, &[("src", ONE), ("histogram", SUM)]),
        Row::new("atomic_histogram_2d", [9, 8, 1])
            .input("image", 33 * 31 * 4, u32s(202))
            .in_out("histogram", 8 * 4, between(203, 0, 99))
            .cut(Y, &[("image", split(33)), ("histogram", SUM)])
            .cut(X, &[("image", ALL), ("histogram", SUM)]),
        Row::new("atomic_min_i32", [7, 1, 1])
            .input("src", 109 * 4, i32s(204))
            .in_out("lows", 5 * 4, between(205, -100, 100))
            .cut(X, &[("src", ONE), ("lows", MIN)]),
        Row::new("atomic_max_i32", [7, 1, 1])
            .input("src", 109 * 4, i32s(206))
            .in_out("highs", 7 * 4, between(207, -101_000, -99_900))
            .cut(X, &[("src", ONE), ("highs", MAX)]),
        Row::new("atomic_min_max_u32", [7, 1, 1])
            .input("src", 109 * 4, u32s(208))
            .in_out("low", 4, Init::Fill(u32::MAX))
            .in_out("high", 3 * 4, Init::Fill(0))
            .cut(X, &[("src", ONE), ("low", MIN), ("high", MAX)]),
        Row::new("atomic_sub", [7, 1, 1])
            .input("src", 109 * 4, u32s(209))
            .in_out("totals", 4 * 4, u32s(210))
            .cut(X, &[("src", ONE), ("totals", SUM)]),
        Row::new("atomic_counter", [7, 1, 1])
            .input("src", 109 * 4, i32s(211))
            .in_out("negative", 4, Init::Fill(10))
            .output("dst", 109 * 4)
            .cut(X, &[("src", ONE), ("negative", SUM), ("dst", ONE)]),
        Row::new("atomic_struct", [7, 1, 1])
            .input("src", 109 * 4, u32s(212))
            .in_out("stats", 4 * 4, Init::Iota)
            .cut(X, &[("src", ONE), ("stats", SUM)]),
        Row::new("atomic_loop", [7, 1, 1])
            .input("src", 109 * 4, u32s(213))
            .in_out("bits", 32 * 4, Init::Fill(0))
            .cut(X, &[("src", ONE), ("bits", SUM)]),
        Row::new("atomic_own_results", [7, 1, 1])
            .in_out("cells", 109 * 4, between(214, 0, 2000))
            .output("dst", 109 * 4)
            .cut(X, &[("cells", ONE), ("dst", ONE)]),
        Row::new("atomic_own_exchange", [7, 1, 1])
            .in_out("cells", 109 * 4, between(215, 0, 3))
            .output("dst", 109 * 4)
            .cut(X, &[("cells", ONE), ("dst", ONE)]),
        Row::new("atomic_own_load_store", [7, 1, 1])
            .in_out("cells", 109 * 8, u32s(216))
            .cut(X, &[("cells", ONE)]),
        // No reduction for and, or, xor: whole only.
        Row::new("atomic_bits", [7, 1, 1])
            .input("src", 109 * 4, u32s(217))
            .in_out("words", 3 * 4, Init::Words(vec![0, 0, u32::MAX])),
        // Places depend on the order of arrival: whole only.
        Row::new("atomic_append", [7, 1, 1])
            .input("src", 109 * 4, u32s(218))
            .in_out("count", 4, Init::Fill(0))
            .in_out("seen", 109 * 4, Init::Fill(0)),
        // The header is read beside the atomics: whole only.
        Row::new("atomic_tail", [7, 1, 1])
            .input("src", 109 * 4, between(219, 0, 20_000))
            .in_out("out", 8 + 11 * 4, head(&[11, 1000], Init::Fill(0))),
    ]
}

fn modules() -> Vec<Row> {
    vec![
        fill("override_size", 7, 448, 4),
        Row::new("override_size", [2, 7, 1])
            .variant("16x2")
            .constant("7", 16.0)
            .constant("WY", 2.0)
            .output("dst", 448 * 4)
            .cut(Y, &[("dst", split(32))]),
        map("override_values", 7, 109, f32s(230)).constant("N", 109.0),
        Row::new("override_values", [7, 1, 1])
            .variant("all")
            .constant("N", 100.0)
            .constant("BIAS", 4.0)
            .constant("SCALE", 2.0)
            .constant("FLIP", 1.0)
            .input("src", 109 * 4, f32s(231))
            .output("dst", 109 * 4)
            .keeps(9)
            .cut(X, &[("src", ONE), ("dst", ONE)]),
        map("override_in_helper", 7, 112, u32s(232)),
        map("override_in_helper", 7, 112, u32s(233))
            .variant("5")
            .constant("ROUNDS", 5.0),
        Row::new("override_index", [7, 1, 1])
            .input("lut", 7 * 4, u32s(234))
            .output("dst", 112 * 4)
            .cut(X, &[("lut", ALL), ("dst", ONE)]),
        Row::new("override_index", [7, 1, 1])
            .variant("3")
            .constant("SLOT", 3.0)
            .input("lut", 7 * 4, u32s(235))
            .output("dst", 112 * 4)
            .cut(X, &[("lut", ALL), ("dst", ONE)]),
        map("entries", 7, 109, u32s(236))
            .variant("singles")
            .entry("singles")
            .uniform("add", &[1000]),
        Row::new("entries", [8, 1, 1])
            .variant("doubles")
            .entry("doubles")
            .input("src", 122 * 4, u32s(237))
            .output("pairs", 61 * 8)
            .cut(X, &[("src", split(2)), ("pairs", ONE)]),
        Row::new("entries", [2, 7, 1])
            .variant("no_input")
            .entry("no_input")
            .output("dst", 112 * 4)
            .cut(Y, &[("dst", split(8))]),
        map("bindings_sparse", 7, 109, u32s(238)).uniform("add", &[17]),
        Row::new("bindings_groups", [7, 1, 1])
            .input("a", 109 * 4, u32s(239))
            .input("b", 109 * 4, u32s(240))
            .output("dst", 109 * 4)
            .uniform("factor", &[5])
            .cut(X, &[("a", ONE), ("b", ONE), ("dst", ONE)]),
        map("bindings_group_gap", 7, 112, u32s(241)),
        Row::new("bindings_nine", [7, 1, 1])
            .input("a", 109 * 4, u32s(242))
            .input("b", 55 * 4, u32s(243))
            .input("c", 109 * 4, u32s(244))
            .input("d", 218 * 4, u32s(245))
            .input("e", 4 * 4, u32s(246))
            .input("f", 109 * 4, u32s(247))
            .output("p", 109 * 4)
            .output("q", 109 * 4)
            .output("r", 109 * 4)
            .cut(
                X,
                &[
                    ("a", ONE),
                    ("b", part(1, 2)),
                    ("c", ONE),
                    ("d", split(2)),
                    ("e", ALL),
                    ("f", ONE),
                    ("p", ONE),
                    ("q", ONE),
                    ("r", ONE),
                ],
            ),
        fill("bindings_unused", 7, 112, 4),
        Row::new("const_expressions", [7, 1, 1])
            .input("rows", 121 * 12, i32s(248))
            .output("dst", 121 * 4)
            .cut(X, &[("rows", ONE), ("dst", ONE)]),
        map("private_globals", 7, 112, u32s(249)),
        Row::new("shadowing", [7, 1, 1])
            .input("v", 112 * 4, between(250, 0, 9))
            .output("dst", 112 * 4)
            .cut(X, &[("v", ONE), ("dst", ONE)]),
        Row::new("name_clashes", [7, 1, 1])
            .uniform("grid", &[3, 9])
            .input("base", 109 * 4, u32s(251))
            .output("len", 109 * 4)
            .cut(X, &[("base", ONE), ("len", ONE)]),
        Row::new("name_unicode", [7, 1, 1])
            .input("größe", 109 * 4, u32s(252))
            .output("結果", 109 * 4)
            .cut(X, &[("größe", ONE), ("結果", ONE)]),
    ]
}

fn wide_types() -> Vec<Row> {
    let f16s = |seed| Init::Random(seed, Kind::F16);
    vec![
        Row::new("f16_saxpy", [7, 1, 1])
            .needs(Need::F16)
            .uniform("a", &[f(1.5)])
            .input("x", 222 * 2, f16s(260))
            .in_out("y", 222 * 2, f16s(261))
            .cut(X, &[("x", ONE), ("y", ONE)]),
        Row::new("f16_vectors", [7, 1, 1])
            .needs(Need::F16)
            .input("src", 109 * 8, f16s(262))
            .output("dst", 109 * 8)
            .cut(X, &[("src", ONE), ("dst", ONE)]),
        Row::new("f16_struct", [7, 1, 1])
            .needs(Need::F16)
            .in_out("items", 109 * 20, f16s(263))
            .cut(X, &[("items", ONE)]),
        Row::new("f16_workgroup", [7, 1, 1])
            .needs(Need::F16)
            .input("src", 112 * 4, f16s(264))
            .output("dst", 112 * 8)
            .cut(X, &[("src", ONE), ("dst", ONE)]),
        Row::new("f64_sums", [7, 1, 1])
            .needs(Need::F64)
            .input("src", 327 * 8, Init::Random(265, Kind::F64))
            .output("dst", 109 * 8)
            .cut(X, &[("src", split(3)), ("dst", ONE)]),
        Row::new("i64_arithmetic", [7, 1, 1])
            .needs(Need::I64)
            .input("src", 109 * 8, u32s(266))
            .output("dst", 109 * 8)
            .cut(X, &[("src", ONE), ("dst", ONE)]),
        Row::new("i64_division", [7, 1, 1])
            .needs(Need::I64)
            .input("a", 109 * 8, u32s(267))
            .output("q", 109 * 16)
            .cut(X, &[("a", ONE), ("q", ONE)]),
        Row::new("subgroup_sum", [7, 1, 1])
            .needs(Need::Subgroup)
            .input("src", 224 * 4, u32s(268))
            .output("sums", 7 * 4)
            .cut(X, &[("src", ONE), ("sums", part(1, 32))]),
        fill("subgroup_builtins", 7, 224, 4)
            .needs(Need::Subgroup)
            .vendors_differ(),
        Row::new("subgroup_vote", [7, 1, 1])
            .needs(Need::Subgroup)
            .input("src", 7 * 4, between(269, 0, 99))
            .output("dst", 112 * 4)
            .cut(X, &[("src", part(1, 16)), ("dst", ONE)]),
    ]
}
