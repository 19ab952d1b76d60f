//! Kernels at the edges of what may be concluded. For each there is something that the analysis or the plan has to
//! look at, and without which the kernel would get a wrong yes: `make mutants` leaves some of that out.

use super::regressions::Words::{Are, Zeros};
use super::regressions::{Row, check_rows};

#[test]
fn are_seen() {
    check_rows(ROWS);
}

const ROWS: &[Row] = &[
    Row {
        name: "numbers below zero pass a test for a range whose end is that of the type",
        workgroups: [2, 1, 1],
        buffers: &[("n", Are(&[u32::MAX])), ("b", Zeros(14))],
        wgsl: "
@group(0) @binding(0) var<uniform> n: u32;
@group(0) @binding(1) var<storage, read_write> b: array<u32>;
@compute @workgroup_size(8)
fn main(@builtin(global_invocation_id) gid: vec3<u32>) {
    if (gid.x - 2u < n) { b[gid.x - 2u] = 1u; }
}",
    },
    Row {
        name: "a product that wraps around is small again",
        workgroups: [1, 1, 1],
        buffers: &[("b", Zeros(4))],
        wgsl: "
@group(0) @binding(0) var<storage, read_write> b: array<u32>;
@compute @workgroup_size(8)
fn main(@builtin(global_invocation_id) gid: vec3<u32>) {
    if (gid.x * 0x40000000u < 2u) { b[gid.x] = 1u; }
}",
    },
    Row {
        name: "an index that wraps around to a small one, from above",
        workgroups: [6, 1, 1],
        buffers: &[("b", Zeros(4))],
        wgsl: "
@group(0) @binding(0) var<storage, read_write> b: array<u32>;
@compute @workgroup_size(1)
fn main(@builtin(global_invocation_id) gid: vec3<u32>) {
    b[gid.x * 0x40000000u] = gid.x;
}",
    },
    Row {
        name: "an index that wraps around to a small one, from below",
        workgroups: [4, 1, 1],
        buffers: &[("b", Zeros(4))],
        wgsl: "
@group(0) @binding(0) var<storage, read_write> b: array<u32>;
@compute @workgroup_size(1)
fn main(@builtin(global_invocation_id) gid: vec3<u32>) {
    b[gid.x * 0x80000000u] = gid.x;
}",
    },
    Row {
        name: "a product of unknown numbers that wraps around",
        workgroups: [1, 1, 1],
        buffers: &[("a", Are(&[1 << 31; 4])), ("b", Zeros(8))],
        wgsl: "
@group(0) @binding(0) var<storage, read> a: array<u32>;
@group(0) @binding(1) var<storage, read_write> b: array<u32>;
@compute @workgroup_size(4)
fn main(@builtin(global_invocation_id) gid: vec3<u32>) {
    let p = (gid.x + 1u) * max(a[gid.x], 0x80000000u);
    if (p < 8u) { b[p] = 1u; }
}",
    },
    Row {
        name: "a product of unknown numbers, both at their least",
        workgroups: [1, 1, 1],
        buffers: &[("a", Are(&[1; 4])), ("b", Zeros(8))],
        wgsl: "
@group(0) @binding(0) var<storage, read> a: array<u32>;
@group(0) @binding(1) var<storage, read_write> b: array<u32>;
@compute @workgroup_size(4)
fn main(@builtin(global_invocation_id) gid: vec3<u32>) {
    let p = (gid.x + 1u) * clamp(a[gid.x], 1u, 8u);
    if (p < 8u) { b[p] = 1u; }
}",
    },
    Row {
        name: "a remainder by an unknown number, just below the largest",
        workgroups: [1, 1, 1],
        buffers: &[("a", Are(&[4; 8])), ("b", Zeros(3))],
        wgsl: "
@group(0) @binding(0) var<storage, read> a: array<u32>;
@group(0) @binding(1) var<storage, read_write> b: array<u32>;
@compute @workgroup_size(8)
fn main(@builtin(global_invocation_id) gid: vec3<u32>) {
    b[gid.x % clamp(a[gid.x], 1u, 4u)] = 1u;
}",
    },
    Row {
        name: "the smallest number divided by -1",
        workgroups: [2, 1, 1],
        buffers: &[("a", Are(&[0, 1 << 31, 2, 3, 4, 5, 6, 7])), ("b", Zeros(8))],
        wgsl: "
@group(0) @binding(0) var<storage, read> a: array<i32>;
@group(0) @binding(1) var<storage, read_write> b: array<i32>;
@compute @workgroup_size(4)
fn main(@builtin(global_invocation_id) gid: vec3<u32>) {
    b[gid.x] = a[gid.x] / -1i;
}",
    },
    Row {
        name: "negative floats become zero",
        workgroups: [6, 1, 1],
        buffers: &[("b", Zeros(8))],
        wgsl: "
@group(0) @binding(0) var<storage, read_write> b: array<u32>;
@compute @workgroup_size(1)
fn main(@builtin(global_invocation_id) gid: vec3<u32>) {
    b[u32(f32(gid.x) - 3.0)] = 1u;
}",
    },
    Row {
        name: "beyond the end of a vector there is a zero",
        workgroups: [1, 1, 1],
        buffers: &[("b", Zeros(8))],
        wgsl: "
@group(0) @binding(0) var<storage, read_write> b: array<u32>;
@compute @workgroup_size(8)
fn main(@builtin(global_invocation_id) gid: vec3<u32>) {
    let v = vec4<u32>(4u, 5u, 6u, 7u)[gid.x];
    if (v < 4u) { b[gid.x] = 1u; }
}",
    },
    Row {
        name: "a line that division bends steps on at its ends, and not in between",
        workgroups: [4, 1, 1],
        buffers: &[("b", Zeros(3))],
        wgsl: "
@group(0) @binding(0) var<storage, read_write> b: array<u32>;
@compute @workgroup_size(1)
fn main(@builtin(global_invocation_id) gid: vec3<u32>) {
    b[(gid.x * 5u + 2u) / 7u] = gid.x;
}",
    },
    Row {
        name: "workgroups one by one against pairs of them",
        workgroups: [8, 1, 1],
        buffers: &[("b", Zeros(9))],
        wgsl: "
@group(0) @binding(0) var<storage, read_write> b: array<u32>;
@compute @workgroup_size(1)
fn main(@builtin(global_invocation_id) gid: vec3<u32>) {
    b[gid.x + 1u] = 1u;
    b[gid.x / 2u * 2u] = 2u;
}",
    },
    Row {
        name: "a variable that a loop changes in an else",
        workgroups: [4, 1, 1],
        buffers: &[("b", Zeros(8))],
        wgsl: "
@group(0) @binding(0) var<storage, read_write> b: array<u32>;
@compute @workgroup_size(1)
fn main(@builtin(global_invocation_id) gid: vec3<u32>) {
    var at = 0u;
    for (var k = 0u; k < 4u; k++) {
        b[gid.x + at] = k;
        if (k == 1u) {} else { at++; }
    }
}",
    },
    Row {
        name: "a variable that a loop changes in a switch",
        workgroups: [4, 1, 1],
        buffers: &[("b", Zeros(8))],
        wgsl: "
@group(0) @binding(0) var<storage, read_write> b: array<u32>;
@compute @workgroup_size(1)
fn main(@builtin(global_invocation_id) gid: vec3<u32>) {
    var at = 0u;
    for (var k = 0u; k < 4u; k++) {
        b[gid.x + at] = k;
        switch (k) { case 1u: {} default: { at++; } }
    }
}",
    },
    Row {
        name: "a private variable that a loop changes by a call",
        workgroups: [4, 1, 1],
        buffers: &[("b", Zeros(8))],
        wgsl: "
@group(0) @binding(0) var<storage, read_write> b: array<u32>;
var<private> at: u32;
fn next() { at++; }
@compute @workgroup_size(1)
fn main(@builtin(global_invocation_id) gid: vec3<u32>) {
    for (var k = 0u; k < 4u; k++) {
        b[gid.x + at] = k;
        next();
    }
}",
    },
    Row {
        name: "a loop that steps over its end",
        workgroups: [1, 1, 1],
        buffers: &[("b", Zeros(4))],
        wgsl: "
@group(0) @binding(0) var<storage, read_write> b: array<u32>;
@compute @workgroup_size(4)
fn main(@builtin(global_invocation_id) gid: vec3<u32>) {
    for (var i = 0u; i != 7u; i += 2u) {}
    b[gid.x] = 1u;
}",
    },
    Row {
        name: "a loop that steps over its end, with the test behind the step",
        workgroups: [1, 1, 1],
        buffers: &[("b", Zeros(4))],
        wgsl: "
@group(0) @binding(0) var<storage, read_write> b: array<u32>;
@compute @workgroup_size(4)
fn main(@builtin(global_invocation_id) gid: vec3<u32>) {
    var i = 0u;
    loop { i += 2u; if (i == 7u) { break; } }
    b[gid.x] = 1u;
}",
    },
    Row {
        name: "a helper that is called once in bounds and once not",
        workgroups: [1, 1, 1],
        buffers: &[("b", Zeros(4))],
        wgsl: "
@group(0) @binding(0) var<storage, read_write> b: array<u32>;
fn put(i: u32) { b[i] = 1u; }
@compute @workgroup_size(4)
fn main(@builtin(global_invocation_id) gid: vec3<u32>) {
    put(gid.x);
    put(gid.x + 4u);
}",
    },
    Row {
        name: "two planes, of which one is surely written",
        workgroups: [4, 1, 1],
        buffers: &[
            ("a", Are(&[0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0, 1])),
            ("b", Zeros(32)),
        ],
        wgsl: "
@group(0) @binding(0) var<storage, read> a: array<u32>;
@group(0) @binding(1) var<storage, read_write> b: array<u32>;
@compute @workgroup_size(4)
fn main(@builtin(global_invocation_id) gid: vec3<u32>) {
    b[gid.x] = 1u;
    if (a[gid.x] > 0u) { b[gid.x + 16u] = 2u; }
}",
    },
    Row {
        name: "the fourth word of a vec3 is not written",
        workgroups: [2, 1, 1],
        buffers: &[("b", Zeros(32))],
        wgsl: "
@group(0) @binding(0) var<storage, read_write> b: array<vec3<u32>>;
@compute @workgroup_size(4)
fn main(@builtin(global_invocation_id) gid: vec3<u32>) {
    b[gid.x] = vec3<u32>(1u);
}",
    },
    Row {
        name: "rows that overlap, of which a guard leaves the last out",
        workgroups: [2, 4, 1],
        buffers: &[("p", Are(&[1, 3])), ("b", Zeros(4))],
        wgsl: "
@group(0) @binding(0) var<uniform> p: vec2<u32>;
@group(0) @binding(1) var<storage, read_write> b: array<u32>;
@compute @workgroup_size(1)
fn main(@builtin(global_invocation_id) gid: vec3<u32>) {
    if (gid.y < p.y) { b[gid.x + gid.y * p.x] = 1u; }
}",
    },
    Row {
        name: "a part of an element is read, and all of it written",
        workgroups: [2, 1, 1],
        buffers: &[("b", Zeros(8))],
        wgsl: "
@group(0) @binding(0) var<storage, read_write> b: array<vec2<u32>>;
@compute @workgroup_size(2)
fn main(@builtin(global_invocation_id) gid: vec3<u32>) {
    b[gid.x] = vec2<u32>(b[1].y);
}",
    },
    Row {
        name: "a word of a record is read, and the same word of the next one written",
        workgroups: [4, 1, 1],
        buffers: &[("b", Zeros(10))],
        wgsl: "
@group(0) @binding(0) var<storage, read_write> b: array<u32>;
@compute @workgroup_size(1)
fn main(@builtin(global_invocation_id) gid: vec3<u32>) {
    b[gid.x * 2u + 2u] = b[gid.x * 2u];
}",
    },
    Row {
        name: "the first workgroup writes an element, and then the second one does",
        workgroups: [4, 1, 1],
        buffers: &[("b", Zeros(4))],
        wgsl: "
@group(0) @binding(0) var<storage, read_write> b: array<u32>;
@compute @workgroup_size(1)
fn main(@builtin(global_invocation_id) gid: vec3<u32>) {
    if (gid.x == 0u) { b[0] = 1u; }
    if (gid.x == 1u) { b[0] = 2u; }
}",
    },
];
