//! The conformance corpus: kernels in `tests/kernels/`, one row of plain data for each way to run one.
//!
//! A row says which kernel runs over which grid with which data, and along which axes its grid may be cut, with the
//! distribution of each storage binding then. Rows in bounds ([`rows`]) have plain wgpu as their baseline
//! ([`plain::run`]); rows that leave their bounds ([`oob_rows`]) have a twin in Rust, because drivers differ there.
#![allow(
    dead_code,
    reason = "each test binary that includes this module uses its own part of it"
)]

mod oob;
pub mod plain;
mod table;

pub use oob::oob_rows;
pub use table::rows;

/// Every output is filled with this word first, so that "not written" shows.
pub const SENTINEL: u32 = 0xA5C3_96E1;

/// One way to run one kernel.
#[derive(Clone, Debug)]
pub struct Row {
    /// Stem of the file under `tests/kernels/`.
    pub file: &'static str,
    /// Tells rows of one file apart; empty for the first.
    pub variant: &'static str,
    /// Entry point; needed where the module has several.
    pub entry: Option<&'static str>,
    /// Overrides, by name or by their `@id` as text.
    pub constants: Vec<(&'static str, f64)>,
    /// The grid.
    pub workgroups: [u32; 3],
    /// The bindings that the entry point uses.
    pub bindings: Vec<Binding>,
    /// What a device must be able to do.
    pub needs: Vec<Need>,
    /// The axes along which the grid may be cut. Empty: the grid must stay whole.
    pub cuts: Vec<Cut>,
    /// Whether all adapters give the same bits: integers, and floats whose arithmetic is exact.
    pub same_everywhere: bool,
    /// Computes the outputs from the initial bytes of all bindings; rows out of bounds have it.
    pub twin: Option<Twin>,
}

/// Initial bytes of all bindings in, final bytes of the outputs out, both in the order of the row.
pub type Twin = fn(&[Vec<u8>]) -> Vec<Vec<u8>>;

/// One binding of a row.
#[derive(Clone, Debug)]
pub struct Binding {
    /// Its name in the WGSL.
    pub name: &'static str,
    /// What the kernel does with it.
    pub role: Role,
    /// Its size.
    pub bytes: usize,
    /// Its content before the launch.
    pub init: Init,
    /// How many of its 32-bit words keep the sentinel: padding, and elements that the kernel leaves alone.
    pub kept: usize,
}

/// What a kernel does with a binding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// `var<uniform>`.
    Uniform,
    /// `var<storage, read>`.
    Input,
    /// `var<storage, read_write>`, only written: it starts as the sentinel.
    Output,
    /// `var<storage, read_write>` whose initial content matters.
    InOut,
}

/// The content of a binding before the launch.
#[derive(Clone, Debug)]
pub enum Init {
    /// [`SENTINEL`] in each word.
    Sentinel,
    /// The same word everywhere.
    Fill(u32),
    /// 0, 1, 2, ...
    Iota,
    /// These words, zeros behind them.
    Words(Vec<u32>),
    /// These words, then another content.
    Head(Vec<u32>, Box<Init>),
    /// Pseudo-random values from a seed.
    Random(u32, Kind),
}

/// What random values look like.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// All 32 bits.
    U32,
    /// -500 to 500.
    I32,
    /// Both ends included, as 32-bit words.
    Between(i32, i32),
    /// Eighths between -64 and 64: sums and products of a few are exact.
    F32,
    /// Quarters between -16 and 16.
    F16,
    /// Eighths between -4096 and 4096.
    F64,
}

/// What a device must be able to do to run a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// `wgpu::Features::SHADER_F16`.
    F16,
    /// `wgpu::Features::SHADER_F64`.
    F64,
    /// `wgpu::Features::SHADER_INT64`.
    I64,
    /// `wgpu::Features::SUBGROUP`.
    Subgroup,
}

/// An axis of the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axis {
    /// The first.
    X,
    /// The second.
    Y,
    /// The third.
    Z,
}

/// A way to cut a row's grid: the axis, and the distribution of every storage binding.
#[derive(Clone, Debug)]
pub struct Cut {
    /// The axis along which chunks follow each other.
    pub axis: Axis,
    /// Binding name to distribution.
    pub distributions: Vec<(&'static str, Dist)>,
}

/// How a storage binding relates to the grid. Elements are those of the outermost array; of a struct with a
/// runtime-sized tail those of the tail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dist {
    /// `Split(n, d)`: n elements for d invocations along the axis.
    Split(u64, u64),
    /// `Halo(n, d, before, after)`: like `Split`, with so many neighbouring invocations' elements on each side.
    Halo(u64, u64, u64, u64),
    /// Everything for everyone.
    Broadcast,
    /// Private copies merged by an operation.
    Reduce(Op),
}

/// The operation of [`Dist::Reduce`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    /// Wrapping sum.
    Sum,
    /// Minimum.
    Min,
    /// Maximum.
    Max,
}

impl Row {
    /// A kernel over a grid; the methods below add the rest.
    pub fn new(file: &'static str, workgroups: [u32; 3]) -> Self {
        Row {
            file,
            variant: "",
            entry: None,
            constants: Vec::new(),
            workgroups,
            bindings: Vec::new(),
            needs: Vec::new(),
            cuts: Vec::new(),
            same_everywhere: true,
            twin: None,
        }
    }

    /// File and variant, for messages.
    pub fn name(&self) -> String {
        match self.variant {
            "" => self.file.to_owned(),
            variant => format!("{}/{variant}", self.file),
        }
    }

    /// The kernel's path.
    pub fn path(&self) -> std::path::PathBuf {
        std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("tests/kernels")
            .join(format!("{}.wgsl", self.file))
    }

    /// The kernel's WGSL.
    pub fn source(&self) -> Result<String, String> {
        let path = self.path();
        std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))
    }

    /// The initial bytes of all bindings, in order.
    pub fn initial(&self) -> Vec<Vec<u8>> {
        self.bindings
            .iter()
            .map(|b| b.init.bytes(b.bytes, 0))
            .collect()
    }

    /// The bindings that a run gives back, in order.
    pub fn outputs(&self) -> impl Iterator<Item = &Binding> {
        self.bindings.iter().filter(|b| b.role.is_output())
    }

    pub(crate) fn variant(mut self, variant: &'static str) -> Self {
        self.variant = variant;
        self
    }

    pub(crate) fn entry(mut self, entry: &'static str) -> Self {
        self.entry = Some(entry);
        self
    }

    pub(crate) fn constant(mut self, name: &'static str, value: f64) -> Self {
        self.constants.push((name, value));
        self
    }

    pub(crate) fn needs(mut self, need: Need) -> Self {
        self.needs.push(need);
        self
    }

    pub(crate) fn vendors_differ(mut self) -> Self {
        self.same_everywhere = false;
        self
    }

    pub(crate) fn twin(mut self, twin: Twin) -> Self {
        self.twin = Some(twin);
        self
    }

    fn binding(mut self, name: &'static str, role: Role, bytes: usize, init: Init) -> Self {
        self.bindings.push(Binding {
            name,
            role,
            bytes,
            init,
            kept: 0,
        });
        self
    }

    pub(crate) fn uniform(self, name: &'static str, words: &[u32]) -> Self {
        self.binding(
            name,
            Role::Uniform,
            words.len() * 4,
            Init::Words(words.to_vec()),
        )
    }

    pub(crate) fn input(self, name: &'static str, bytes: usize, init: Init) -> Self {
        self.binding(name, Role::Input, bytes, init)
    }

    pub(crate) fn output(self, name: &'static str, bytes: usize) -> Self {
        self.binding(name, Role::Output, bytes, Init::Sentinel)
    }

    pub(crate) fn in_out(self, name: &'static str, bytes: usize, init: Init) -> Self {
        self.binding(name, Role::InOut, bytes, init)
    }

    /// So many words of the binding added last keep the sentinel.
    pub(crate) fn keeps(mut self, words: usize) -> Self {
        if let Some(binding) = self.bindings.last_mut() {
            binding.kept = words;
        }
        self
    }

    pub(crate) fn cut(mut self, axis: Axis, distributions: &[(&'static str, Dist)]) -> Self {
        self.cuts.push(Cut {
            axis,
            distributions: distributions.to_vec(),
        });
        self
    }
}

impl Role {
    /// Whether a run gives the binding back.
    pub fn is_output(self) -> bool {
        matches!(self, Role::Output | Role::InOut)
    }
}

impl Init {
    /// The content as bytes. `salt` 0 is the row's own data; another salt gives other data of the same look, for
    /// what must not matter.
    pub fn bytes(&self, len: usize, salt: u32) -> Vec<u8> {
        let words = len.div_ceil(4);
        let mut bytes: Vec<u8> = match self {
            Init::Sentinel => vec![SENTINEL ^ salt; words],
            Init::Fill(word) => vec![word ^ salt; words],
            Init::Iota => (0..)
                .map(|i: u32| i.wrapping_add(salt))
                .take(words)
                .collect(),
            Init::Words(given) => {
                let zeros = std::iter::repeat(&0);
                given.iter().chain(zeros).take(words).copied().collect()
            }
            Init::Head(head, tail) => {
                let tail = tail.bytes(len.saturating_sub(head.len() * 4), salt);
                let head = head.iter().flat_map(|w| w.to_le_bytes());
                return head.chain(tail).collect();
            }
            Init::Random(seed, kind) => kind.words(seed.wrapping_add(salt), words),
        }
        .iter()
        .flat_map(|w| w.to_le_bytes())
        .collect();
        bytes.truncate(len);
        bytes
    }
}

impl Kind {
    fn words(self, seed: u32, count: usize) -> Vec<u32> {
        let mut state = seed;
        let mut next = || {
            state = state.wrapping_add(0x9E37_79B9);
            let mut v = (state ^ (state >> 16)).wrapping_mul(0x21F0_AAAD);
            v = (v ^ (v >> 15)).wrapping_mul(0x735A_2D97);
            v ^ (v >> 15)
        };
        let mut words = Vec::with_capacity(count + 1);
        while words.len() < count {
            let v = next();
            let small = (v >> 8) as i32;
            match self {
                Kind::U32 => words.push(v),
                Kind::I32 => words.push((small % 1001 - 500) as u32),
                Kind::Between(low, high) => words.push((low + small % (high - low + 1)) as u32),
                Kind::F32 => words.push((((small & 1023) - 512) as f32 / 8.0).to_bits()),
                Kind::F16 => {
                    words.push(half((small & 127) - 64) | half((small >> 7 & 127) - 64) << 16)
                }
                Kind::F64 => {
                    let bits = (f64::from((small & 0xffff) - 0x8000) / 8.0).to_bits();
                    words.extend([bits as u32, (bits >> 32) as u32]);
                }
            }
        }
        words.truncate(count);
        words
    }
}

/// A quarter of a small integer as f16 bits.
fn half(quarters: i32) -> u32 {
    let bits = (quarters as f32 / 4.0).to_bits();
    let sign = bits >> 16 & 0x8000;
    match bits >> 23 & 0xff {
        0 => sign,
        exponent => sign | (exponent - 112) << 10 | bits >> 13 & 0x3ff,
    }
}

impl Axis {
    /// 0, 1, 2.
    pub fn index(self) -> usize {
        self as usize
    }
}

impl Dist {
    /// The elements of the chunk of workgroups `chunk` along an axis whose workgroups are `size` invocations long,
    /// of a binding of `len` elements.
    pub fn window(self, chunk: std::ops::Range<u32>, size: u32, len: u64) -> std::ops::Range<u64> {
        let start = u64::from(chunk.start) * u64::from(size);
        let end = u64::from(chunk.end) * u64::from(size);
        let (n, d, before, after) = match self {
            Dist::Split(n, d) => (n, d, 0, 0),
            Dist::Halo(n, d, before, after) => (n, d, before, after),
            Dist::Broadcast | Dist::Reduce(_) => return 0..len,
        };
        let first = start.saturating_sub(before) * n / d;
        let last = ((end + after) * n).div_ceil(d);
        first.min(len)..last.min(len)
    }
}

// Short forms for the tables.

pub(crate) const ONE: Dist = Dist::Split(1, 1);
pub(crate) const ALL: Dist = Dist::Broadcast;
pub(crate) const SUM: Dist = Dist::Reduce(Op::Sum);
pub(crate) const MIN: Dist = Dist::Reduce(Op::Min);
pub(crate) const MAX: Dist = Dist::Reduce(Op::Max);

pub(crate) const fn split(n: u64) -> Dist {
    Dist::Split(n, 1)
}

pub(crate) const fn part(n: u64, d: u64) -> Dist {
    Dist::Split(n, d)
}

pub(crate) const fn halo(n: u64, before: u64, after: u64) -> Dist {
    Dist::Halo(n, 1, before, after)
}

pub(crate) const fn u32s(seed: u32) -> Init {
    Init::Random(seed, Kind::U32)
}

pub(crate) const fn i32s(seed: u32) -> Init {
    Init::Random(seed, Kind::I32)
}

pub(crate) const fn f32s(seed: u32) -> Init {
    Init::Random(seed, Kind::F32)
}

pub(crate) const fn between(seed: u32, low: i32, high: i32) -> Init {
    Init::Random(seed, Kind::Between(low, high))
}

pub(crate) fn head(words: &[u32], tail: Init) -> Init {
    Init::Head(words.to_vec(), Box::new(tail))
}

/// A float as a word.
pub(crate) const fn f(v: f32) -> u32 {
    v.to_bits()
}
