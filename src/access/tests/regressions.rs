//! Kernels that the analysis or the plan once got wrong, as small as they got, through the same check as the random ones.

use super::grammar::{Buffer, Case};
use super::property::{Failure, check};

/// Words of a binding.
pub enum Words {
    Zeros(usize),
    Are(&'static [u32]),
}

use Words::{Are, Zeros};

pub struct Row {
    /// What was wrong, or would be.
    pub name: &'static str,
    pub workgroups: [u32; 3],
    pub buffers: &'static [(&'static str, Words)],
    pub wgsl: &'static str,
}

#[test]
fn stay_right() {
    check_rows(ROWS);
}

pub fn check_rows(rows: &[Row]) {
    let mut wrong = Vec::new();
    for row in rows {
        let buffers = row.buffers.iter().map(|(name, words)| Buffer {
            name: (*name).to_owned(),
            words: match words {
                Zeros(count) => vec![0; *count],
                Are(words) => words.to_vec(),
            },
        });
        let case = Case {
            wgsl: row.wgsl.to_owned(),
            workgroups: row.workgroups,
            buffers: buffers.collect(),
        };
        let failure = (0..4).find_map(|seed| check(&case, seed).err());
        match failure {
            None => {}
            Some(Failure::Invalid(why)) => wrong.push(format!("{}: not valid: {why}", row.name)),
            Some(Failure::Violation(why)) => wrong.push(format!("{}: {why}", row.name)),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

const ROWS: &[Row] = &[
    Row {
        name: "a binding whose only write is in a branch that is not taken was committed by every chunk",
        workgroups: [1, 1, 2],
        buffers: &[("b", Zeros(4))],
        wgsl: "
@group(0) @binding(2) var<storage, read_write> b: array<atomic<i32>>;
@compute @workgroup_size(16, 1, 2)
fn main() {
    switch (0u) {
        case 1u: { atomicOr(&b[0u], 1i); }
        default: {}
    }
}",
    },
    Row {
        name: "a condition stayed in force behind its branch, where the branch divides",
        workgroups: [1, 1, 1],
        buffers: &[("h", Are(&[5])), ("b", Zeros(32))],
        wgsl: "
@group(0) @binding(0) var<uniform> h: u32;
@group(0) @binding(2) var<storage, read_write> b: array<i32>;
@compute @workgroup_size(8)
fn main(@builtin(global_invocation_id) gid: vec3<u32>) {
    let i = gid.x * h;
    if (i < 32u) { b[i % 2u] = 1i; }
    b[i] = 2i;
}",
    },
    Row {
        name: "a loop's condition stayed in force behind it, where its body takes a minimum",
        workgroups: [2, 1, 1],
        buffers: &[("d", Zeros(8))],
        wgsl: "
@group(0) @binding(4) var<storage, read_write> d: array<u32>;
@compute @workgroup_size(5)
fn main(@builtin(global_invocation_id) gid: vec3<u32>) {
    for (var j = gid.x; j < arrayLength(&d); j += 5u) { d[j] = min(j, 3u); }
    d[gid.x] = d[gid.x];
}",
    },
    Row {
        name: "a condition was in force in the other branch as well",
        workgroups: [1, 4, 2],
        buffers: &[("h", Are(&[15])), ("b", Zeros(8)), ("c", Zeros(80))],
        wgsl: "
@group(0) @binding(0) var<uniform> h: u32;
@group(0) @binding(2) var<storage, read> b: array<i32>;
@group(0) @binding(3) var<storage, read_write> c: array<vec4<u32>>;
@compute @workgroup_size(2, 3)
fn main(@builtin(global_invocation_id) gid: vec3<u32>) {
    let i = gid.z * h + gid.y;
    if (i32(gid.z) == 0i) { c[i / 9u].x = u32(b[i]); } else { c[i].y = i; }
}",
    },
    Row {
        name: "a condition stayed in force behind nested branches, where one clamps a neighbour",
        workgroups: [3, 1, 1],
        buffers: &[("n", Are(&[19])), ("a", Zeros(4)), ("b", Zeros(20))],
        wgsl: "
struct Tail { head: u32, more: i32, items: array<i32> }
@group(1) @binding(2) var<uniform> n: u32;
@group(0) @binding(1) var<storage, read> a: Tail;
@group(0) @binding(2) var<storage, read_write> b: array<u32>;
@compute @workgroup_size(8)
fn main(@builtin(global_invocation_id) gid: vec3<u32>) {
    let i = gid.x;
    if (true) {
        if (i < n) { b[i] = u32(a.items[max(i32(i) - 1i, 0i)]); } else {}
    } else {}
    let q = &b[i];
    *q = *q;
}",
    },
    Row {
        name: "the same behind an early return",
        workgroups: [2, 2, 1],
        buffers: &[("w", Are(&[32])), ("b", Zeros(68)), ("c", Zeros(24))],
        wgsl: "
@group(0) @binding(0) var<uniform> w: u32;
@group(0) @binding(2) var<storage, read_write> b: array<u32>;
@group(0) @binding(3) var<storage, read_write> c: array<vec4<i32>>;
@compute @workgroup_size(8, 2)
fn main(@builtin(global_invocation_id) gid: vec3<u32>) {
    let i = gid.y * w;
    if (i < 7u) { c[i] = vec4<i32>(i32(i ^ (w | 5u))); return; }
    b[i] = b[i];
}",
    },
    Row {
        name: "the extent of a read behind a strided loop was that of the loop",
        workgroups: [4, 2, 1],
        buffers: &[("n", Are(&[254])), ("a", Zeros(8))],
        wgsl: "
@group(1) @binding(2) var<uniform> n: u32;
@group(0) @binding(1) var<storage, read_write> a: array<i32>;
@compute @workgroup_size(5, 3)
fn main(@builtin(global_invocation_id) gid: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    for (var j = gid.x; j < n; j += groups.x) { let o = j / 8u; }
    let v = u32(a[gid.x]);
}",
    },
    Row {
        name: "reads that are apart one by one, in windows that overlap, were called split",
        workgroups: [2, 1, 1],
        buffers: &[("w", Are(&[15])), ("b", Zeros(183)), ("c", Zeros(25))],
        wgsl: "
@group(0) @binding(0) var<uniform> w: u32;
@group(0) @binding(2) var<storage, read> b: array<u32, 183>;
@group(0) @binding(3) var<storage, read_write> c: array<u32>;
@compute @workgroup_size(5, 4)
fn main(@builtin(global_invocation_id) gid: vec3<u32>) {
    let i = w + gid.x;
    c[i] = b[i];
    c[i] = b[i / 5u];
}",
    },
    Row {
        name: "the same with a row before and a row behind",
        workgroups: [1, 2, 1],
        buffers: &[("w", Are(&[33])), ("a", Zeros(36)), ("c", Zeros(4))],
        wgsl: "
@group(0) @binding(0) var<uniform> w: u32;
@group(0) @binding(1) var<storage, read> a: array<i32>;
@group(0) @binding(3) var<storage, read_write> c: array<i32>;
@compute @workgroup_size(8)
fn main(@builtin(global_invocation_id) gid: vec3<u32>) {
    c[gid.y] = a[(gid.y - 1u) * w] + a[gid.y + w];
}",
    },
    Row {
        name: "one word of a row, wherever it is, counted as the whole row being written",
        workgroups: [2, 1, 1],
        buffers: &[("b", Zeros(24)), ("c", Zeros(24))],
        wgsl: "
@group(0) @binding(2) var<storage, read_write> b: array<array<u32, 4>>;
@group(0) @binding(3) var<storage, read_write> c: array<vec4<i32>>;
@compute @workgroup_size(3)
fn main(@builtin(global_invocation_id) gid: vec3<u32>, @builtin(local_invocation_index) l: u32) {
    b[gid.x][l] = 1u;
    c[gid.x][l] = 1i;
}",
    },
    Row {
        name: "a doubled index modulo ten reads what the next chunk updates",
        workgroups: [6, 1, 1],
        buffers: &[("c", Zeros(10))],
        wgsl: "
@group(0) @binding(3) var<storage, read_write> c: array<atomic<u32>>;
@compute @workgroup_size(4)
fn main(@builtin(global_invocation_id) gid: vec3<u32>) {
    if (gid.x < arrayLength(&c)) {
        atomicMin(&c[gid.x], gid.x);
        let v = atomicLoad(&c[(gid.x + gid.x) % 10u]);
    }
}",
    },
    Row {
        name: "the same with a use of what is read",
        workgroups: [6, 1, 1],
        buffers: &[("c", Zeros(10)), ("d", Zeros(24))],
        wgsl: "
@group(0) @binding(3) var<storage, read_write> c: array<u32>;
@group(0) @binding(4) var<storage, read_write> d: array<u32>;
@compute @workgroup_size(4)
fn main(@builtin(global_invocation_id) gid: vec3<u32>) {
    if (gid.x < arrayLength(&c)) {
        c[gid.x] = gid.x;
        d[gid.x] = c[(gid.x + gid.x) % 10u];
    }
}",
    },
];
