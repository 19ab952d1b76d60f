//! The rows that leave their bounds, each with its twin: a read gives zero, a write is skipped, an atomic is skipped
//! with the result zero.
//!
//! The twins work on words; an index is an `i64` that holds the WGSL index as unsigned (`wrap` for negative ones).
#![allow(
    clippy::needless_range_loop,
    reason = "the twins index as the kernels do"
)]

use super::Axis::{X, Y};
use super::{ALL, Init, ONE, Row, SUM, between, f, f32s, halo, head, i32s, split, u32s};

/// All rows whose kernels read or write out of bounds.
pub fn oob_rows() -> Vec<Row> {
    [
        storage(),
        nested(),
        uniforms(),
        memory(),
        values(),
        pointers(),
        atomics(),
        effects(),
    ]
    .concat()
}

fn storage() -> Vec<Row> {
    vec![
        Row::new("oob/oob_storage_hang", [7, 1, 1])
            .input("src", 101 * 4, u32s(300))
            .output("dst", 101 * 4)
            .cut(X, &[("src", halo(1, 0, 1)), ("dst", ONE)])
            .twin(|b| {
                let (src, mut dst) = (words(&b[0]), words(&b[1]));
                for i in 0..112 {
                    put(
                        &mut dst,
                        i,
                        add(get(&src, i), mul(get(&src, i + 1), 3)).wrapping_add(1),
                    );
                }
                vec![bytes(&dst)]
            }),
        Row::new("oob/oob_storage_before", [7, 1, 1])
            .input("src", 101 * 4, u32s(301))
            .output("dst", 101 * 4)
            .cut(X, &[("src", halo(1, 3, 0)), ("dst", ONE)])
            .twin(|b| {
                let (src, mut dst) = (words(&b[0]), words(&b[1]));
                for i in 0..112 {
                    let v = add(get(&src, i - 1), mul(get(&src, i - 3), 10));
                    put(&mut dst, i, add(v, 7));
                }
                vec![bytes(&dst)]
            }),
        Row::new("oob/oob_storage_wrapped", [7, 1, 1])
            .input("src", 101 * 4, u32s(302))
            .output("dst", 101 * 4)
            .cut(X, &[("src", halo(1, 5, 0)), ("dst", ONE)])
            .twin(|b| {
                let (src, mut dst) = (words(&b[0]), words(&b[1]));
                for i in 0..112 {
                    put(&mut dst, i, get(&src, i - 5) ^ 0x5555);
                }
                vec![bytes(&dst)]
            }),
        Row::new("oob/oob_storage_far", [7, 1, 1])
            .input("src", 101 * 4, u32s(303))
            .output("dst", 101 * 4)
            .cut(X, &[("src", ONE), ("dst", ONE)])
            .twin(|b| {
                let mut dst = words(&b[1]);
                for i in 0..101 {
                    put(&mut dst, i, i as u32);
                }
                vec![bytes(&dst)]
            }),
        // Written elements are shifted against the invocations: whole only.
        Row::new("oob/oob_storage_shifted", [7, 1, 1])
            .output("up", 101 * 4)
            .keeps(3)
            .output("down", 101 * 4)
            .twin(|b| {
                let (mut up, mut down) = (words(&b[0]), words(&b[1]));
                for i in 0..112 {
                    put(&mut up, i + 3, i as u32 + 1);
                    put(&mut down, i - 4, i as u32 + 1);
                }
                vec![bytes(&up), bytes(&down)]
            }),
        Row::new("oob/oob_storage_vectors", [7, 1, 1])
            .input("src", 53 * 16, u32s(304))
            .output("dst", 53 * 8)
            .cut(X, &[("src", halo(1, 1, 2)), ("dst", ONE)])
            .twin(|b| {
                let (src, mut dst) = (words(&b[0]), words(&b[1]));
                for i in 0..53 {
                    let more = add(get2(&src, 4, i + 2, 1), get2(&src, 4, i - 1, 2));
                    put(&mut dst, i * 2, add(get2(&src, 4, i + 2, 0), more));
                    put(&mut dst, i * 2 + 1, get2(&src, 4, i + 2, 3));
                }
                vec![bytes(&dst)]
            }),
        Row::new("oob/oob_fixed", [7, 1, 1])
            .input("src", 53 * 4, u32s(305))
            .output("dst", 53 * 4)
            .cut(X, &[("src", halo(1, 1, 0)), ("dst", ONE)])
            .twin(|b| {
                let (src, mut dst) = (words(&b[0]), words(&b[1]));
                for i in 0..53 {
                    put(
                        &mut dst,
                        i,
                        add(get(&src, i), mul(get(&src, i - 1), 2)).wrapping_add(3),
                    );
                }
                vec![bytes(&dst)]
            }),
        Row::new("oob/oob_tail_read", [7, 1, 1])
            .input("buf", 8 + 53 * 4, head(&[1_000_000, 2_000_000], u32s(306)))
            .output("dst", 56 * 4)
            .cut(X, &[("buf", halo(1, 2, 1)), ("dst", ONE)])
            .twin(|b| {
                let (buf, mut dst) = (words(&b[0]), words(&b[1]));
                for i in 0..56 {
                    let v = add(get(&buf[2..], i - 2), mul(get(&buf[2..], i + 1), 3));
                    put(&mut dst, i, add(v, buf[1]));
                }
                vec![bytes(&dst)]
            }),
        Row::new("oob/oob_tail_write", [7, 1, 1])
            .in_out(
                "buf",
                8 + 53 * 4,
                head(&[1_000_000, 2_000_000], Init::Sentinel),
            )
            .cut(X, &[("buf", ONE)])
            .twin(|b| {
                let mut buf = words(&b[0]);
                for i in 0..53 {
                    buf[2 + i] = i as u32 + 11;
                }
                vec![bytes(&buf)]
            }),
    ]
}

fn nested() -> Vec<Row> {
    vec![
        Row::new("oob/oob_nested_arrays", [7, 1, 1])
            .input("src", 53 * 16, u32s(310))
            .output("dst", 53 * 16)
            .cut(X, &[("src", ONE), ("dst", ONE)])
            .twin(|b| {
                let (src, mut dst) = (words(&b[0]), words(&b[1]));
                for i in 0..53 {
                    for k in 0..7 {
                        let v = add(get2(&src, 4, i, k), mul(get2(&src, 4, i, k - 3), 10));
                        put2(&mut dst, 4, i, k - 1, add(v, 1));
                    }
                }
                vec![bytes(&dst)]
            }),
        Row::new("oob/oob_struct_fields", [7, 1, 1])
            .input("which", 53 * 4, i32s(311))
            .in_out("items", 53 * 16, u32s(312))
            .cut(X, &[("which", ONE), ("items", ONE)])
            .twin(|b| {
                let (which, mut items) = (words(&b[0]), words(&b[1]));
                for (item, k) in items.chunks_exact_mut(4).zip(which) {
                    let k = i64::from(k as i32 % 4);
                    let at = |item: &[u32], k| get(&item[1..3], k);
                    let v = add(at(item, k), 1000);
                    put(&mut item[1..3], k, v);
                    item[3] = add(item[3], add(at(item, k), at(item, k + 1)));
                }
                vec![bytes(&items)]
            }),
        Row::new("oob/oob_whole_structs", [7, 1, 1])
            .input("src", 53 * 12, u32s(313))
            .output("dst", 53 * 12)
            .cut(X, &[("src", halo(1, 1, 1)), ("dst", ONE)])
            .twin(|b| {
                let (src, mut dst) = (words(&b[0]), words(&b[1]));
                for i in 0..53 {
                    put(&mut dst, i * 3, add(get2(&src, 3, i + 1, 0), 5));
                    put(&mut dst, i * 3 + 1, get2(&src, 3, i + 1, 1));
                    let last = add(get2(&src, 3, i + 1, 2), get2(&src, 3, i - 1, 1));
                    put(&mut dst, i * 3 + 2, last);
                }
                vec![bytes(&dst)]
            }),
        Row::new("oob/oob_vec_component", [7, 1, 1])
            .input("which", 53 * 4, between(314, -3, 7))
            .in_out("v", 53 * 16, u32s(315))
            .cut(X, &[("which", ONE), ("v", ONE)])
            .twin(|b| {
                let (which, mut v) = (words(&b[0]), words(&b[1]));
                for (v, k) in v.chunks_exact_mut(4).zip(which) {
                    let old = get(v, i64::from(k));
                    put(v, i64::from(k), 7);
                    put(v, i64::from(k.wrapping_add(1)), old.wrapping_add(1));
                }
                vec![bytes(&v)]
            }),
        Row::new("oob/oob_vec3_padding", [7, 1, 1])
            .input("src", 53 * 16, u32s(316))
            .output("dst", 53 * 16)
            .keeps(53)
            .cut(X, &[("src", ONE), ("dst", ONE)])
            .twin(|b| {
                let (src, mut dst) = (words(&b[0]), words(&b[1]));
                for (src, dst) in src.chunks_exact(4).zip(dst.chunks_exact_mut(4)) {
                    for k in 0..3 {
                        let v = add(get(&src[..3], k), mul(get(&src[..3], k + 1), 2));
                        put(dst, k, add(v, 1));
                    }
                }
                vec![bytes(&dst)]
            }),
        Row::new("oob/oob_matrix_storage", [7, 1, 1])
            .input("src", 53 * 48, f32s(317))
            .output("dst", 53 * 48)
            .keeps(53 * 3)
            .cut(X, &[("src", ONE), ("dst", ONE)])
            .twin(|b| {
                let (src, mut dst) = (floats(&b[0]), floats(&b[1]));
                for (src, dst) in src.chunks_exact(12).zip(dst.chunks_exact_mut(12)) {
                    for c in 0..5 {
                        for r in 0..3 {
                            let v = matrix(src, c + 1, r) + 1.0;
                            matrix_put(dst, c, r, v);
                        }
                        matrix_put(dst, c - 1, c, matrix(src, 2 - c, c) + 0.5);
                    }
                }
                // Padding may hold a NaN pattern: floats here are moved, never computed with.
                let dst: Vec<u32> = dst.iter().map(|v| v.to_bits()).collect();
                vec![bytes(&dst)]
            }),
    ]
}

fn uniforms() -> Vec<Row> {
    const TABLE: [u32; 12] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
    let params = [
        1,
        2,
        3,
        4,
        5,
        6,
        7,
        8, // weights
        f(1.0),
        f(2.0),
        f(3.0),
        f(4.0), // frame
        7,
        8,
        9,
        50_000, // axis, after
    ];
    vec![
        Row::new("oob/oob_uniform_array", [7, 1, 1])
            .uniform("table", &TABLE)
            .output("dst", 56 * 4)
            .cut(X, &[("dst", ONE)])
            .twin(|b| {
                let at = |i, k| get2(&TABLE, 4, i, k);
                each(&b[1], |i| {
                    let k = i % 9;
                    at(k, 1) + at(k - 4, 0) * 10 + at(k, k) * 100
                })
            }),
        Row::new("oob/oob_uniform_members", [7, 1, 1])
            .uniform("params", &params)
            .output("dst", 56 * 4)
            .cut(X, &[("dst", ONE)])
            .twin(|b| {
                each(&b[1], |i| {
                    let k = i % 5;
                    let weights = [[1, 2, 3, 4], [5, 6, 7, 8]].concat();
                    get2(&weights, 4, k, 2)
                        + get(&[7, 8, 9], k) * 10
                        + get2(&[1, 2, 3, 4], 2, k, 1) * 100
                        + get2(&[1, 2, 3, 4], 2, 1, k) * 1000
                        + 50_000
                })
            }),
    ]
}

fn memory() -> Vec<Row> {
    vec![
        Row::new("oob/oob_workgroup", [7, 1, 1])
            .output("dst", 56 * 4)
            .cut(X, &[("dst", ONE)])
            .twin(|b| {
                each(&b[0], |i| {
                    let tile: Vec<u32> = (0..8).map(|k| (i as u32 / 8) * 8 + k + 1).collect();
                    let k = i % 8;
                    get(&tile, k + 1) + get(&tile, k - 2) * 1000
                })
            }),
        Row::new("oob/oob_workgroup_nested", [7, 1, 1])
            .output("dst", 28 * 16)
            .cut(X, &[("dst", ONE)])
            .twin(|b| {
                let mut dst = words(&b[0]);
                for (i, v) in dst.chunks_exact_mut(4).enumerate() {
                    let (i, k) = (i as u32, i as u32 % 4);
                    let own = if k < 2 { i } else { 0 };
                    let next = if k < 3 { i + 1 } else { 0 };
                    let part = get(&[i, 41], i64::from(k));
                    v.copy_from_slice(&[7, 8, own + next, part]);
                }
                vec![bytes(&dst)]
            }),
        Row::new("oob/oob_private", [7, 1, 1])
            .output("dst", 56 * 4)
            .cut(X, &[("dst", ONE)])
            .twin(|b| {
                each(&b[0], |i| {
                    let k = i % 9 - 2;
                    let mut c = [1, 2, 3, 4];
                    let v = get(&c, k) + 10;
                    put(&mut c, k, v);
                    put(&mut c, k + 1, 50);
                    c[0] + c[1] * 100 + c[2] * 10_000 + c[3] * 1_000_000 + get(&c, k - 1) + 8
                })
            }),
        Row::new("oob/oob_function", [7, 1, 1])
            .output("dst", 56 * 4)
            .cut(X, &[("dst", ONE)])
            .twin(|b| {
                each(&b[0], |i| {
                    let k = i % 5;
                    let (mut a, b, mut c) = ([1, 2], [3, 4], [0; 3]);
                    put(&mut a, k, 9);
                    put(&mut c, k, get(&b, k) + 5);
                    put(&mut c, k - 1, get(&a, k + 1) + 6);
                    a[0] + a[1] * 10
                        + b[0] * 100
                        + b[1] * 1000
                        + c[0] * 10_000
                        + c[1] * 100_000
                        + c[2] * 1_000_000
                })
            }),
        Row::new("oob/oob_function_vector", [7, 1, 1])
            .output("dst", 56 * 16)
            .cut(X, &[("dst", ONE)])
            .twin(|b| {
                let mut dst = words(&b[0]);
                for (i, out) in dst.chunks_exact_mut(4).enumerate() {
                    let k = i as i64 % 7;
                    let mut v = [1, 2, 3];
                    put(&mut v, k, 8);
                    let next = get(&v, k + 1) + 16;
                    put(&mut v, k + 1, next);
                    let mut m = [1, 2, 3, 4];
                    put2(&mut m, 2, k, 0, 32);
                    put2(&mut m, 2, k, 1, 32);
                    put2(&mut m, 2, 1, k, 64);
                    let values = [
                        v[0] + v[1] * 100 + v[2] * 10_000,
                        get(&v, k - 1),
                        get2(&m, 2, k - 1, 1),
                        m[0] + m[2] * 100 + m[3] * 10_000,
                    ];
                    out.copy_from_slice(&values.map(|v| f(v as f32)));
                }
                vec![bytes(&dst)]
            }),
        Row::new("oob/oob_uniform_load", [7, 1, 1])
            .output("dst", 28 * 4)
            .cut(X, &[("dst", ONE)])
            .twin(|b| each(&b[0], |i| get(&[10, 11, 12, 13], i / 4) + 1)),
    ]
}

fn values() -> Vec<Row> {
    vec![
        Row::new("oob/oob_value_vector", [7, 1, 1])
            .input("src", 56 * 16, between(330, 0, 99))
            .output("dst", 56 * 4)
            .cut(X, &[("src", ONE), ("dst", ONE)])
            .twin(|b| {
                let src = words(&b[0]);
                each(&b[1], |i| {
                    let v = &src[i as usize * 4..][..3];
                    let more: Vec<u32> = v.iter().map(|v| v + 1).collect();
                    let k = i % 6;
                    get(v, k) + get(v, k - 2) * 10 + get(&more, k + 1)
                })
            }),
        Row::new("oob/oob_value_array", [7, 1, 1])
            .input("src", 56 * 4, between(331, 0, 99))
            .output("dst", 56 * 4)
            .cut(X, &[("src", ONE), ("dst", ONE)])
            .twin(|b| {
                let src = words(&b[0]);
                each(&b[1], |i| {
                    let a = [get(&src, i), 20, 30];
                    get(&a, i % 6) + get(&a, i % 6 - 1) * 7
                })
            }),
        Row::new("oob/oob_value_matrix", [7, 1, 1])
            .input("src", 56 * 8, f32s(332))
            .output("dst", 56 * 8)
            .cut(X, &[("src", ONE), ("dst", ONE)])
            .twin(|b| {
                let (src, mut dst) = (floats(&b[0]), words(&b[1]));
                for (i, out) in dst.chunks_exact_mut(2).enumerate() {
                    let m = [src[i * 2], src[i * 2 + 1], 4.0, 8.0];
                    let k = i as i64 % 5 - 1;
                    out[0] = f(get2(&m, 2, k, 0) + get2(&m, 2, 1, k));
                    out[1] = f(get2(&m, 2, k, 1) + get2(&m, 2, k, k));
                }
                vec![bytes(&dst)]
            }),
        Row::new("oob/oob_const_array", [7, 1, 1])
            .output("dst", 56 * 4)
            .cut(X, &[("dst", ONE)])
            .twin(|b| {
                each(&b[0], |i| {
                    let (line, table) = ([7, 8, 9], [1, 2, 3, 4, 5, 6]);
                    let k = i % 7;
                    get(&line, k)
                        + get2(&table, 2, k, 1) * 10
                        + get2(&table, 2, 1, k) * 100
                        + get(&line, k - 1) * 1000
                })
            }),
        Row::new("oob/oob_loaded_row", [7, 1, 1])
            .input("src", 53 * 12, between(333, 0, 999))
            .output("dst", 56 * 4)
            .cut(X, &[("src", halo(1, 1, 1)), ("dst", ONE)])
            .twin(|b| {
                let src = words(&b[0]);
                let row = |i| [0, 1, 2].map(|k| get2(&src, 3, i, k));
                each(&b[1], |i| {
                    let (row, mut copy) = (row(i + 1), row(i - 1));
                    let k = i % 5;
                    let v = get(&copy, k) + 9;
                    put(&mut copy, k, v);
                    get(&row, k) + row[0] * 3 + get(&copy, k) * 5 + copy[2] * 7
                })
            }),
    ]
}

fn pointers() -> Vec<Row> {
    vec![
        Row::new("oob/oob_ptr_let", [7, 1, 1])
            .input("src", 53 * 4, u32s(340))
            .output("dst", 53 * 4)
            .cut(X, &[("src", halo(1, 1, 0)), ("dst", ONE)])
            .twin(|b| {
                let src = words(&b[0]);
                each(&b[1], |i| add(mul(get(&src, i - 1), 3), 1))
            }),
        Row::new("oob/oob_ptr_let_chain", [7, 1, 1])
            .in_out("items", 53 * 24, between(341, 0, 9999))
            .output("dst", 56 * 4)
            .cut(X, &[("items", ONE), ("dst", ONE)])
            .twin(|b| {
                // Item: key, padding, then two vec2.
                let (mut items, mut dst) = (words(&b[0]), words(&b[1]));
                for i in 0..56 {
                    let Some(item) = items.chunks_exact_mut(6).nth(i) else {
                        dst[i] = 0;
                        continue;
                    };
                    let k = i as i64 % 3;
                    put2(&mut item[2..], 2, k, 1, 100);
                    item[0] += get2(&item[2..], 2, k, 0);
                    dst[i] = item[0] + get2(&item[2..], 2, k, 1);
                }
                vec![bytes(&items), bytes(&dst)]
            }),
        Row::new("oob/oob_ptr_argument", [7, 1, 1])
            .output("dst", 56 * 4)
            .cut(X, &[("dst", ONE)])
            .twin(|b| {
                each(&b[0], |i| {
                    let k = i % 7;
                    let (mut cells, mut kept, mut v) = ([0; 4], [1, 2, 3], [1, 2]);
                    put(&mut cells, k, 5);
                    let a = get(&cells, k);
                    let b = get(&kept, k - 2);
                    put(&mut kept, k - 2, 0);
                    let more = get(&v, k) + 4;
                    put(&mut v, k, more);
                    let c = get(&v, k);
                    a + b * 10
                        + c * 100
                        + (v[0] + v[1]) * 1000
                        + cells.iter().sum::<u32>() * 10_000
                        + kept.iter().sum::<u32>() * 100_000
                })
            }),
    ]
}

fn atomics() -> Vec<Row> {
    vec![
        Row::new("oob/oob_atomic_storage", [7, 1, 1])
            .in_out("cells", 101 * 4, between(350, 0, 999))
            .output("dst", 112 * 4)
            .cut(X, &[("cells", ONE), ("dst", ONE)])
            .twin(|b| {
                let (mut cells, mut dst) = (words(&b[0]), words(&b[1]));
                for i in 0..112 {
                    let Some(cell) = cells.get_mut(i) else {
                        dst[i] = 1;
                        continue;
                    };
                    let a = *cell;
                    dst[i] = a + (a + 5) * 3 + (a + 2) * 5 + 1;
                    *cell = a + 3;
                }
                vec![bytes(&cells), bytes(&dst)]
            }),
        Row::new("oob/oob_atomic_exchange", [7, 1, 1])
            .in_out("cells", 40 * 4, between(351, 0, 3))
            .output("dst", 56 * 4)
            .cut(X, &[("cells", ONE), ("dst", ONE)])
            .twin(|b| {
                let (mut cells, mut dst) = (words(&b[0]), words(&b[1]));
                for i in 0..56 {
                    dst[i] = match cells.get_mut(i) {
                        Some(cell) if *cell == 0 => {
                            *cell = 5;
                            2
                        }
                        Some(cell) => *cell * 10 + 1,
                        None => 1,
                    };
                }
                vec![bytes(&cells), bytes(&dst)]
            }),
        Row::new("oob/oob_atomic_workgroup", [7, 1, 1])
            .output("dst", 56 * 16)
            .cut(X, &[("dst", ONE)])
            .twin(|b| {
                let mut dst = words(&b[0]);
                for (i, out) in dst.chunks_exact_mut(4).enumerate() {
                    let first = i as u32 / 8 * 8;
                    let own = if i % 8 < 4 { i as u32 + 1 } else { 0 };
                    out.copy_from_slice(&[0, 0, first * 4 + 10, own]);
                }
                vec![bytes(&dst)]
            }),
        Row::new("oob/oob_atomic_reduce", [7, 1, 1])
            .input("src", 112 * 4, between(352, 0, 19))
            .in_out("bins", 13 * 4, between(353, 0, 99))
            .cut(X, &[("src", ONE), ("bins", SUM)])
            .twin(|b| {
                let (src, mut bins) = (words(&b[0]), words(&b[1]));
                for v in src {
                    let i = i64::from(v) - 3;
                    let count = get(&bins, i) + 1;
                    put(&mut bins, i, count);
                }
                vec![bytes(&bins)]
            }),
    ]
}

fn effects() -> Vec<Row> {
    vec![
        Row::new("oob/oob_compound", [7, 1, 1])
            .in_out("a", 53 * 4, u32s(360))
            .in_out("b", 51 * 8, i32s(361))
            .cut(X, &[("a", ONE), ("b", ONE)])
            .twin(|b| {
                let (mut a, mut b) = (words(&b[0]), words(&b[1]));
                for v in &mut a {
                    *v = v.wrapping_add(4);
                }
                for v in b.chunks_exact_mut(2) {
                    v[0] = v[0].wrapping_sub(5).wrapping_mul(2);
                    v[1] = v[1].wrapping_sub(1).wrapping_mul(3);
                }
                vec![bytes(&a), bytes(&b)]
            }),
        Row::new("oob/oob_side_effects", [7, 1, 1])
            .output("dst", 53 * 4)
            .cut(X, &[("dst", ONE)])
            .twin(|b| each(&b[0], |_| 11_111)),
        Row::new("oob/oob_in_helper", [7, 1, 1])
            .input("src", 53 * 4, between(362, -100, 100))
            .output("dst", 53 * 4)
            .cut(X, &[("src", halo(1, 1, 2)), ("dst", ONE)])
            .twin(|b| {
                let src = words(&b[0]);
                let at = |i| get(&src, i) as i32;
                each(&b[1], |i| {
                    let v = if at(i - 1) == 0 || at(i + 1) > 50 {
                        at(i - 1) - at(i + 1)
                    } else {
                        at(i) * if at(i + 2) < 0 { 2 } else { 1 }
                    };
                    v as u32
                })
            }),
        Row::new("oob/oob_stencil_2d", [3, 8, 1])
            .input("src", 11 * 31 * 4, i32s(363))
            .output("dst", 11 * 31 * 4)
            .cut(Y, &[("src", halo(11, 1, 1)), ("dst", split(11))])
            .cut(Y, &[("src", ALL), ("dst", split(11))])
            .twin(|b| {
                let src = words(&b[0]);
                let at = |i, by| mul(get(&src, i), by);
                each(&b[1], |i| {
                    add(
                        add(at(i - 11, 1), at(i + 11, 2)),
                        add(at(i - 1, 3), at(i + 1, 5)),
                    )
                })
            }),
    ]
}

fn words(bytes: &[u8]) -> Vec<u32> {
    let words = bytes.chunks_exact(4);
    words
        .map(|w| u32::from_le_bytes([w[0], w[1], w[2], w[3]]))
        .collect()
}

fn floats(bytes: &[u8]) -> Vec<f32> {
    words(bytes).into_iter().map(f32::from_bits).collect()
}

fn bytes(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|w| w.to_le_bytes()).collect()
}

/// The only output, each word from its index.
fn each(initial: &[u8], value: impl Fn(i64) -> u32) -> Vec<Vec<u8>> {
    let values: Vec<u32> = (0..initial.len() as i64 / 4).map(value).collect();
    vec![bytes(&values)]
}

/// A read: zero out of bounds.
fn get<T: Copy + Default>(v: &[T], i: i64) -> T {
    usize::try_from(i)
        .ok()
        .and_then(|i| v.get(i))
        .copied()
        .unwrap_or_default()
}

/// A write: skipped out of bounds.
fn put<T>(v: &mut [T], i: i64, value: T) {
    if let Some(slot) = usize::try_from(i).ok().and_then(|i| v.get_mut(i)) {
        *slot = value;
    }
}

/// A read from rows of `n`, each index with its own bounds.
fn get2<T: Copy + Default>(v: &[T], n: usize, row: i64, k: i64) -> T {
    let row = usize::try_from(row)
        .ok()
        .and_then(|row| v.chunks_exact(n).nth(row));
    row.map(|row| get(row, k)).unwrap_or_default()
}

/// A write to rows of `n`, each index with its own bounds.
fn put2<T>(v: &mut [T], n: usize, row: i64, k: i64, value: T) {
    let row = usize::try_from(row)
        .ok()
        .and_then(|row| v.chunks_exact_mut(n).nth(row));
    if let Some(row) = row {
        put(row, k, value);
    }
}

/// An element of a `mat3x3`, whose columns are padded to four.
fn matrix(m: &[f32], column: i64, row: i64) -> f32 {
    if row < 3 {
        get2(m, 4, column, row)
    } else {
        0.0
    }
}

fn matrix_put(m: &mut [f32], column: i64, row: i64, value: f32) {
    if row < 3 {
        put2(m, 4, column, row, value);
    }
}

fn add(a: u32, b: u32) -> u32 {
    a.wrapping_add(b)
}

fn mul(a: u32, b: u32) -> u32 {
    a.wrapping_mul(b)
}
