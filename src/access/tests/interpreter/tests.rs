//! The interpreter itself: small kernels whose results and accesses are known.

use std::collections::BTreeSet;

use naga::AtomicFunction;

use super::{Kind, Log, Program, Trap, run};
use crate::kernel::{Constants, Kernel};

/// Runs a kernel over these words, in the order of its interface.
fn execute(wgsl: &str, grid: [u32; 3], memory: &[&[u32]]) -> (Vec<Vec<u32>>, Log) {
    let kernel = Kernel::from_wgsl("self-test.wgsl", wgsl).unwrap_or_else(|e| panic!("{e}"));
    let folded = kernel
        .fold(&Constants::new())
        .unwrap_or_else(|e| panic!("{e}"));
    let program = Program::new(&folded);
    let mut memory: Vec<Vec<u32>> = memory.iter().map(|words| words.to_vec()).collect();
    let mut log = Log::default();
    run(&program, grid, &grid.map(|n| 0..n), &mut memory, &mut log);
    (memory, log)
}

/// `(binding, element, first word, kind)` of all events, as text, sorted and without repetition.
fn accesses(log: &Log) -> Vec<String> {
    let text = log.events.iter().map(|event| {
        let kind = match event.kind {
            Kind::Read => "r".to_owned(),
            Kind::Write => "w".to_owned(),
            Kind::Atomic(AtomicFunction::Exchange { compare }, used) => {
                let name = compare.map_or("Exchange", |_| "CompareExchange");
                format!("{name}{}", if used { " used" } else { "" })
            }
            Kind::Atomic(fun, used) => format!("{fun:?}{}", if used { " used" } else { "" }),
        };
        let element = event.element.map_or("head".to_owned(), |e| e.to_string());
        let outside = if event.in_bounds { "" } else { " outside" };
        format!(
            "{}[{element}].{}{outside} {kind}",
            event.binding, event.words.start
        )
    });
    text.collect::<BTreeSet<_>>().into_iter().collect()
}

const OUT: &str = "@group(0) @binding(0) var<storage, read_write> out: array<u32>;\n";

/// Kernels that write `out` alone: name, body of `main` (with what stands before it), and what `out` holds at the end.
#[test]
fn results() {
    let rows: &[(&str, &str, &str, &[u32])] = &[
        ("wrap-around", "", "out[0] = out[4] - 1u; out[1] = out[0] * out[0]; out[2] = out[0] + 3u;", &[
            u32::MAX, 1, 2, 0, 0,
        ]),
        ("shifts take the amount modulo 32", "", "let s = out[4] + 33u; out[0] = 3u << s; out[1] = 12u >> s; out[2] = u32(-8i >> s);", &[
            6, 6, -4i32 as u32, 0, 0,
        ]),
        ("division", "", "let z = out[4]; let i = i32(z) - 2147483647i - 1i; out[0] = 7u / z; out[1] = 7u % z; out[2] = u32(i / (i32(z) - 1i)); out[3] = u32((i + 1i) % 2i);", &[
            7, 0, 1 << 31, -1i32 as u32, 0,
        ]),
        ("conversions", "", "let f = f32(out[4]) - 2.5; out[0] = u32(f); out[1] = u32(i32(f)); out[2] = u32(f + 1e20); out[3] = bitcast<u32>(f);", &[
            0, -2i32 as u32, u32::MAX, 0xc020_0000, 0,
        ]),
        ("a loop with all its parts", "", "
            var sum = 0u;
            for (var i = 0u; i < 10u; i++) { if (i == 3u) { continue; } if (i == 7u) { break; } sum += i; }
            out[0] = sum;
            var n = 0u;
            loop { n += 3u; if (n == 6u) { continue; } out[1] += n; continuing { out[2] += 1u; break if n > 11u; } }
            while (n > 2u) { n -= 2u; }
            out[3] = n;", &[18, 24, 4, 2, 0]),
        ("switch", "", "
            for (var i = 0u; i < 5u; i++) {
                switch (i) { case 1u, 2u: { out[i] = 10u; } case 3u: { if (out[1] == 10u) { break; } out[3] = 1u; } default: { out[i] = i + 1u; } }
            }", &[1, 10, 10, 0, 5]),
        ("functions with values, pointers and early returns", "
            fn bump(p: ptr<function, u32>, by: u32) -> u32 { let old = *p; if (by == 0u) { return 77u; } *p = old + by; return old; }
            fn twice(p: ptr<function, u32>) { _ = bump(p, 2u); _ = bump(p, 3u); }
            fn store(i: u32, v: u32) { if (i > 2u) { return; } out[i] = v; }", "
            var v = 4u; var w = 9u;
            twice(&v); out[4] = bump(&w, 0u);
            store(0u, v); store(1u, w); store(3u, 5u);", &[9, 9, 0, 0, 77]),
        ("local arrays, private memory, vectors", "var<private> counter: u32 = 5u; var<private> table: array<vec2<u32>, 2>;
            const scale = array<u32, 3>(7u, 8u, 9u);", "
            var a = array<u32, 4>(1u, 2u, 3u, 4u);
            for (var i = 0u; i < 6u; i++) { a[i] = a[i] * 2u; counter += a[i]; }
            table[out[4] + 1u].y = 6u; let t = table[1]; let s = scale;
            out[0] = counter; out[1] = t.y + t.x; out[2] = a[3]; out[3] = s[out[4] + 2u] + dot(vec3(1u, 2u, 3u), vec3(a[0]).xxy);", &[
            25, 6, 8, 21, 0,
        ]),
        ("short circuits and selects", "", "
            let z = out[4];
            if (z != 0u && 5u / z > 1u) { out[0] = 1u; } else { out[0] = 2u; }
            out[1] = select(3u, 4u, z == 0u || out[900] == 1u);
            out[2] = select(vec2(1u, 2u), vec2(3u, 4u), vec2(false, !(z == 1u))).y;
            out[3] = u32(clamp(i32(z) - 3i, 0i, 5i)) + min(z, 4u) + max(z - 1u, 4u);", &[2, 4, 4, u32::MAX, 0]),
        ("bits", "", "
            let x = out[4] + 0x00f0u;
            out[0] = countOneBits(x) + 16u * countLeadingZeros(x); out[1] = firstLeadingBit(x) + 100u * firstTrailingBit(x);
            out[2] = extractBits(x, 2u, 4u) + insertBits(0u, 7u, 8u, 4u); out[3] = u32(extractBits(-4i, 1u, 8u)) + reverseBits(x);", &[
            4 + 16 * 24, 7 + 400, 12 + 0x700, (-2i32 as u32).wrapping_add(0x0f00_0000), 0,
        ]),
    ];
    for (name, before, body, want) in rows {
        let wgsl = format!("{OUT}{before}\n@compute @workgroup_size(1) fn main() {{ {body} }}");
        let (memory, log) = execute(&wgsl, [1, 1, 1], &[&[0; 5]]);
        assert_eq!(memory[0], *want, "{name}");
        assert!(!log.exhausted && log.runaways.is_empty(), "{name}");
    }
}

#[test]
fn ids() {
    let (memory, _) = execute(
        "struct Ids { @builtin(workgroup_id) wid: vec3<u32>, @builtin(num_workgroups) n: vec3<u32> }
        @group(0) @binding(0) var<storage, read_write> out: array<vec4<u32>>;
        @compute @workgroup_size(2, 1, 2) fn main(ids: Ids, @builtin(global_invocation_id) gid: vec3<u32>,
            @builtin(local_invocation_id) lid: vec3<u32>, @builtin(local_invocation_index) l: u32) {
            let i = (gid.z * ids.n.y + gid.y) * ids.n.x * 2u + gid.x;
            out[i] = vec4(gid.x * 100u + gid.y * 10u + gid.z, lid.x * 100u + lid.y * 10u + lid.z, ids.wid.x * 100u + ids.wid.y * 10u + ids.wid.z, l);
        }",
        [2, 2, 1],
        &[&[9; 16 * 4]],
    );
    let mut want = Vec::new();
    for z in 0..2 {
        for y in 0..2 {
            for x in 0..4 {
                want.extend([
                    x * 100 + y * 10 + z,
                    x % 2 * 100 + z,
                    x / 2 * 100 + y * 10,
                    z * 2 + x % 2,
                ]);
            }
        }
    }
    assert_eq!(memory[0], want);
}

#[test]
fn out_of_bounds() {
    let wgsl = "@group(0) @binding(0) var<storage> a: array<u32>;
        struct Rows { head: vec2<u32>, rows: array<array<u32, 2>> }
        @group(0) @binding(1) var<storage, read_write> b: Rows;
        @compute @workgroup_size(4) fn main(@builtin(global_invocation_id) id: vec3<u32>) {
            b.rows[id.x][i32(id.x) - 1i] = a[id.x * 2u] + b.head.y + arrayLength(&a) + arrayLength(&b.rows);
        }";
    let (memory, log) = execute(wgsl, [1, 1, 1], &[&[10, 20, 30], &[1, 2, 0, 0, 0, 0, 0, 0]]);
    // Invocation 0 has a column before the first, 2 reads behind `a`, 3 has no row and no column.
    assert_eq!(memory[1], [1, 2, 0, 0, 30 + 8, 0, 0, 8]);
    assert_eq!(log.misses.len(), 3);
    assert_eq!(
        accesses(&log),
        [
            "0[0].0 r",
            "0[2].0 r",
            "0[4].0 outside r",
            "0[6].0 outside r",
            "1[0].0 outside w",
            "1[1].0 w",
            "1[2].1 w",
            "1[3].0 outside w",
            "1[head].1 r",
        ]
    );
}

#[test]
fn members_and_wholes() {
    let wgsl = "struct P { pos: vec3<u32>, id: u32, vel: vec2<u32> }
        @group(0) @binding(0) var<storage, read_write> p: array<P, 2>;
        @group(0) @binding(1) var<storage, read_write> one: vec2<u32>;
        @compute @workgroup_size(1) fn main(@builtin(global_invocation_id) id: vec3<u32>) {
            let q = &p[id.x];
            (*q).vel.y = (*q).pos.z + (*q).id;
            one[id.x] = 7u;
            if (id.x == 1u) { var copy = p; copy[0].id = 5u; p[1] = copy[0]; }
        }";
    let words: Vec<u32> = (0..16).collect();
    let (memory, log) = execute(wgsl, [2, 1, 1], &[&words, &[0; 2]]);
    assert_eq!(
        memory[0],
        [0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 5, 4, 5, 14, 15]
    );
    assert_eq!(memory[1], [7, 7]);
    assert_eq!(
        accesses(&log),
        [
            "0[0].0 r", "0[0].2 r", "0[0].3 r", "0[0].5 w", "0[1].0 r", "0[1].0 w", "0[1].2 r",
            "0[1].3 r", "0[1].5 w", "1[0].0 w", "1[0].1 w",
        ]
    );
}

#[test]
fn atomics() {
    let wgsl = "@group(0) @binding(0) var<storage, read_write> n: array<atomic<i32>, 4>;
        @group(0) @binding(1) var<storage, read_write> out: array<i32>;
        @compute @workgroup_size(3) fn main(@builtin(local_invocation_index) l: u32) {
            atomicMax(&n[0], i32(l));
            out[l] = atomicAdd(&n[1], 5i);
            let ignored = atomicSub(&n[2], 1i);
            out[l] += select(0i, 100i, atomicCompareExchangeWeak(&n[3], 0i, i32(l) + 1i).exchanged);
            if (l == 2u) { out[3] = atomicLoad(&n[1]); atomicStore(&n[1], 1i); out[4] = atomicExchange(&n[0], 9i); }
        }";
    let (memory, log) = execute(wgsl, [1, 1, 1], &[&[0; 4], &[0; 5]]);
    assert_eq!(memory[0], [9, 1, -3i32 as u32, 1]);
    assert_eq!(memory[1], [100, 5, 10, 15, 2]);
    let mut accesses = accesses(&log);
    accesses.retain(|text| text.starts_with('0'));
    assert_eq!(
        accesses,
        [
            "0[0].0 Exchange used",
            "0[0].0 Max",
            "0[1].0 Add used",
            "0[1].0 r",
            "0[1].0 w",
            "0[2].0 Subtract",
            "0[3].0 CompareExchange used",
        ]
    );
}

#[test]
fn barriers() {
    // A tree in workgroup memory, and what one invocation writes another reads behind the barrier.
    let wgsl = "@group(0) @binding(0) var<storage, read_write> out: array<u32>;
        var<workgroup> tile: array<u32, 8>;
        var<workgroup> all: u32;
        @compute @workgroup_size(8) fn main(@builtin(local_invocation_index) l: u32, @builtin(workgroup_id) w: vec3<u32>) {
            tile[l] = l + w.x;
            workgroupBarrier();
            out[w.x * 8u + l] = tile[7u - l];
            workgroupBarrier();
            for (var s = 4u; s > 0u; s /= 2u) {
                if (l < s) { tile[l] += tile[l + s]; }
                workgroupBarrier();
            }
            if (l == 5u) { all = tile[0]; }
            out[w.x * 8u + l] += 100u * workgroupUniformLoad(&all);
        }";
    let (memory, _) = execute(wgsl, [2, 1, 1], &[&[0; 16]]);
    let want = |w: u32| (0..8).map(move |l| 7 - l + w + 100 * (28 + 8 * w));
    assert_eq!(memory[0], want(0).chain(want(1)).collect::<Vec<_>>());
}

#[test]
fn traps_and_runaways() {
    let wgsl = "@group(0) @binding(0) var<storage, read_write> out: array<u32>;
        @compute @workgroup_size(2) fn main(@builtin(local_invocation_index) l: u32) {
            out[l] = 8u / l;
            out[l] += u32((i32(l) - 2147483647i - 1i) / (i32(l) - 1i));
            for (var i = 0u; i < 3u; i++) { while (l == 1u) { out[1] = 50u; } }
        }";
    let (memory, log) = execute(wgsl, [1, 1, 1], &[&[0; 2]]);
    assert_eq!(memory[0], [8 + (1 << 31), 50]);
    let traps: Vec<_> = log.traps.iter().map(|(_, trap)| *trap).collect();
    assert_eq!(traps.iter().filter(|trap| **trap == Trap::Zero).count(), 2);
    assert_eq!(
        traps.iter().filter(|trap| **trap == Trap::Overflow).count(),
        1
    );
    assert_eq!(log.runaways.len(), 2);
    assert!(log.repeats);
}
