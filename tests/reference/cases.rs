//! How to run each kernel of `shaders/` for a problem of any size, and what comes out.

use super::compare::Compare;

/// Every kernel. `light` ones do little work per item, so that grids beyond 65,535 workgroups are affordable; `proven`
/// ones split without a word from the caller.
pub const KERNELS: &[Kernel] = &[
    Kernel {
        name: "saxpy",
        light: true,
        proven: true,
        case: saxpy,
    },
    Kernel {
        name: "collatz",
        light: true,
        proven: true,
        case: collatz,
    },
    Kernel {
        name: "unpack",
        light: true,
        proven: true,
        case: unpack,
    },
    Kernel {
        name: "histogram",
        light: false,
        proven: true,
        case: histogram,
    },
    Kernel {
        name: "minmax",
        light: true,
        proven: true,
        case: minmax,
    },
    Kernel {
        name: "blur",
        light: true,
        proven: true,
        case: blur,
    },
    Kernel {
        name: "transpose",
        light: true,
        proven: true,
        case: transpose,
    },
    Kernel {
        name: "matmul",
        light: false,
        proven: true,
        case: matmul,
    },
    Kernel {
        name: "matmul_naive",
        light: false,
        proven: true,
        case: matmul,
    },
    Kernel {
        name: "nbody",
        light: false,
        proven: true,
        case: nbody,
    },
    Kernel {
        name: "mandelbrot",
        light: false,
        proven: true,
        case: mandelbrot,
    },
    Kernel {
        name: "heat",
        light: true,
        proven: true,
        case: heat,
    },
    Kernel {
        name: "blur_rgba",
        light: false,
        proven: true,
        case: blur_rgba,
    },
    Kernel {
        name: "monte_carlo_pi",
        light: false,
        proven: true,
        case: monte_carlo_pi,
    },
    Kernel {
        name: "scatter",
        light: true,
        proven: false,
        case: scatter,
    },
];

/// A kernel and its case for a problem size: the invocations along the split axis.
pub struct Kernel {
    pub name: &'static str,
    pub light: bool,
    pub proven: bool,
    pub case: fn(usize) -> Case,
}

impl Kernel {
    /// The sizes worth trying, for `w` invocations a workgroup along the split axis.
    pub fn sizes(&self, w: usize) -> Vec<usize> {
        let mut sizes = vec![0, 1, w - 1, w, w + 1, 97, 1009];
        if self.light {
            sizes.push(65_535 * w + w + 1);
        }
        sizes
    }
}

/// One launch: what goes in, how it may be divided, and what comes out.
pub struct Case {
    pub axis: Axis,
    pub invocations: [usize; 3],
    pub uniforms: Vec<(&'static str, Value)>,
    pub bindings: Vec<Binding>,
}

/// A storage binding of a case.
pub struct Binding {
    pub name: &'static str,
    pub dist: Dist,
    /// What is bound; outputs that are wholly written start as a sentinel, so that "not written" shows.
    pub data: Data,
    /// What is there afterwards, for bindings that the kernel writes.
    pub want: Option<(Data, Compare)>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Axis {
    X,
    Y,
}

/// How a binding relates to the grid; elements are per invocation along the axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Dist {
    /// Elements, as a fraction: `(numerator, denominator)`.
    Split(usize, usize),
    /// Elements, and the neighbours before and after that are read too, in invocations.
    Halo(usize, usize, usize),
    Broadcast,
    Reduce(Op),
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Op {
    Sum,
    Min,
    Max,
}

/// The value of a uniform or of a member, `"params.n"`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    U32(u32),
    F32(f32),
    Vec2([f32; 2]),
    UVec2([u32; 2]),
}

/// The elements of a storage binding.
#[derive(Clone, Debug, PartialEq)]
pub enum Data {
    U32(Vec<u32>),
    I32(Vec<i32>),
    F32(Vec<f32>),
    Vec4(Vec<[f32; 4]>),
}

impl Value {
    pub fn bytes(&self) -> &[u8] {
        match self {
            Self::U32(value) => bytemuck::bytes_of(value),
            Self::F32(value) => bytemuck::bytes_of(value),
            Self::Vec2(value) => bytemuck::bytes_of(value),
            Self::UVec2(value) => bytemuck::bytes_of(value),
        }
    }
}

impl Data {
    pub fn bytes(&self) -> &[u8] {
        match self {
            Self::U32(data) => bytemuck::cast_slice(data),
            Self::I32(data) => bytemuck::cast_slice(data),
            Self::F32(data) => bytemuck::cast_slice(data),
            Self::Vec4(data) => bytemuck::cast_slice(data),
        }
    }

    pub fn bytes_mut(&mut self) -> &mut [u8] {
        match self {
            Self::U32(data) => bytemuck::cast_slice_mut(data),
            Self::I32(data) => bytemuck::cast_slice_mut(data),
            Self::F32(data) => bytemuck::cast_slice_mut(data),
            Self::Vec4(data) => bytemuck::cast_slice_mut(data),
        }
    }
}

fn saxpy(n: usize) -> Case {
    let mut random = Random::new(n);
    let (a, x, y) = (2.3, random.f32s(n), random.f32s(n));
    let mut want = y.clone();
    super::saxpy(a, &x, &mut want);
    // All positive, so nothing cancels: two roundings, or one where they are contracted.
    Case::new(Axis::X, [n, 1, 1])
        .set("a", Value::F32(a))
        .input("x", Dist::Split(1, 1), Data::F32(x))
        .output(
            "y",
            Dist::Split(1, 1),
            Data::F32(y),
            Data::F32(want),
            Compare::Ulps(2),
        )
}

fn collatz(n: usize) -> Case {
    let mut random = Random::new(n);
    // From one bit to 32: some take no step, some hundreds, some overflow; then the numbers around the largest odd
    // one whose step fits.
    let mut numbers: Vec<u32> = (0..n).map(|i| random.u32() >> (i % 32)).collect();
    for (number, edge) in numbers.iter_mut().rev().zip(0x5555_5552..=0x5555_5557) {
        *number = edge;
    }
    let want = super::collatz(&numbers);
    Case::new(Axis::X, [n, 1, 1])
        .input("numbers", Dist::Split(1, 1), Data::U32(numbers))
        .output(
            "steps",
            Dist::Split(1, 1),
            sentinels(n),
            Data::U32(want),
            Compare::Exact,
        )
}

fn unpack(n: usize) -> Case {
    let words = Random::new(n).u32s(n.div_ceil(4));
    let want = super::unpack(&words, n);
    Case::new(Axis::X, [n, 1, 1])
        .input("words", Dist::Split(1, 4), Data::U32(words))
        .output(
            "values",
            Dist::Split(1, 1),
            sentinels(n),
            Data::U32(want),
            Compare::Exact,
        )
}

fn histogram(n: usize) -> Case {
    let mut random = Random::new(n);
    // Four words an invocation, the last one's in part; few bits or many, so that the first and the last bin fill.
    // The bins have old content.
    let len = (4 * n).saturating_sub(n % 4);
    let words: Vec<u32> = (0..len)
        .map(|i| (random.u32(), random.u32(), i))
        .map(|(a, b, i)| if i % 2 == 0 { a & b } else { a | b })
        .collect();
    let bins = random
        .u32s(256)
        .iter()
        .map(|bin| bin >> 8)
        .collect::<Vec<_>>();
    let mut want = bins.clone();
    super::histogram(&words, &mut want);
    Case::new(Axis::X, [n, 1, 1])
        .input("words", Dist::Split(4, 1), Data::U32(words))
        .output(
            "bins",
            Dist::Reduce(Op::Sum),
            Data::U32(bins),
            Data::U32(want),
            Compare::Exact,
        )
}

fn minmax(n: usize) -> Case {
    let values: Vec<i32> = Random::new(n)
        .u32s(n)
        .iter()
        .map(|bits| *bits as i32)
        .collect();
    // Old content that a few values do not beat, and many do.
    let (old_low, old_high) = (-1 << 29, 1 << 29);
    let (mut low, mut high) = (old_low, old_high);
    super::minmax(&values, &mut low, &mut high);
    let one = |value: i32| Data::I32(vec![value]);
    Case::new(Axis::X, [n, 1, 1])
        .input("values", Dist::Split(1, 1), Data::I32(values))
        .output(
            "lowest",
            Dist::Reduce(Op::Min),
            one(old_low),
            one(low),
            Compare::Exact,
        )
        .output(
            "highest",
            Dist::Reduce(Op::Max),
            one(old_high),
            one(high),
            Compare::Exact,
        )
}

fn blur(n: usize) -> Case {
    let (width, height) = (if n > 10_000 { 3 } else { 37 }, n);
    // Integers: sums and quarters of them are exact in any order.
    let image = Random::new(n).integers(width * height);
    let want = super::blur(width, height, &image);
    Case::new(Axis::Y, [width, height, 1])
        .set("size.width", Value::U32(width as u32))
        .set("size.height", Value::U32(height as u32))
        .input("image", Dist::Halo(width, 1, 1), Data::F32(image))
        .output(
            "blurred",
            Dist::Split(width, 1),
            float_sentinels(width * height),
            Data::F32(want),
            Compare::Ulps(0),
        )
}

fn transpose(n: usize) -> Case {
    let (width, height) = (n, if n > 10_000 { 3 } else { 37 });
    let input = Random::new(n).u32s(width * height);
    let want = super::transpose(width, height, &input);
    Case::new(Axis::X, [width, height, 1])
        .set("size.width", Value::U32(width as u32))
        .set("size.height", Value::U32(height as u32))
        .input("input", Dist::Broadcast, Data::U32(input))
        .output(
            "output",
            Dist::Split(height, 1),
            sentinels(width * height),
            Data::U32(want),
            Compare::Exact,
        )
}

fn matmul(n: usize) -> Case {
    let (m, k) = (19, 23);
    let mut random = Random::new(n);
    // Integers: products and sums stay far below 2^24 and are exact in any order, contracted or not.
    let (a, b) = (random.integers(n * k), random.integers(k * m));
    let want = super::matmul(n, m, k, &a, &b);
    Case::new(Axis::Y, [m, n, 1])
        .set("size.n", Value::U32(n as u32))
        .set("size.m", Value::U32(m as u32))
        .set("size.k", Value::U32(k as u32))
        .input("a", Dist::Split(k, 1), Data::F32(a))
        .input("b", Dist::Broadcast, Data::F32(b))
        .output(
            "c",
            Dist::Split(m, 1),
            float_sentinels(n * m),
            Data::F32(want),
            Compare::Ulps(0),
        )
}

fn nbody(n: usize) -> Case {
    let mut random = Random::new(n);
    let mut vec4s = |scale: f32| {
        let mut vec4 = || [(); 4].map(|()| scale * random.f32());
        Vec::from_iter((0..n).map(|_| vec4()))
    };
    let (positions, velocities) = (vec4s(1.0), vec4s(0.1));
    let (dt, softening) = (0.01, 0.1);
    let mut want = velocities.clone();
    let next = super::nbody(dt, softening, &positions, &mut want);
    // Sums of n terms of both signs, with an inverse square root that may be 2 ULP off.
    let near = Compare::Close {
        absolute: 1e-5,
        relative: 1e-5,
    };
    let sentinel = Data::Vec4(vec![[-1e30; 4]; n]);
    Case::new(Axis::X, [n, 1, 1])
        .set("params.n", Value::U32(n as u32))
        .set("params.dt", Value::F32(dt))
        .set("params.softening", Value::F32(softening))
        .input("positions", Dist::Broadcast, Data::Vec4(positions))
        .output(
            "velocities",
            Dist::Split(1, 1),
            Data::Vec4(velocities),
            Data::Vec4(want),
            near,
        )
        .output("next", Dist::Split(1, 1), sentinel, Data::Vec4(next), near)
}

fn mandelbrot(n: usize) -> Case {
    let (width, height) = (37, n);
    let (center, scale, max_iterations) = ([-0.75, 0.1], 3.0 / n.max(40) as f32, 64);
    let want = super::mandelbrot(width, height, center, scale, max_iterations);
    let near = Compare::Bytes {
        tolerance: 2,
        except_one_in: 100,
    };
    Case::new(Axis::Y, [width, height, 1])
        .set("params.center", Value::Vec2(center))
        .set("params.scale", Value::F32(scale))
        .set("params.max_iterations", Value::U32(max_iterations))
        .set("params.width", Value::U32(width as u32))
        .set("params.height", Value::U32(height as u32))
        .output(
            "pixels",
            Dist::Split(width, 1),
            sentinels(width * height),
            Data::U32(want),
            near,
        )
}

fn heat(n: usize) -> Case {
    let (width, height) = (if n > 10_000 { 3 } else { 37 }, n);
    // Integers and a power of two: exact in any order.
    let u = Random::new(n).integers(width * height);
    let rate = 0.125;
    let want = super::heat(width, height, rate, &u);
    Case::new(Axis::Y, [width, height, 1])
        .set("params.width", Value::U32(width as u32))
        .set("params.height", Value::U32(height as u32))
        .set("params.rate", Value::F32(rate))
        .input("u", Dist::Halo(width, 1, 1), Data::F32(u))
        .output(
            "next",
            Dist::Split(width, 1),
            float_sentinels(width * height),
            Data::F32(want),
            Compare::Ulps(0),
        )
}

fn blur_rgba(n: usize) -> Case {
    let (width, height, radius) = (19, n, 3);
    let image = Random::new(n).u32s(width * height);
    let want = super::blur_rgba(width, height, radius, &image);
    Case::new(Axis::Y, [width, height, 1])
        .set("params.width", Value::U32(width as u32))
        .set("params.height", Value::U32(height as u32))
        .set("params.radius", Value::U32(radius as u32))
        .input("image", Dist::Halo(width, radius, radius), Data::U32(image))
        .output(
            "blurred",
            Dist::Split(width, 1),
            sentinels(width * height),
            Data::U32(want),
            Compare::Exact,
        )
}

fn monte_carlo_pi(n: usize) -> Case {
    let (seed, rounds, old) = ([0xcafe, n as u32], 3, 1000);
    let mut want = old;
    super::monte_carlo_pi(seed, n as u32, rounds, &mut want);
    Case::new(Axis::X, [n, 1, 1])
        .set("params.seed", Value::UVec2(seed))
        .set("params.invocations", Value::U32(n as u32))
        .set("params.rounds", Value::U32(rounds))
        .output(
            "hits",
            Dist::Reduce(Op::Sum),
            Data::U32(vec![old]),
            Data::U32(vec![want]),
            Compare::Exact,
        )
}

fn scatter(n: usize) -> Case {
    let input = Random::new(n).u32s(n);
    // Each block of 64, a workgroup's, the other way round.
    let blocks = (0..n as u32).collect::<Vec<_>>();
    let to: Vec<u32> = (blocks.chunks(64))
        .flat_map(|block| block.iter().rev().copied())
        .collect();
    let mut want = vec![0; n];
    super::scatter(&input, &to, &mut want);
    Case::new(Axis::X, [n, 1, 1])
        .input("input", Dist::Split(1, 1), Data::U32(input))
        .input("to", Dist::Split(1, 1), Data::U32(to))
        .output(
            "output",
            Dist::Split(1, 1),
            sentinels(n),
            Data::U32(want),
            Compare::Exact,
        )
}

impl Case {
    fn new(axis: Axis, invocations: [usize; 3]) -> Self {
        Self {
            axis,
            invocations,
            uniforms: vec![],
            bindings: vec![],
        }
    }

    fn set(mut self, name: &'static str, value: Value) -> Self {
        self.uniforms.push((name, value));
        self
    }

    fn input(mut self, name: &'static str, dist: Dist, data: Data) -> Self {
        self.bindings.push(Binding {
            name,
            dist,
            data,
            want: None,
        });
        self
    }

    fn output(
        mut self,
        name: &'static str,
        dist: Dist,
        data: Data,
        want: Data,
        how: Compare,
    ) -> Self {
        self.bindings.push(Binding {
            name,
            dist,
            data,
            want: Some((want, how)),
        });
        self
    }
}

fn sentinels(n: usize) -> Data {
    Data::U32(vec![0xdead_beef; n])
}

fn float_sentinels(n: usize) -> Data {
    Data::F32(vec![-1e30; n])
}

/// The same numbers for the same seed, everywhere: SplitMix64.
pub struct Random(u64);

impl Random {
    pub fn new(seed: usize) -> Self {
        Self(seed as u64)
    }

    pub fn u32(&mut self) -> u32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z >> 32) as u32
    }

    /// In [0, 1).
    pub fn f32(&mut self) -> f32 {
        (self.u32() >> 8) as f32 / (1 << 24) as f32
    }

    pub fn u32s(&mut self, n: usize) -> Vec<u32> {
        (0..n).map(|_| self.u32()).collect()
    }

    pub fn f32s(&mut self, n: usize) -> Vec<f32> {
        (0..n).map(|_| self.f32()).collect()
    }

    /// Whole numbers from -128 to 127.
    pub fn integers(&mut self, n: usize) -> Vec<f32> {
        (0..n).map(|_| (self.u32() % 256) as f32 - 128.0).collect()
    }
}
