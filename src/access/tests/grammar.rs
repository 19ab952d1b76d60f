//! Random kernels with their launches: WGSL that looks as people write it, and as traps are set.
//!
//! A kernel has a discipline: it keeps to elements of its own, or slips once, or scatters, or adds up by atomics. What
//! it computes is random; how it gets its indices, guards and loops is drawn from what real kernels do. One statement
//! stands on a line and every operation in parentheses, so that a failing kernel can be made smaller as text.

use std::fmt::Write;

/// A kernel and what it is launched over.
#[derive(Debug, Clone)]
pub struct Case {
    pub wgsl: String,
    pub workgroups: [u32; 3],
    pub buffers: Vec<Buffer>,
}

/// The content of a binding. The kernel may not use it: then it is not in its interface.
#[derive(Debug, Clone)]
pub struct Buffer {
    pub name: String,
    pub words: Vec<u32>,
}

/// SplitMix64.
#[derive(Debug, Clone)]
pub struct Rng(u64);

impl Rng {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x2545_f491_4f6c_dd1d) ^ 0x1234_5678)
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, n: u32) -> u32 {
        (self.next() % u64::from(n.max(1))) as u32
    }

    pub fn chance(&mut self, percent: u32) -> bool {
        self.below(100) < percent
    }

    pub fn pick<T: Clone>(&mut self, of: &[T]) -> T {
        of[self.below(of.len() as u32) as usize].clone()
    }

    fn weighted(&mut self, weights: &[u32]) -> usize {
        let mut at = self.below(weights.iter().sum());
        for (index, weight) in weights.iter().enumerate() {
            match at.checked_sub(*weight) {
                Some(rest) => at = rest,
                None => return index,
            }
        }
        0
    }
}

/// The kernel and launch of a seed.
pub fn generate(seed: u64) -> Case {
    Generator::new(seed).kernel()
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ty {
    U,
    I,
}

impl Ty {
    fn name(self) -> &'static str {
        match self {
            Self::U => "u32",
            Self::I => "i32",
        }
    }

    fn suffix(self) -> &'static str {
        match self {
            Self::U => "u",
            Self::I => "i",
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shape {
    Scalars,
    Vectors(u32),
    /// `struct { a: u32, b: i32 }`
    Structs,
    Fixed,
    /// A struct with a header and a runtime-sized tail.
    Tail,
    Atomics,
    /// `array<array<u32, 4>>`
    Rows,
    /// No array.
    Single,
}

#[derive(Debug, Clone)]
struct Array {
    name: String,
    shape: Shape,
    ty: Ty,
    len: u32,
    writable: bool,
}

#[derive(Debug, Clone)]
struct Local {
    name: String,
    ty: Ty,
    /// Likely a sensible index.
    small: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Discipline {
    Own,
    Slip,
    Wild,
    Atomic,
}

/// Where a kernel has its sizes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sizes {
    /// A uniform struct `p`.
    Struct,
    /// A uniform for each.
    Variables,
    /// A storage binding.
    Storage,
}

struct Generator {
    rng: Rng,
    discipline: Discipline,
    dims: usize,
    size: [u32; 3],
    groups: [u32; 3],
    /// Values of the uniform's members w, h, n, k, s.
    uniform: [u32; 5],
    sizes: Sizes,
    /// Elements that an invocation owns.
    per: u32,
    arrays: Vec<Array>,
    helpers: Vec<Helper>,
    scope: Vec<Local>,
    body: String,
    indent: usize,
    names: u32,
    loops: u32,
    slips: u32,
    in_helper: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Helper {
    At,
    Row,
    Clamped,
    Fetch,
    Put,
    Bump,
    Twice,
    Inside,
    Wrap,
    Find,
    PutHere,
}

const MEMBERS: [&str; 5] = ["w", "h", "n", "k", "s"];

impl Generator {
    fn new(seed: u64) -> Self {
        let mut rng = Rng::new(seed);
        let dims = 1 + rng.weighted(&[45, 40, 15]);
        let mut size = [1; 3];
        let mut groups = [1; 3];
        for d in 0..dims {
            size[d] = rng.pick(
                &[
                    [1, 2, 4, 8, 8, 5, 16],
                    [1, 2, 4, 3, 2, 4, 1],
                    [1, 1, 2, 1, 1, 2, 3],
                ][d],
            );
            groups[d] = 1 + rng.below([6, 5, 4][d]);
        }
        if rng.chance(60) {
            // A cut wants at least two.
            let d = rng.below(dims as u32) as usize;
            groups[d] = groups[d].max(3);
        }
        while (size.iter().chain(&groups)).product::<u32>() > 400 {
            let d = (0..3).max_by_key(|d| groups[*d]).unwrap_or(0);
            groups[d] -= 1;
        }
        let discipline = [
            Discipline::Own,
            Discipline::Slip,
            Discipline::Wild,
            Discipline::Atomic,
        ][rng.weighted(&[42, 18, 24, 16])];
        let mut generator = Self {
            discipline,
            dims,
            size,
            groups,
            uniform: [0; 5],
            sizes: [Sizes::Struct, Sizes::Variables, Sizes::Storage][rng.weighted(&[65, 23, 12])],
            per: [1, 2, 3, 4][rng.weighted(&[80, 8, 6, 6])],
            arrays: Vec::new(),
            helpers: Vec::new(),
            scope: Vec::new(),
            body: String::new(),
            indent: 1,
            names: 0,
            loops: 0,
            slips: u32::from(discipline == Discipline::Slip),
            in_helper: false,
            rng,
        };
        generator.set_uniform();
        generator.set_arrays();
        generator
    }

    fn total(&self, d: usize) -> u32 {
        self.size[d] * self.groups[d]
    }

    fn set_uniform(&mut self) {
        let [x, y, z] = [0, 1, 2].map(|d| self.total(d));
        let near = |rng: &mut Rng, fit: u32| match rng.weighted(&[62, 10, 8, 6, 4, 3, 4, 3]) {
            0 => fit,
            1 => fit.saturating_sub(1),
            2 => fit.saturating_sub(rng.below(fit)).max(1),
            3 => fit.saturating_add(1),
            4 => fit.saturating_add(rng.below(20)),
            5 => 0,
            6 => 1,
            _ => rng.pick(&[u32::MAX, 1 << 31, u32::MAX - 3, 1 << 30]),
        };
        let w = near(&mut self.rng, x);
        let h = near(&mut self.rng, y);
        let fit = match self.rng.below(3) {
            0 => w.saturating_mul(h),
            _ => x * y * z,
        };
        let n = near(&mut self.rng, fit);
        let k = self.rng.pick(&[0, 1, 1, 2, 2, 3, 4, x, u32::MAX]);
        let s = self
            .rng
            .pick(&[1, 1, 2, 3, 0, u32::MAX, u32::MAX - 1, x, w, 1 << 31]);
        self.uniform = [w, h, n, k, s];
    }

    fn set_arrays(&mut self) {
        let [w, h, n, ..] = self.uniform;
        let all = (0..3).map(|d| self.total(d)).product::<u32>();
        let fit = match self.rng.below(4) {
            0 if n < 2000 => n,
            1 if w < 100 && h < 100 => w * h * self.total(2),
            _ => all,
        };
        let inputs = 1 + self.rng.below(2);
        let outputs = 1 + u32::from(self.rng.chance(25));
        for number in 0..inputs + outputs {
            let writable = number >= inputs;
            let atomic = match self.discipline {
                Discipline::Atomic => writable && self.rng.chance(70),
                Discipline::Wild => writable && self.rng.chance(25),
                _ => writable && self.rng.chance(6),
            };
            let shape = if atomic {
                Shape::Atomics
            } else {
                [
                    Shape::Scalars,
                    Shape::Vectors(2),
                    Shape::Vectors(4),
                    Shape::Structs,
                    Shape::Fixed,
                    Shape::Tail,
                    Shape::Rows,
                    Shape::Single,
                ][self.rng.weighted(&[60, 4, 6, 12, 6, 8, 4, 2])]
            };
            let per = if writable { self.per } else { 1 };
            let len = match self.rng.weighted(&[58, 8, 8, 8, 10, 8]) {
                0 => fit * per,
                1 => (fit * per).saturating_sub(1),
                2 => fit * per + 1,
                3 => self.rng.pick(&[2, 3, 5, 7, 13, 31, 61, 127]),
                4 => fit * 4 + 3,
                _ => 1 + self.rng.below(fit * per),
            };
            let len = if atomic && self.rng.chance(60) {
                1 + self.rng.below(16)
            } else {
                len
            };
            // A binding of `read_write` that is only read.
            let writable = writable || self.rng.chance(8);
            self.arrays.push(Array {
                name: ["a", "b", "c", "d"][number as usize].to_owned(),
                shape,
                ty: if self.rng.chance(70) { Ty::U } else { Ty::I },
                len: len.clamp(1, 3000),
                writable,
            });
        }
    }

    fn kernel(mut self) -> Case {
        self.set_helpers();
        let helpers = self.helper_texts();
        self.main();
        let mut wgsl = String::new();
        match self.sizes {
            Sizes::Struct => {
                wgsl += "struct P { w: u32, h: u32, n: u32, k: u32, s: i32, f: f32 }\n";
                wgsl += "@group(0) @binding(0) var<uniform> p: P;\n";
            }
            Sizes::Variables => {
                for (number, name) in MEMBERS.iter().enumerate() {
                    let ty = if *name == "s" { "i32" } else { "u32" };
                    let _ = writeln!(
                        wgsl,
                        "@group(1) @binding({number}) var<uniform> u{name}: {ty};"
                    );
                }
            }
            Sizes::Storage => wgsl += "@group(1) @binding(7) var<storage, read> q: array<u32>;\n",
        }
        wgsl += "struct E { a: u32, b: i32 }\n";
        for (number, array) in self.arrays.iter().enumerate() {
            let access = if array.writable {
                "storage, read_write"
            } else {
                "storage, read"
            };
            let ty = match array.shape {
                Shape::Scalars => format!("array<{}>", array.ty.name()),
                Shape::Vectors(n) => format!("array<vec{n}<{}>>", array.ty.name()),
                Shape::Structs => "array<E>".to_owned(),
                Shape::Fixed => format!("array<{}, {}>", array.ty.name(), array.len),
                Shape::Rows => format!("array<array<{}, 4>>", array.ty.name()),
                Shape::Single => array.ty.name().to_owned(),
                Shape::Atomics => format!("array<atomic<{}>>", array.ty.name()),
                Shape::Tail => {
                    let (name, ty) = (&array.name, array.ty.name());
                    let _ = writeln!(
                        wgsl,
                        "struct T{name} {{ head: u32, more: i32, items: array<{ty}> }}"
                    );
                    format!("T{name}")
                }
            };
            let name = &array.name;
            let _ = writeln!(
                wgsl,
                "@group(0) @binding({}) var<{access}> {name}: {ty};",
                number + 1
            );
        }
        if self.body.contains("tile[") {
            let _ = writeln!(
                wgsl,
                "var<workgroup> tile: array<u32, {}>;",
                self.size.iter().product::<u32>()
            );
        }
        wgsl += &helpers;
        let [x, y, z] = self.size;
        let _ = writeln!(wgsl, "@compute @workgroup_size({x}, {y}, {z})");
        wgsl += "fn main(@builtin(global_invocation_id) gid: vec3<u32>, @builtin(local_invocation_id) lid: vec3<u32>, @builtin(workgroup_id) wid: vec3<u32>, @builtin(num_workgroups) nwg: vec3<u32>, @builtin(local_invocation_index) lix: u32) {\n";
        wgsl += &self.body;
        wgsl += "}\n";
        let buffers = self.buffers();
        Case {
            wgsl,
            workgroups: self.groups,
            buffers,
        }
    }

    fn buffers(&mut self) -> Vec<Buffer> {
        let mut buffers = Vec::new();
        let single = |name: String, words: &[u32]| Buffer {
            name,
            words: words.to_vec(),
        };
        match self.sizes {
            Sizes::Struct => {
                let float = (self.uniform[0] as f32).to_bits();
                let words = [&self.uniform[..], &[float]].concat();
                buffers.push(single("p".to_owned(), &words));
            }
            Sizes::Variables => {
                let all = MEMBERS.iter().zip(&self.uniform);
                buffers.extend(all.map(|(name, value)| single(format!("u{name}"), &[*value])));
            }
            Sizes::Storage => buffers.push(single("q".to_owned(), &self.uniform)),
        }
        for array in self.arrays.clone() {
            let words = match array.shape {
                Shape::Vectors(n) => array.len * n,
                Shape::Rows => array.len * 4,
                Shape::Single => 1,
                Shape::Structs => array.len * 2,
                Shape::Tail => array.len + 2,
                Shape::Scalars | Shape::Fixed | Shape::Atomics => array.len,
            };
            let kind = self.rng.below(4);
            let words = (0..words)
                .map(|i| match kind {
                    // A permutation: a scatter through it happens to be disjoint.
                    0 => i,
                    _ if self.rng.chance(4) => self.rng.next() as u32,
                    _ => self.rng.below(array.len + array.len / 8 + 1),
                })
                .collect();
            buffers.push(Buffer {
                name: array.name.clone(),
                words,
            });
        }
        buffers
    }

    // Text.

    fn line(&mut self, text: &str) {
        for _ in 0..self.indent {
            self.body += "    ";
        }
        self.body += text;
        self.body += "\n";
    }

    fn open(&mut self, text: &str) {
        self.line(&format!("{text} {{"));
        self.indent += 1;
    }

    fn close(&mut self) {
        self.indent -= 1;
        self.line("}");
    }

    fn name(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}{}", self.names)
    }

    fn declare(&mut self, how: &str, prefix: &str, ty: Ty, small: bool, value: &str) -> String {
        let name = self.name(prefix);
        self.line(&format!("{how} {name}: {} = {value};", ty.name()));
        self.scope.push(Local {
            name: name.clone(),
            ty,
            small,
        });
        name
    }

    fn u(&self, member: &str) -> String {
        let at = MEMBERS.iter().position(|name| *name == member).unwrap_or(0);
        match (self.sizes, member) {
            (Sizes::Struct, _) => format!("p.{member}"),
            (Sizes::Variables, _) => format!("u{member}"),
            (Sizes::Storage, "s") => format!("i32(q[{at}])"),
            (Sizes::Storage, _) => format!("q[{at}]"),
        }
    }

    fn value_of(&self, member: &str) -> u32 {
        let at = MEMBERS.iter().position(|m| *m == member);
        self.uniform[at.unwrap_or(0)]
    }

    fn len_text(&self, array: &Array) -> String {
        match array.shape {
            Shape::Fixed => format!("{}u", array.len),
            Shape::Single => "1u".to_owned(),
            Shape::Tail => format!("arrayLength(&{}.items)", array.name),
            _ => format!("arrayLength(&{})", array.name),
        }
    }

    // Helpers.

    fn set_helpers(&mut self) {
        if self.rng.chance(45) {
            return;
        }
        let all = [
            Helper::At,
            Helper::Row,
            Helper::Clamped,
            Helper::Fetch,
            Helper::Put,
            Helper::Bump,
            Helper::Twice,
            Helper::Inside,
            Helper::Wrap,
            Helper::Find,
            Helper::PutHere,
        ];
        for helper in all {
            if self.rng.chance(35) {
                self.helpers.push(helper);
            }
        }
        // These call the other.
        for (caller, called) in [(Helper::Row, Helper::At), (Helper::Twice, Helper::Bump)] {
            if self.has(caller) && !self.has(called) {
                self.helpers.push(called);
            }
        }
    }

    fn has(&self, helper: Helper) -> bool {
        self.helpers.contains(&helper)
    }

    fn helper_texts(&mut self) -> String {
        let mut text = String::new();
        let (w, h, n) = (self.u("w"), self.u("h"), self.u("n"));
        let guarded = self.rng.chance(50);
        let input = self.arrays[0].clone();
        self.in_helper = true;
        for helper in self.helpers.clone() {
            match helper {
                Helper::At => {
                    let formula = self.rng.pick(&[
                        format!("((y * {w}) + x)"),
                        format!("(x + ({w} * y))"),
                        format!("((x * {h}) + y)"),
                    ]);
                    let _ = writeln!(
                        text,
                        "fn at(x: u32, y: u32) -> u32 {{\n    return {formula};\n}}"
                    );
                }
                Helper::Row => text += "fn row(y: u32) -> u32 {\n    return at(0u, y);\n}\n",
                Helper::Clamped => {
                    let formula = self.rng.pick(&[
                        "u32(clamp(v, 0i, (hi - 1i)))",
                        "u32(max(min(v, (hi - 1i)), 0i))",
                        "select(u32(v), 0u, (v < 0i))",
                        "u32(((v % hi) + hi) % hi)",
                    ]);
                    let _ = writeln!(
                        text,
                        "fn clamped(v: i32, hi: i32) -> u32 {{\n    return {formula};\n}}"
                    );
                }
                Helper::Fetch => {
                    let (load, ty) = self.load(&input, "i");
                    let load = cast(&load, ty, Ty::U);
                    text += "fn fetch(i: u32) -> u32 {\n";
                    if guarded {
                        let len = self.len_text(&input);
                        let bound = self.rng.pick(&[n.clone(), len]);
                        let _ =
                            writeln!(text, "    if (i >= {bound}) {{\n        return 0u;\n    }}");
                    }
                    let _ = writeln!(text, "    return {load};\n}}");
                }
                Helper::Put => {
                    let Some(output) = self.output() else {
                        continue;
                    };
                    text += "fn put(i: u32, v: u32) {\n";
                    if guarded {
                        let len = self.len_text(&output);
                        let bound = self.rng.pick(&[n.clone(), len]);
                        let _ = writeln!(text, "    if (i >= {bound}) {{\n        return;\n    }}");
                    }
                    let (place, ty) = self.place(&output, "i");
                    let _ = writeln!(text, "    {place} = {};\n}}", cast("v", Ty::U, ty));
                }
                Helper::Bump => {
                    let early = if guarded {
                        "    if (by == 0u) {\n        return;\n    }\n"
                    } else {
                        ""
                    };
                    let _ = writeln!(
                        text,
                        "fn bump(q: ptr<function, u32>, by: u32) {{\n{early}    *q = (*q + by);\n}}"
                    );
                }
                Helper::Twice => {
                    text += "fn twice(q: ptr<function, u32>, by: u32) {\n    bump(q, by);\n    bump(q, (by / 2u));\n}\n";
                }
                Helper::Wrap => {
                    let formula = self.rng.pick(&[
                        format!("    if (i >= {n}) {{\n        return (i - {n});\n    }}\n    return i;"),
                        format!("    var r: u32 = i;\n    while (r >= max({n}, 1u)) {{\n        r = (r - max({n}, 1u));\n    }}\n    return r;"),
                        format!("    switch (i) {{\n        case 0u: {{\n            return ({n} - 1u);\n        }}\n        default: {{\n            return (i - 1u);\n        }}\n    }}"),
                    ]);
                    let _ = writeln!(text, "fn wrap(i: u32) -> u32 {{\n{formula}\n}}");
                }
                Helper::Find => {
                    let (load, ty) = self.load(&input, "k");
                    let load = cast(&load, ty, Ty::U);
                    let _ = writeln!(
                        text,
                        "fn find(v: u32) -> u32 {{\n    for (var k: u32 = 0u; k < 4u; k++) {{\n        if ({load} > v) {{\n            return k;\n        }}\n    }}\n    return v;\n}}"
                    );
                }
                Helper::PutHere => {
                    let Some(output) = self.output() else {
                        continue;
                    };
                    let (place, ty) = self.place(&output, "here");
                    let _ = writeln!(
                        text,
                        "var<private> here: u32 = 0u;\nfn put_here(v: u32) {{\n    {place} = {};\n    here = (here + 1u);\n}}",
                        cast("v", Ty::U, ty)
                    );
                }
                Helper::Inside => {
                    let formula = self.rng.pick(&[
                        format!("((x < {w}) && (y < {h}))"),
                        format!("((x < {w}) & (y < {h}))"),
                        format!("!((x >= {w}) || (y >= {h}))"),
                    ]);
                    let _ = writeln!(
                        text,
                        "fn inside(x: u32, y: u32) -> bool {{\n    return {formula};\n}}"
                    );
                }
            }
        }
        self.in_helper = false;
        text
    }

    /// An array that the kernel writes plainly.
    fn output(&mut self) -> Option<Array> {
        let all: Vec<_> = (self.arrays.iter())
            .skip(1)
            .filter(|array| array.writable && array.shape != Shape::Atomics)
            .cloned()
            .collect();
        (!all.is_empty()).then(|| self.rng.pick(&all))
    }

    // Main.

    fn main(&mut self) {
        self.coordinates();
        self.own_index();
        let wrapped = self.guard();
        let actions = 1 + self.rng.weighted(&[45, 35, 20]);
        for _ in 0..actions {
            self.action(2);
        }
        if self.slips > 0 {
            self.slip();
        }
        if !self.body.contains("] = ")
            && !self.body.contains("atomic")
            && !self.body.contains("put(")
        {
            self.own_store();
        }
        for _ in 0..wrapped {
            self.close();
        }
    }

    /// `x`, `y`, `z`: global coordinates, however they are come by.
    fn coordinates(&mut self) {
        for d in 0..self.dims {
            let c = ["x", "y", "z"][d];
            let size = self.size[d];
            let text = match self.rng.weighted(&[70, 15, 8, 4, 3]) {
                0 => format!("gid.{c}"),
                1 => format!("((wid.{c} * {size}u) + lid.{c})"),
                2 if self.size[(d + 1) % 3] == 1 && self.size[(d + 2) % 3] == 1 => {
                    format!("((wid.{c} * {size}u) + lix)")
                }
                3 => format!("u32(i32(gid.{c}))"),
                4 => format!("(gid.{c} + 1u)"),
                _ => format!("gid.{c}"),
            };
            let how = if self.rng.chance(10) { "var" } else { "let" };
            self.line(&format!("{how} {c}: u32 = {text};"));
            self.scope.push(Local {
                name: c.to_owned(),
                ty: Ty::U,
                small: true,
            });
        }
    }

    /// `i`: the element of this invocation's own, in some layout.
    fn own_index(&mut self) {
        let (w, h, n, k) = (self.u("w"), self.u("h"), self.u("n"), self.u("k"));
        let [sx, sy, sz] = self.size;
        let all = sx * sy * sz;
        let text = match self.dims {
            1 => match self.rng.weighted(&[50, 10, 8, 4, 4, 4, 4, 4, 4, 4, 4]) {
                0 => "x".to_owned(),
                1 => format!("((wid.x * {sx}u) + lix)"),
                2 => format!("(((x / {w}) * {w}) + (x % {w}))"),
                3 => "(x ^ 1u)".to_owned(),
                4 => format!("(({n} - 1u) - x)"),
                5 => "(x + 1u)".to_owned(),
                6 => "(x / 2u)".to_owned(),
                7 => format!("(x * {k})"),
                8 => "(((x >> 2u) << 2u) | (x & 3u))".to_owned(),
                9 => "((lix * nwg.x) + wid.x)".to_owned(),
                _ => "u32((i32(x) - 1i))".to_owned(),
            },
            2 => match self.rng.weighted(&[40, 8, 12, 8, 8, 6, 6, 4, 4, 4, 4, 4]) {
                0 => format!("((y * {w}) + x)"),
                1 if self.has(Helper::At) => "at(x, y)".to_owned(),
                2 => format!("((y * (nwg.x * {sx}u)) + x)"),
                3 => format!("((((wid.y * nwg.x) + wid.x) * {all}u) + lix)"),
                4 => format!("((x * {h}) + y)"),
                5 => "y".to_owned(),
                6 => "x".to_owned(),
                7 => format!("(({h} - 1u - y) * {w} + x)"),
                8 => format!("u32(((i32(y) * i32({w})) + i32(x)))"),
                10 => format!("dot(vec2<u32>(x, y), vec2<u32>(1u, {w}))"),
                11 => format!("(((gid.xy * vec2<u32>(1u, {w})).x) + (gid.xy * {w}).y)"),
                9 => format!("((y * ({w} + 1u)) + x)"),
                _ => format!("(x + (y * {w}))"),
            },
            _ => match self.rng.weighted(&[40, 25, 15, 10, 10]) {
                0 => format!("((((z * {h}) + y) * {w}) + x)"),
                1 => format!("(((z * ({w} * {h})) + (y * {w})) + x)"),
                2 => format!("((((z * nwg.y * {sy}u) + y) * (nwg.x * {sx}u)) + x)"),
                3 => format!("((((((wid.z * nwg.y) + wid.y) * nwg.x) + wid.x) * {all}u) + lix)"),
                _ => "(z + y)".to_owned(),
            },
        };
        self.line(&format!("let i: u32 = {text};"));
        self.scope.push(Local {
            name: "i".to_owned(),
            ty: Ty::U,
            small: true,
        });
    }

    /// A guard at the start, as an early return or around all that follows: the number of blocks that it opened.
    fn guard(&mut self) -> u32 {
        if self.rng.chance(25) {
            return 0;
        }
        let mut condition = self.range_test();
        if self.rng.chance(12) {
            let flag = self.name("flag");
            if self.rng.chance(50) {
                self.line(&format!("let {flag}: bool = {condition};"));
            } else {
                self.line(&format!("var {flag}: bool = false;"));
                self.open(&format!("if ({condition})"));
                self.line(&format!("{flag} = true;"));
                self.close();
            }
            condition = flag;
        }
        match self.rng.weighted(&[55, 35, 10]) {
            0 => {
                let negated = self.negate(&condition);
                self.open(&format!("if ({negated})"));
                self.line("return;");
                self.close();
                0
            }
            1 => {
                self.open(&format!("if ({condition})"));
                1
            }
            _ => {
                let other = self.range_test();
                self.open(&format!("if ({condition})"));
                self.open(&format!("if ({other})"));
                2
            }
        }
    }

    fn negate(&mut self, condition: &str) -> String {
        if let Some((left, right)) = condition
            .strip_prefix('(')
            .and_then(|c| c.strip_suffix(')'))
            .and_then(|c| c.split_once(" < "))
            && !left.contains(['&', '|'])
            && !right.contains(['&', '|'])
        {
            return format!("({left} >= {right})");
        }
        format!("!({condition})")
    }

    /// A condition that keeps invocations within the data.
    fn range_test(&mut self) -> String {
        let (w, h, n) = (self.u("w"), self.u("h"), self.u("n"));
        if self.rng.chance(4) {
            return self
                .rng
                .pick(&[
                    "(wid.x == 0u)",
                    "(gid.x == 0u)",
                    "(lix == 0u)",
                    "(wid.x != 1u)",
                    "(gid.y <= 1u)",
                ])
                .to_owned();
        }
        let array = self.rng.pick(&self.arrays.clone());
        let len = self.len_text(&array);
        if self.dims == 1 || self.rng.chance(40) {
            return match self.rng.weighted(&[38, 38, 6, 6, 6, 6]) {
                0 => format!("(i < {n})"),
                1 => format!("(i < {len})"),
                2 => format!("(i <= {n})"),
                3 => format!("((i - 1u) < ({n} - 2u))"),
                4 => format!("(i < min({n}, {len}))"),
                _ => format!("((i > 0u) && (i < ({len} - 1u)))"),
            };
        }
        if self.has(Helper::Inside) && self.rng.chance(50) {
            return "inside(x, y)".to_owned();
        }
        let and = self.rng.pick(&["&&", "&&", "&"]);
        match self.rng.weighted(&[50, 15, 15, 10, 10]) {
            0 => format!("((x < {w}) {and} (y < {h}))"),
            1 => format!("(x < {w})"),
            2 => format!("(y < {h})"),
            3 => format!("(((x - 1u) < ({w} - 2u)) {and} ((y - 1u) < ({h} - 2u)))"),
            _ => format!("((x < {w}) {and} (i < {len}))"),
        }
    }

    // Statements.

    fn action(&mut self, depth: u32) {
        let weights = match self.discipline {
            Discipline::Own | Discipline::Slip => {
                [30, 10, 12, 10, 8, 5, 3, 6, 4, 0, 2, 5, 5, 6, 6, 5, 4, 4]
            }
            Discipline::Wild => [10, 4, 8, 6, 8, 4, 3, 6, 4, 30, 6, 4, 4, 6, 5, 3, 3, 3],
            Discipline::Atomic => [10, 4, 8, 6, 8, 4, 3, 6, 4, 3, 40, 4, 4, 6, 3, 3, 3, 3],
        };
        match self.rng.weighted(&weights) {
            0 => self.own_store(),
            1 => self.in_place(),
            2 => self.stencil(),
            3 => self.accumulate(),
            4 if depth > 0 => self.branch(depth),
            5 if depth > 0 => self.switch(depth),
            6 if self.indent == 1 && !self.body.contains("return") => self.tile(),
            7 => self.reassigned(),
            8 => self.local_array(),
            9 => self.wild_store(),
            10 => self.atomic(),
            11 if depth > 0 => self.loop_around(depth),
            12 => self.grid_stride(),
            13 => self.by_pointer(),
            14 => self.carried(),
            15 => self.blocked(),
            16 => self.members(),
            17 => self.here(),
            _ => self.own_store(),
        }
    }

    /// The element index that a write of this kernel may use: its own, or one of its own.
    fn own(&mut self) -> String {
        if self.per == 1 {
            return "i".to_owned();
        }
        let per = self.per;
        let c = self.rng.below(per);
        let inner = self
            .rng
            .pick(&[format!("{c}u"), format!("{c}u"), format!("(i % {per}u)")]);
        format!("((i * {per}u) + {inner})")
    }

    fn own_store(&mut self) {
        let Some(array) = self.output() else {
            return self.atomic();
        };
        let value = self.expression(Ty::U, 3);
        if self.has(Helper::Put) && self.rng.chance(35) {
            let own = self.own();
            return self.line(&format!("put({own}, {value});"));
        }
        if self.per > 1 && self.rng.chance(50) {
            let per = self.per;
            let j = self.name("j");
            self.open(&format!("for (var {j}: u32 = 0u; {j} < {per}u; {j}++)"));
            let (place, ty) = self.place(&array, &format!("((i * {per}u) + {j})"));
            let value = cast(&value, Ty::U, ty);
            self.line(&format!("{place} = {value};"));
            return self.close();
        }
        let own = self.own();
        self.store(&array, &own, &value);
    }

    fn store(&mut self, array: &Array, index: &str, value: &str) {
        if array.shape == Shape::Structs && self.rng.chance(30) {
            return self.line(&format!(
                "{}[{index}] = E({value}, i32({value}));",
                array.name
            ));
        }
        if let Shape::Vectors(n) = array.shape
            && self.rng.chance(50)
        {
            let ty = array.ty.name();
            return self.line(&format!(
                "{}[{index}] = vec{n}<{ty}>({});",
                array.name,
                cast(value, Ty::U, array.ty)
            ));
        }
        let (place, ty) = self.place(array, index);
        let value = cast(value, Ty::U, ty);
        let guarded = self.rng.chance(12);
        if guarded {
            let condition = self.range_test();
            self.open(&format!("if ({condition})"));
        }
        self.line(&format!("{place} = {value};"));
        if guarded {
            self.close();
        }
    }

    fn in_place(&mut self) {
        let Some(array) = self.output() else {
            return self.atomic();
        };
        let own = self.own();
        let (place, ty) = self.place(&array, &own);
        let value = self.expression(ty, 2);
        match self.rng.below(3) {
            0 => self.line(&format!("{place} += {value};")),
            1 => self.line(&format!("{place} = ({place} + {value});")),
            _ => {
                let condition = self.condition(1);
                self.open(&format!("if ({condition})"));
                self.line(&format!("{place} = ({place} ^ {value});"));
                self.close();
            }
        }
    }

    fn by_pointer(&mut self) {
        let Some(array) = self.output() else {
            return self.atomic();
        };
        let own = self.own();
        let q = self.name("q");
        let (place, ty) = self.place(&array, &own);
        if matches!(array.shape, Shape::Vectors(_)) {
            // No pointers to components.
            return self.in_place();
        }
        self.line(&format!("let {q} = &{place};"));
        let value = self.expression(ty, 2);
        if self.rng.chance(40) {
            self.line(&format!("*{q} = {value};"));
        } else {
            self.line(&format!("*{q} = (*{q} + {value});"));
        }
    }

    fn input(&mut self) -> Array {
        let read: Vec<_> = self
            .arrays
            .iter()
            .filter(|array| !array.writable)
            .cloned()
            .collect();
        if read.is_empty() {
            self.arrays[0].clone()
        } else {
            self.rng.pick(&read)
        }
    }

    /// Neighbours of an input, with some treatment of the border, into the own element.
    fn stencil(&mut self) {
        let array = self.input();
        let (w, h) = (self.u("w"), self.u("h"));
        let len = self.len_text(&array);
        let mut terms = Vec::new();
        let count = 2 + self.rng.below(2);
        for _ in 0..count {
            let c = 1 + self.rng.below(2);
            let index = if self.dims == 1 {
                match self.rng.weighted(&[16, 16, 16, 14, 10, 10, 8, 10]) {
                    0 => format!("(i + {c}u)"),
                    1 => format!("(i - {c}u)"),
                    2 => format!("u32(clamp((i32(i) - {c}i), 0i, (i32({len}) - 1i)))"),
                    3 => format!("min((i + {c}u), ({len} - 1u))"),
                    4 => format!("select((i - {c}u), 0u, (i < {c}u))"),
                    5 => format!("((i + {c}u) % {len})"),
                    6 => format!("(max(i, {c}u) - {c}u)"),
                    _ if self.has(Helper::Clamped) => {
                        format!("clamped((i32(i) + {c}i), i32({len}))")
                    }
                    _ => format!("max((i32(i) - {c}i), 0i)"),
                }
            } else {
                match self.rng.weighted(&[16, 16, 12, 14, 12, 10, 10, 10]) {
                    0 => format!("(((y + {c}u) * {w}) + x)"),
                    1 => format!("(((y - {c}u) * {w}) + x)"),
                    2 => format!("(i + {w})"),
                    3 => format!("((u32(clamp((i32(y) + {c}i), 0i, (i32({h}) - 1i))) * {w}) + x)"),
                    4 => {
                        format!("((min((y + {c}u), ({h} - 1u)) * {w}) + min((x + 1u), ({w} - 1u)))")
                    }
                    5 => format!("((((y + {c}u) % {h}) * {w}) + x)"),
                    6 => format!("((max(y, {c}u) - {c}u) * {w} + x)"),
                    _ => format!("((y * {w}) + (x - {c}u))"),
                }
            };
            let (load, ty) = self.load(&array, &index);
            terms.push(cast(&load, ty, Ty::U));
        }
        let sum = terms.join(" + ");
        let Some(output) = self.output() else {
            self.declare("let", "v", Ty::U, false, &format!("({sum})"));
            return;
        };
        let own = self.own();
        let interior = self.rng.chance(35);
        if interior {
            let condition = if self.dims == 1 {
                format!("((i > 1u) && ((i + 2u) < {len}))")
            } else {
                format!("((y > 1u) && ((y + 2u) < {h}))")
            };
            self.open(&format!("if ({condition})"));
        }
        self.store(&output, &own, &format!("({sum})"));
        if interior {
            self.close();
        }
    }

    /// A sum over a row, a column or a few elements, into the own element.
    fn accumulate(&mut self) {
        if self.loops > 1 {
            return self.own_store();
        }
        let array = self.input();
        let w = self.u("w");
        let acc = self.declare("var", "acc", Ty::U, false, "0u");
        let before = self.scope.len();
        let (k, blocks) = self.loop_head();
        let k = cast(&k.name.clone(), k.ty, Ty::U);
        let index = if self.dims == 1 {
            self.rng.pick(&[
                format!("(i + {k})"),
                k.clone(),
                format!("((i * 4u) + {k})"),
                format!("((x * {w}) + {k})"),
                format!("((i + {k}) - 1u)"),
            ])
        } else {
            self.rng.pick(&[
                format!("((y * {w}) + {k})"),
                format!("(({k} * {w}) + x)"),
                format!("(((y + {k}) * {w}) + x)"),
                format!("((((y + {k}) - 1u) * {w}) + x)"),
                k.clone(),
            ])
        };
        let (load, ty) = self.load(&array, &index);
        let load = cast(&load, ty, Ty::U);
        if self.rng.chance(15) {
            let condition = self.condition(1);
            let what = self.rng.pick(&["continue;", "break;"]);
            self.open(&format!("if ({condition})"));
            self.line(what);
            self.close();
        }
        if self.has(Helper::Bump) && self.rng.chance(40) {
            let how = if self.has(Helper::Twice) {
                "twice"
            } else {
                "bump"
            };
            self.line(&format!("{how}(&{acc}, {load});"));
        } else {
            self.line(&format!("{acc} = ({acc} + {load});"));
        }
        self.loop_tail(&blocks);
        self.scope.truncate(before);
        if let Some(output) = self.output() {
            let own = self.own();
            self.store(&output, &own, &acc);
        }
    }

    /// Opens a counted loop of some shape; gives its counter and the lines that close it.
    fn loop_head(&mut self) -> (Local, Vec<String>) {
        self.loops += 1;
        let k = self.name("k");
        let bound = match self.rng.weighted(&[40, 15, 15, 15, 10, 5]) {
            0 => format!("{}u", 1 + self.rng.below(5)),
            1 => format!("min({}, 5u)", self.u("w")),
            2 if self.value_of("k") < 20 || self.rng.chance(10) => self.u("k"),
            3 if self.value_of("w") < 24 || self.rng.chance(6) => self.u("w"),
            4 => "nwg.x".to_owned(),
            5 => "(x & 3u)".to_owned(),
            _ => "3u".to_owned(),
        };
        let (mut ty, mut tail) = (Ty::U, vec!["}".to_owned()]);
        match self.rng.weighted(&[40, 8, 8, 12, 10, 8, 8, 6, 5]) {
            8 => {
                // Some of these never end, some do for some values.
                let (start, end, next) = self.rng.pick(&[
                    ("0u", "!=", "+ 2u"),
                    ("0u", "<", "* 2u"),
                    ("0u", "<", "+ K"),
                    ("4u", ">=", "- 1u"),
                    ("9u", "!=", "- 1u"),
                    ("0u", "<=", "+ 1u"),
                    ("1u", "<", "<< 1u"),
                    ("64u", ">", ">> 1u"),
                    ("64u", ">", "/ 2u"),
                    ("x", "<", "+ 1u"),
                    ("0u", "<", "^ 1u"),
                ]);
                let next = next.replace('K', &self.u("k"));
                let bound = if start == "64u" || start == "4u" {
                    "0u".to_owned()
                } else {
                    bound
                };
                self.open(&format!(
                    "for (var {k}: u32 = {start}; {k} {end} {bound}; {k} = ({k} {next}))"
                ));
            }
            0 => self.open(&format!("for (var {k}: u32 = 0u; {k} < {bound}; {k}++)")),
            1 => self.open(&format!("for (var {k}: u32 = {bound}; {k} > 0u; {k}--)")),
            2 => {
                let step = 1 + self.rng.below(3);
                self.open(&format!(
                    "for (var {k}: u32 = 1u; {k} <= {bound}; {k} += {step}u)"
                ));
            }
            3 => {
                ty = Ty::I;
                let r = self.rng.pick(&[
                    "1i".to_owned(),
                    "2i".to_owned(),
                    format!("min({}, 2i)", self.u("s")),
                ]);
                self.open(&format!("for (var {k}: i32 = -({r}); {k} <= {r}; {k}++)"));
            }
            4 => {
                self.line(&format!("var {k}: u32 = 0u;"));
                self.open(&format!("while ({k} < {bound})"));
                tail.insert(0, format!("    {k} = ({k} + 1u);"));
            }
            5 => {
                self.line(&format!("var {k}: u32 = 0u;"));
                self.open("loop");
                self.open(&format!("if ({k} >= {bound})"));
                self.line("break;");
                self.close();
                tail = vec![
                    "    continuing {".to_owned(),
                    format!("        {k} = ({k} + 1u);"),
                    "    }".to_owned(),
                    "}".to_owned(),
                ];
            }
            6 => {
                self.line(&format!("var {k}: u32 = 0u;"));
                self.open("loop");
                tail = vec![
                    "    continuing {".to_owned(),
                    format!("        {k} = ({k} + 1u);"),
                    format!("        break if ({k} >= {bound});"),
                    "    }".to_owned(),
                    "}".to_owned(),
                ];
            }
            _ => self.open(&format!(
                "for (var {k}: u32 = 1u; {k} < {bound}; {k} = ({k} * 2u))"
            )),
        }
        let local = Local {
            name: k,
            ty,
            small: true,
        };
        self.scope.push(local.clone());
        (local, tail)
    }

    fn loop_tail(&mut self, lines: &[String]) {
        self.indent -= 1;
        for line in lines {
            self.line(line);
        }
        self.loops -= 1;
    }

    fn loop_around(&mut self, depth: u32) {
        if self.loops > 1 {
            return self.own_store();
        }
        let before = self.scope.len();
        let (_, tail) = self.loop_head();
        self.action(depth - 1);
        // A `while` steps at its end: `continue` there runs for ever, which is a case of its own, but a rare one.
        if self.rng.chance(15) {
            let condition = self.condition(1);
            self.open(&format!("if ({condition})"));
            self.line("break;");
            self.close();
        }
        self.loop_tail(&tail);
        self.scope.truncate(before);
    }

    fn branch(&mut self, depth: u32) {
        let condition = if self.rng.chance(50) {
            self.range_test()
        } else {
            self.condition(2)
        };
        let before = self.scope.len();
        self.open(&format!("if ({condition})"));
        self.action(depth - 1);
        if self.rng.chance(12) && self.loops == 0 {
            self.line("return;");
        }
        self.scope.truncate(before);
        if self.rng.chance(45) {
            self.indent -= 1;
            self.open("} else");
            self.action(depth - 1);
            self.scope.truncate(before);
        }
        self.close();
    }

    fn switch(&mut self, depth: u32) {
        let (selector, suffix) = self.rng.pick(&[
            (self.u("k"), "u"),
            (self.u("s"), "i"),
            ("(x % 3u)".to_owned(), "u"),
        ]);
        let before = self.scope.len();
        self.open(&format!("switch ({selector})"));
        for case in 0..1 + self.rng.below(2) {
            let more = if self.rng.chance(30) {
                format!(", {}{suffix}", case + 5)
            } else {
                String::new()
            };
            self.open(&format!("case {case}{suffix}{more}:"));
            self.action(depth - 1);
            self.scope.truncate(before);
            self.close();
        }
        self.open("default:");
        if self.rng.chance(60) {
            self.action(depth - 1);
        }
        self.scope.truncate(before);
        self.close();
        self.close();
    }

    /// Workgroup memory between barriers. Only where all invocations come by.
    fn tile(&mut self) {
        let value = self.expression(Ty::U, 2);
        self.line(&format!("tile[lix] = {value};"));
        self.line("workgroupBarrier();");
        let size = self.size.iter().product::<u32>();
        let index = self.rng.pick(&[
            format!("({}u - lix)", size - 1),
            "0u".to_owned(),
            "(lix ^ 1u)".to_owned(),
            "lix".to_owned(),
        ]);
        let v = self.declare("let", "t", Ty::U, false, &format!("tile[{index}]"));
        self.line("workgroupBarrier();");
        if self.rng.chance(40)
            && let Some(array) = self.output()
        {
            self.open("if (lix == 0u)");
            let wid = if self.dims == 1 {
                "wid.x"
            } else {
                "((wid.y * nwg.x) + wid.x)"
            };
            self.store(&array, wid, &v);
            return self.close();
        }
        if let Some(array) = self.output() {
            let own = self.own();
            self.store(&array, &own, &v);
        }
    }

    /// A variable that branches and loops assign, then used.
    fn reassigned(&mut self) {
        let start = self.rng.pick(&[
            "i".to_owned(),
            "x".to_owned(),
            "0u".to_owned(),
            "lix".to_owned(),
        ]);
        let v = self.declare("var", "v", Ty::U, true, &start);
        let condition = self.condition(2);
        self.open(&format!("if ({condition})"));
        let change = self.index(1);
        let is_signed = change.starts_with("(i32") || change.starts_with("max((i32");
        let change = if is_signed {
            format!("u32({change})")
        } else {
            change
        };
        let change = self.rng.pick(&[
            change,
            format!("({v} + 1u)"),
            format!("({v} - 1u)"),
            "0u".to_owned(),
        ]);
        self.line(&format!("{v} = {change};"));
        self.close();
        if self.rng.chance(30) && self.loops < 2 {
            let (k, tail) = self.loop_head();
            let k = cast(&k.name.clone(), k.ty, Ty::U);
            let change = self.rng.pick(&[
                format!("({v} + {k})"),
                format!("({v} + 1u)"),
                format!("({v} / 2u)"),
            ]);
            self.line(&format!("{v} = {change};"));
            self.loop_tail(&tail);
            self.scope.pop();
        }
        if self.has(Helper::Bump) && self.rng.chance(40) {
            let by = self
                .rng
                .pick(&["1u".to_owned(), self.u("k"), "x".to_owned()]);
            self.line(&format!("bump(&{v}, {by});"));
        }
        let array = self.input();
        let (load, ty) = self.load(&array, &v);
        let load = cast(&load, ty, Ty::U);
        if let Some(output) = self.output() {
            let own = self.own();
            // What it is assigned may be an index for a write as well, where that is wild.
            let at = if self.discipline == Discipline::Wild && self.rng.chance(40) {
                v
            } else {
                own
            };
            self.store(&output, &at, &load);
        }
    }

    fn local_array(&mut self) {
        let t = self.name("l");
        let n = 2 + self.rng.below(4);
        self.line(&format!("var {t}: array<u32, {n}>;"));
        for _ in 0..1 + self.rng.below(2) {
            let value = self.expression(Ty::U, 1);
            let index = self.rng.pick(&[
                format!("{}u", self.names % n),
                format!("(x % {n}u)"),
                "(i & 3u)".to_owned(),
                self.u("k"),
                format!("min(x, {}u)", n - 1),
            ]);
            self.line(&format!("{t}[{index}] = {value};"));
        }
        let index = self.rng.pick(&[
            "lix".to_owned(),
            format!("(i % {n}u)"),
            format!("{}u", n - 1),
            "(x & 1u)".to_owned(),
        ]);
        if let Some(array) = self.output() {
            let own = self.own();
            self.store(&array, &own, &format!("{t}[{index}]"));
        }
    }

    /// An index that a loop carries along.
    fn carried(&mut self) {
        let Some(array) = self.output().filter(|_| self.loops < 2) else {
            return self.atomic();
        };
        let count = 1 + self.rng.below(4);
        let (w, per) = (self.u("w"), self.per);
        let (start, step) = self.rng.pick(&[
            (format!("(i * {count}u)"), "1u".to_owned()),
            (format!("(i * {per}u)"), "1u".to_owned()),
            ("i".to_owned(), format!("(nwg.x * {}u)", self.size[0])),
            ("i".to_owned(), w),
            ("i".to_owned(), "1u".to_owned()),
            ("x".to_owned(), format!("{}u", self.total(0))),
            ("lix".to_owned(), "0u".to_owned()),
        ]);
        let j = self.declare("var", "j", Ty::U, true, &start);
        let k = self.name("k");
        self.open(&format!("for (var {k}: u32 = 0u; {k} < {count}u; {k}++)"));
        self.loops += 1;
        let value = self.expression(Ty::U, 1);
        let read = self.rng.chance(30);
        if read {
            let input = self.input();
            let (load, ty) = self.load(&input, &j);
            let own = self.own();
            let load = cast(&load, ty, Ty::U);
            self.store(&array, &own, &load);
        } else {
            self.store(&array, &j, &value);
        }
        if self.rng.chance(20) {
            let condition = self.condition(1);
            self.open(&format!("if ({condition})"));
            self.line(&format!("{j} = ({j} + 1u);"));
            self.close();
        }
        self.line(&format!("{j} = ({j} + {step});"));
        self.loops -= 1;
        self.close();
    }

    /// Several elements in two nested loops, as a register-blocked kernel writes them.
    fn blocked(&mut self) {
        let Some(array) = self.output().filter(|_| self.loops == 0) else {
            return self.own_store();
        };
        let (r, c) = (self.name("r"), self.name("c"));
        let w = self.u("w");
        let (rows, columns) = (1 + self.rng.below(3), 1 + self.rng.below(3));
        let index = if self.dims == 1 {
            self.rng.pick(&[
                format!("((i * {}u) + (({r} * {columns}u) + {c}))", rows * columns),
                format!("(((i * {rows}u) + {r}) * {columns}u + {c})"),
                format!("((({r} * {w}) + i) + {c})"),
            ])
        } else {
            self.rng.pick(&[
                format!(
                    "((((y * {rows}u) + {r}) * ({w} * {columns}u)) + ((x * {columns}u) + {c}))"
                ),
                format!("((((y * {rows}u) + {r}) * {w}) + ((x * {columns}u) + {c}))"),
                format!("(((y + ({r} * nwg.y)) * {w}) + x)"),
            ])
        };
        let value = self.expression(Ty::U, 2);
        self.open(&format!("for (var {r}: u32 = 0u; {r} < {rows}u; {r}++)"));
        self.open(&format!("for (var {c}: u32 = 0u; {c} < {columns}u; {c}++)"));
        if self.rng.chance(15) {
            let what = self.rng.pick(&["continue;", "break;"]);
            self.open(&format!("switch ({c})"));
            self.open("case 1u:");
            self.line(what);
            self.close();
            self.open("default:");
            self.close();
            self.close();
        }
        self.store(&array, &index, &value);
        self.close();
        self.close();
    }

    /// One member of its own element, from the other of any.
    fn members(&mut self) {
        let structs = |array: &&Array| array.shape == Shape::Structs && array.writable;
        let Some(array) = self.arrays.iter().find(structs).cloned() else {
            return self.in_place();
        };
        let own = self.own();
        let name = &array.name;
        match self.rng.below(4) {
            0 => {
                let e = self.name("e");
                self.line(&format!("let {e}: E = {name}[{own}];"));
                self.line(&format!("{name}[{own}] = E(({e}.a + 1u), {e}.b);"));
            }
            1 => {
                let index = self.index(1);
                self.line(&format!("{name}[{own}].a = {name}[{index}].a;"));
            }
            _ => {
                let index = self.index(1);
                self.line(&format!("{name}[{own}].b = i32({name}[{index}].a);"));
            }
        }
    }

    /// Through an index in private memory.
    fn here(&mut self) {
        if !self.has(Helper::PutHere) || self.output().is_none() {
            return self.own_store();
        }
        let own = self.own();
        self.line(&format!("here = {own};"));
        for _ in 0..1 + self.rng.below(self.per) {
            let value = self.expression(Ty::U, 1);
            self.line(&format!("put_here({value});"));
        }
    }

    fn wild_store(&mut self) {
        let Some(array) = self.output() else {
            return self.atomic();
        };
        let index = self.index(2);
        let value = self.expression(Ty::U, 2);
        self.store(&array, &index, &value);
    }

    fn grid_stride(&mut self) {
        if self.loops > 0 {
            return self.own_store();
        }
        let j = self.name("j");
        let size = self.size[0];
        let array = self.output();
        let n = match &array {
            Some(array) => self
                .rng
                .pick(&[self.len_text(array), format!("min({}, 200u)", self.u("n"))]),
            None => format!("min({}, 200u)", self.u("n")),
        };
        let step = self.rng.pick(&[
            format!("(nwg.x * {size}u)"),
            format!("({size}u * nwg.x)"),
            format!("{}u", self.total(0)),
        ]);
        self.open(&format!(
            "for (var {j}: u32 = gid.x; {j} < {n}; {j} += {step})"
        ));
        self.loops += 1;
        let before = self.scope.len();
        self.scope.push(Local {
            name: j.clone(),
            ty: Ty::U,
            small: true,
        });
        match array {
            Some(array) if self.dims == 1 || self.rng.chance(30) => {
                let value = self.expression(Ty::U, 2);
                self.store(&array, &j, &value);
            }
            _ => self.own_store(),
        }
        self.scope.truncate(before);
        self.loops -= 1;
        self.close();
    }

    fn atomic(&mut self) {
        let all: Vec<_> = self
            .arrays
            .iter()
            .filter(|a| a.shape == Shape::Atomics && a.writable)
            .cloned()
            .collect();
        if all.is_empty() {
            return if self.output().is_some() {
                self.own_store()
            } else {
                self.line("// nothing to write")
            };
        }
        let array = self.rng.pick(&all);
        let (name, ty) = (&array.name, array.ty);
        let index = match self.rng.weighted(&[35, 25, 20, 20]) {
            0 => self.index(1),
            1 => format!("({} % {}u)", self.expression(Ty::U, 1), array.len),
            2 => "i".to_owned(),
            _ => "0u".to_owned(),
        };
        let value = if self.rng.chance(50) {
            format!("1{}", ty.suffix())
        } else {
            self.expression(ty, 1)
        };
        // Mostly one operation for each array, so that some can be put together.
        let fun = if self.rng.chance(75) {
            [
                "atomicAdd",
                "atomicMax",
                "atomicMin",
                "atomicOr",
                "atomicAnd",
                "atomicXor",
                "atomicAdd",
                "atomicAdd",
            ][(array.len % 8) as usize]
        } else {
            self.rng.pick(&[
                "atomicAdd",
                "atomicSub",
                "atomicMin",
                "atomicExchange",
                "atomicOr",
            ])
        };
        match self.rng.weighted(&[62, 8, 14, 8, 8]) {
            0 if fun != "atomicExchange" => {
                self.line(&format!("{fun}(&{name}[{index}], {value});"))
            }
            1 => {
                let old = self.name("old");
                self.line(&format!("let {old} = {fun}(&{name}[{index}], {value});"));
            }
            2 => {
                let slot = format!("{fun}(&{name}[{index}], {value})");
                let old = self.declare("let", "old", Ty::U, true, &cast(&slot, ty, Ty::U));
                if let Some(output) = self.output() {
                    let at = self.rng.pick(&[old.clone(), "i".to_owned()]);
                    self.store(&output, &at, &old);
                }
            }
            3 => {
                let load = cast(&format!("atomicLoad(&{name}[{index}])"), ty, Ty::U);
                self.declare("let", "v", Ty::U, false, &load);
            }
            _ => self.line(&format!("atomicStore(&{name}[{index}], {value});")),
        }
    }

    /// One thing that breaks the discipline.
    fn slip(&mut self) {
        self.slips = 0;
        let Some(array) = self.output() else {
            return self.atomic();
        };
        let (w, k) = (self.u("w"), self.u("k"));
        let near = self.rng.pick(&[
            "(i + 1u)".to_owned(),
            "(i - 1u)".to_owned(),
            format!("(i + {w})"),
            format!("(i * {k})"),
            "(i / 2u)".to_owned(),
            "(i ^ 1u)".to_owned(),
            "(i ^ 4u)".to_owned(),
            "(i + (x & 1u))".to_owned(),
            format!("(x * {w})"),
            "0u".to_owned(),
            format!("select(i, 0u, (i >= {}))", self.u("n")),
            format!("min(i, ({} - 1u))", self.u("n")),
            "(i % 8u)".to_owned(),
        ]);
        if self.rng.chance(50) {
            let value = self.expression(Ty::U, 1);
            self.store(&array, &near, &value);
        } else {
            let (load, ty) = self.load(&array, &near);
            let value = cast(&load, ty, Ty::U);
            let own = self.own();
            self.store(&array, &own, &value);
        }
    }

    // Expressions.

    /// Some element of an array: text and type.
    fn load(&mut self, array: &Array, index: &str) -> (String, Ty) {
        if array.shape == Shape::Atomics {
            return (format!("atomicLoad(&{}[{index}])", array.name), array.ty);
        }
        if array.shape == Shape::Tail && self.rng.chance(12) {
            return self.rng.pick(&[
                (format!("{}.head", array.name), Ty::U),
                (format!("{}.more", array.name), Ty::I),
            ]);
        }
        self.place(array, index)
    }

    fn place(&mut self, array: &Array, index: &str) -> (String, Ty) {
        let name = &array.name;
        match array.shape {
            Shape::Scalars | Shape::Fixed | Shape::Atomics => {
                (format!("{name}[{index}]"), array.ty)
            }
            Shape::Tail => (format!("{name}.items[{index}]"), array.ty),
            Shape::Single => (name.clone(), array.ty),
            Shape::Rows => {
                let column = if self.in_helper {
                    "1u".to_owned()
                } else {
                    self.rng
                        .pick(&["0u", "1u", "3u", "(x % 4u)", "x", "lix", "min(x, 3u)"])
                        .to_owned()
                };
                (format!("{name}[{index}][{column}]"), array.ty)
            }
            Shape::Structs => self.rng.pick(&[
                (format!("{name}[{index}].a"), Ty::U),
                (format!("{name}[{index}].b"), Ty::I),
            ]),
            Shape::Vectors(n) => {
                let component = self.rng.below(n);
                if self.rng.chance(12) && !self.in_helper {
                    return (format!("{name}[{index}][(x % {n}u)]"), array.ty);
                }
                let component = ["x", "y", "z", "w"][component as usize];
                (format!("{name}[{index}].{component}"), array.ty)
            }
        }
    }

    /// Something to read at.
    fn index(&mut self, depth: u32) -> String {
        let (w, k, s) = (self.u("w"), self.u("k"), self.u("s"));
        let y = if self.dims > 1 { "y" } else { "wid.x" };
        match self
            .rng
            .weighted(&[34, 8, 6, 6, 6, 6, 5, 5, 4, 4, 4, 4, 4, 4])
        {
            0 => "i".to_owned(),
            1 => self.small(),
            2 => format!("(i + {}u)", 1 + self.rng.below(3)),
            3 => format!("(i - {}u)", 1 + self.rng.below(3)),
            4 => format!("(({y} * {w}) + {})", self.small()),
            5 => format!("(i / {}u)", 2 + self.rng.below(9)),
            6 => format!("(i % {}u)", 2 + self.rng.below(9)),
            7 => {
                // Data-dependent.
                let array = self.input();
                let (load, ty) = self.load(&array, "i");
                cast(&load, ty, Ty::U)
            }
            8 => format!("(x * {k})"),
            9 => format!("u32((i32(x) + {s}))"),
            10 => format!("(i32(i) - {}i)", 1 + self.rng.below(2)),
            11 => format!("(x ^ {}u)", 1 + self.rng.below(4)),
            12 => "u32((f32(x) * 0.5))".to_owned(),
            14 => "(i + 4294967295u)".to_owned(),
            15 => "(x * 4294967295u)".to_owned(),
            16 => format!("(i << {}u)", self.rng.pick(&[1, 2, 28, 31])),
            17 => "(i * 65537u)".to_owned(),
            18 if self.sizes == Sizes::Struct => "((y * u32(p.f)) + x)".to_owned().replace('y', y),
            _ if depth > 0 => self.expression(Ty::U, depth),
            _ => k,
        }
    }

    fn small(&mut self) -> String {
        let all: Vec<_> = self
            .scope
            .iter()
            .filter(|local| local.small)
            .cloned()
            .collect();
        if all.is_empty() {
            return "gid.x".to_owned();
        }
        let local = self.rng.pick(&all);
        cast(&local.name, local.ty, Ty::U)
    }

    fn expression(&mut self, ty: Ty, depth: u32) -> String {
        if depth == 0 || self.rng.chance(18) {
            return self.leaf(ty);
        }
        if ty == Ty::I && self.rng.chance(40) {
            let inner = self.expression(Ty::U, depth - 1);
            return cast(&inner, Ty::U, Ty::I);
        }
        let s = ty.suffix();
        // The left side is no literal, so that nothing is computed (and found to overflow) at compile time.
        match self.rng.weighted(&[30, 22, 6, 6, 6, 6, 8, 5, 5, 6]) {
            0 => {
                let op = self.rng.pick(&["+", "+", "-", "*"]);
                format!(
                    "({} {op} {})",
                    self.variable(ty),
                    self.expression(ty, depth - 1)
                )
            }
            1 => self.read(ty, depth),
            2 => {
                let op = self.rng.pick(&["&", "|", "^"]);
                format!(
                    "({} {op} {})",
                    self.variable(ty),
                    self.expression(ty, depth - 1)
                )
            }
            3 => {
                let op = self.rng.pick(&["<<", ">>"]);
                format!("({} {op} {}u)", self.variable(ty), self.rng.below(6))
            }
            4 => {
                let op = self.rng.pick(&["/", "%"]);
                format!("({} {op} {}{s})", self.variable(ty), 2 + self.rng.below(7))
            }
            5 => {
                let op = self.rng.pick(&["/", "%"]);
                let by = self.variable(ty);
                let by = match self.rng.below(3) {
                    0 => format!("({by} + 1{s})"),
                    1 => format!("max({by}, 1{s})"),
                    _ => by,
                };
                format!("({} {op} {by})", self.variable(ty))
            }
            6 => {
                let fun = self.rng.pick(&["min", "max"]);
                format!(
                    "{fun}({}, {})",
                    self.variable(ty),
                    self.expression(ty, depth - 1)
                )
            }
            7 => {
                let high = 2 + self.rng.below(20);
                format!(
                    "clamp({}, 1{s}, {high}{s})",
                    self.expression_of_variable(ty, depth - 1)
                )
            }
            8 => {
                let condition = self.condition(1);
                format!(
                    "select({}, {}, {condition})",
                    self.variable(ty),
                    self.expression(ty, depth - 1)
                )
            }
            _ => self.call(ty),
        }
    }

    fn expression_of_variable(&mut self, ty: Ty, depth: u32) -> String {
        if depth == 0 {
            return self.variable(ty);
        }
        let op = self.rng.pick(&["+", "-", "*"]);
        format!(
            "({} {op} {})",
            self.variable(ty),
            self.expression(ty, depth - 1)
        )
    }

    fn read(&mut self, ty: Ty, depth: u32) -> String {
        // Reads of what it writes are for `in_place` and for slips, mostly.
        let array = match self.discipline {
            Discipline::Own | Discipline::Slip => self.input(),
            _ if self.rng.chance(70) => self.input(),
            _ => {
                let arrays = self.arrays.clone();
                self.rng.pick(&arrays)
            }
        };
        let index = self.index(depth - 1);
        let (load, from) = self.load(&array, &index);
        cast(&load, from, ty)
    }

    fn call(&mut self, ty: Ty) -> String {
        let all: Vec<_> = (self.helpers.iter())
            .filter(|h| {
                matches!(
                    h,
                    Helper::At
                        | Helper::Row
                        | Helper::Clamped
                        | Helper::Fetch
                        | Helper::Wrap
                        | Helper::Find
                )
            })
            .copied()
            .collect();
        if all.is_empty() {
            return self.read(ty, 1);
        }
        let text = match self.rng.pick(&all) {
            Helper::At => format!("at({}, {})", self.small(), self.small()),
            Helper::Row => format!("row({})", self.small()),
            Helper::Wrap => format!("wrap(({} & 127u))", self.small()),
            Helper::Find => format!("find({})", self.variable(Ty::U)),
            Helper::Clamped => {
                let v = self.variable(Ty::I);
                format!(
                    "clamped({v}, {})",
                    self.rng
                        .pick(&[format!("i32({})", self.u("w")), self.u("s")])
                )
            }
            _ => {
                let index = self.index(0);
                let index = if index.starts_with("(i32") {
                    "i".to_owned()
                } else {
                    index
                };
                format!("fetch({index})")
            }
        };
        cast(&text, Ty::U, ty)
    }

    fn leaf(&mut self, ty: Ty) -> String {
        if self.rng.chance(30) {
            let value = self.rng.pick(&[0, 1, 2, 3, 5, 7, 16, 31, 100]);
            return format!("{value}{}", ty.suffix());
        }
        self.variable(ty)
    }

    /// A value that is known only when the kernel runs.
    fn variable(&mut self, ty: Ty) -> String {
        if self.rng.chance(25) {
            let member = self.rng.pick(&MEMBERS);
            let from = if member == "s" { Ty::I } else { Ty::U };
            let text = self.u(member);
            return cast(&text, from, ty);
        }
        if self.rng.chance(12) {
            let text = self
                .rng
                .pick(&["lix", "wid.x", "lid.x", "nwg.x", "gid.x", "wid.y", "gid.y"]);
            return cast(text, Ty::U, ty);
        }
        if self.scope.is_empty() {
            return cast("gid.x", Ty::U, ty);
        }
        let scope = self.scope.clone();
        let local = self.rng.pick(&scope);
        cast(&local.name, local.ty, ty)
    }

    fn condition(&mut self, depth: u32) -> String {
        if depth > 0 && self.rng.chance(25) {
            let op = self.rng.pick(&["&&", "||", "&", "|"]);
            return format!(
                "({} {op} {})",
                self.condition(depth - 1),
                self.condition(depth - 1)
            );
        }
        if depth > 0 && self.rng.chance(10) {
            return format!("!{}", self.condition(depth - 1));
        }
        let ty = if self.rng.chance(75) { Ty::U } else { Ty::I };
        let op = self.rng.pick(&["<", "<=", ">", ">=", "==", "!="]);
        let left = match self.rng.below(3) {
            0 => format!(
                "({} % {}{})",
                self.variable(ty),
                2 + self.rng.below(3),
                ty.suffix()
            ),
            1 => cast(&self.small(), Ty::U, ty),
            _ => self.variable(ty),
        };
        format!("({left} {op} {})", self.leaf(ty))
    }
}

fn cast(text: &str, from: Ty, to: Ty) -> String {
    match (from, to) {
        (Ty::U, Ty::I) => format!("i32({text})"),
        (Ty::I, Ty::U) => format!("u32({text})"),
        _ => text.to_owned(),
    }
}
