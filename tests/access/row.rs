//! A row of the table: a kernel, a launch of it, and the outcome that follows from the WGSL.

use std::path::PathBuf;

use polygpu::{Axis, Binding, DeviceGroup, Interface, Kernel, Launch, Plan, Space};

/// One launch of one kernel, and the plan that it must get.
pub struct Row {
    pub kernel: &'static str,
    pub entry: Option<&'static str>,
    /// What sets this row apart from others of the kernel.
    pub note: &'static str,
    buffers: Vec<(&'static str, Content)>,
    uniforms: Vec<(&'static str, Value)>,
    constants: Vec<(&'static str, f64)>,
    grid: Grid,
    /// Any of these is right.
    pub expected: Vec<Outcome>,
}

pub enum Content {
    /// So many elements of arbitrary words.
    Len(usize),
    /// These words.
    Words(Vec<u32>),
    /// These words as the header, then so many elements of arbitrary words.
    Header(Vec<u32>, usize),
}

enum Grid {
    Invocations([u32; 3]),
    Workgroups([u32; 3]),
}

/// The value of a uniform or of a member of one.
pub enum Value {
    U32(u32),
    I32(i32),
    F32(f32),
    U32x2([u32; 2]),
    U32x3([u32; 3]),
    F32x2([f32; 2]),
    F32x3([f32; 3]),
    F32x4([f32; 4]),
}

/// What a plan says, as far as the table holds it to that.
///
/// Bindings are `name: READ/WRITE`, separated by commas; each of the two may list alternatives with `|`.
/// Uniforms are not listed.
pub enum Outcome {
    Cut(Axis, &'static str),
    /// Whole on one device because of one of these bindings, in a line that ends in `// refused: NAME`.
    Whole(Vec<&'static str>, &'static str),
    /// Whole on one device, for whatever reason.
    Refused,
}

pub fn row(kernel: &'static str) -> Row {
    Row {
        kernel,
        entry: None,
        note: "",
        buffers: Vec::new(),
        uniforms: Vec::new(),
        constants: Vec::new(),
        grid: Grid::Invocations([0; 3]),
        expected: Vec::new(),
    }
}

impl Row {
    pub fn note(mut self, note: &'static str) -> Self {
        self.note = note;
        self
    }

    pub fn entry(mut self, entry: &'static str) -> Self {
        self.entry = Some(entry);
        self
    }

    /// Binds `len` elements.
    pub fn len(mut self, name: &'static str, len: usize) -> Self {
        self.buffers.push((name, Content::Len(len)));
        self
    }

    /// Binds these words.
    pub fn words(mut self, name: &'static str, words: impl IntoIterator<Item = u32>) -> Self {
        let words = words.into_iter().collect();
        self.buffers.push((name, Content::Words(words)));
        self
    }

    /// Binds a struct with a tail of `len` elements.
    pub fn header(mut self, name: &'static str, words: &[u32], len: usize) -> Self {
        self.buffers
            .push((name, Content::Header(words.to_vec(), len)));
        self
    }

    pub fn set(mut self, name: &'static str, value: impl Into<Value>) -> Self {
        self.uniforms.push((name, value.into()));
        self
    }

    pub fn constant(mut self, name: &'static str, value: f64) -> Self {
        self.constants.push((name, value));
        self
    }

    pub fn invocations(mut self, size: [u32; 3]) -> Self {
        self.grid = Grid::Invocations(size);
        self
    }

    pub fn workgroups(mut self, size: [u32; 3]) -> Self {
        self.grid = Grid::Workgroups(size);
        self
    }

    /// It is cut along `axis`. A second call states another outcome that is as right.
    pub fn cut(mut self, axis: Axis, bindings: &'static str) -> Self {
        self.expected.push(Outcome::Cut(axis, bindings));
        self
    }

    /// It runs whole because of `culprit` (or one of several, separated by `|`).
    pub fn whole(mut self, culprit: &'static str, bindings: &'static str) -> Self {
        let culprits = culprit.split('|').collect();
        self.expected.push(Outcome::Whole(culprits, bindings));
        self
    }

    /// A refusal would be right as well, whatever its words.
    pub fn or_refused(mut self) -> Self {
        self.expected.push(Outcome::Refused);
        self
    }

    pub fn name(&self) -> String {
        let mut name = self.kernel.to_owned();
        for part in [self.entry.unwrap_or_default(), self.note] {
            if !part.is_empty() {
                name = format!("{name}, {part}");
            }
        }
        name
    }

    pub fn load(&self) -> Kernel {
        let kernel = Kernel::from_file(path(self.kernel));
        let kernel = kernel.unwrap_or_else(|e| panic!("{}: {e}", self.kernel));
        match self.entry {
            Some(entry) => kernel.entry(entry).unwrap(),
            None => kernel,
        }
    }

    pub fn interface(&self) -> Interface {
        let interface = self.load().interface_with(&self.constants);
        interface.unwrap_or_else(|e| panic!("{}: {e}", self.name()))
    }

    /// Plans the launch; nothing runs.
    pub fn plan(&self) -> polygpu::Result<Plan> {
        let content = |content: &Content, binding: &Binding| {
            content.bytes(binding.stride(), binding.header_bytes())
        };
        self.launch(None, None, &content, |launch| launch.plan()).0
    }

    /// Hands the launch to `act`, and gives what it returns with the arrays as they are then. Without devices it is a
    /// dry one; `workgroups` in place of the row's grid.
    pub fn launch<R>(
        &self,
        gpus: Option<&DeviceGroup>,
        workgroups: Option<[u32; 3]>,
        content: &dyn Fn(&Content, &Binding) -> Vec<u8>,
        act: impl for<'a> FnOnce(Launch<'a>) -> R,
    ) -> (R, Vec<(&'static str, Vec<u8>)>) {
        let interface = self.interface();
        let kernel = self.load();
        let mut buffers: Vec<(&'static str, bool, Vec<u8>)> = Vec::new();
        for (name, of) in &self.buffers {
            let binding = interface.bindings.iter().find(|b| b.name == *name);
            let binding = binding.unwrap_or_else(|| panic!("{}: no {name}", self.name()));
            let writable = binding.space == Space::StorageReadWrite;
            buffers.push((name, writable, content(of, binding)));
        }
        let mut launch = match gpus {
            Some(gpus) => gpus.launch(&kernel),
            None => Launch::dry(&kernel),
        };
        for (name, value) in &self.constants {
            launch = launch.constant(name, *value);
        }
        for (name, writable, bytes) in &mut buffers {
            launch = match writable {
                true => launch.bind_mut(name, bytes.as_mut_slice()),
                false => launch.bind(name, bytes.as_slice()),
            };
        }
        for (name, value) in &self.uniforms {
            launch = match value {
                Value::U32(v) => launch.set(name, *v),
                Value::I32(v) => launch.set(name, *v),
                Value::F32(v) => launch.set(name, *v),
                Value::U32x2(v) => launch.set(name, *v),
                Value::U32x3(v) => launch.set(name, *v),
                Value::F32x2(v) => launch.set(name, *v),
                Value::F32x3(v) => launch.set(name, *v),
                Value::F32x4(v) => launch.set(name, *v),
            };
        }
        let launch = match (workgroups, &self.grid) {
            (Some(size), _) => launch.workgroups(size),
            (None, Grid::Invocations(size)) => launch.invocations(*size),
            (None, Grid::Workgroups(size)) => launch.workgroups(*size),
        };
        let result = act(launch);
        let after = buffers.into_iter().map(|(name, _, bytes)| (name, bytes));
        (result, after.collect())
    }

    /// Whether it is a refusal or has a storage binding that is broadcast, whatever the alternatives.
    pub fn says_no(&self) -> bool {
        self.expected.iter().all(|outcome| match outcome {
            Outcome::Cut(_, bindings) => bindings.contains(": broadcast/"),
            Outcome::Whole(..) | Outcome::Refused => true,
        })
    }

    /// The ways in which a plan is not what was expected; none if it is.
    pub fn differences(&self, plan: &Plan) -> Vec<String> {
        let interface = self.interface();
        let all = self.expected.iter();
        let all: Vec<_> = all
            .map(|outcome| self.difference(outcome, plan, &interface))
            .collect();
        match all.iter().any(Vec::is_empty) {
            true => Vec::new(),
            false => all.into_iter().flatten().collect(),
        }
    }

    fn difference(&self, outcome: &Outcome, plan: &Plan, interface: &Interface) -> Vec<String> {
        let mut found = Vec::new();
        let refused = plan.refused.as_ref();
        let listed = match outcome {
            Outcome::Cut(axis, bindings) => {
                if plan.axis != Some(*axis) || refused.is_some() {
                    found.push(format!("expected a cut along {axis}"));
                }
                bindings
            }
            Outcome::Whole(culprits, bindings) => {
                let names = |culprit: &&&str| refused.is_some_and(|r| r.binding == **culprit);
                match culprits.iter().find(names) {
                    _ if plan.axis.is_some() => {
                        found.push(format!("expected no cut: {culprits:?}"))
                    }
                    None => found.push(format!("expected {culprits:?} to be refused")),
                    Some(culprit) => {
                        let lines = refused_lines(self.kernel, culprit);
                        if !refused.is_some_and(|r| lines.contains(&r.line)) {
                            found.push(format!("expected {culprit} to be refused in {lines:?}"));
                        }
                    }
                }
                bindings
            }
            Outcome::Refused => {
                if plan.axis.is_some() || refused.is_none() {
                    found.push("expected a refusal".to_owned());
                }
                return found;
            }
        };
        let mut expected: Vec<(&str, &str)> = listed.split(", ").map(pair).collect();
        for binding in interface.bindings.iter().filter(|b| !b.is_storage()) {
            expected.push((&binding.name, "broadcast|none/none"));
        }
        for binding in &plan.bindings {
            let name = binding.name.as_str();
            let Some((_, wanted)) = expected.iter().find(|(n, _)| *n == name) else {
                found.push(format!("{name} is not in the row"));
                continue;
            };
            let (read, write) = wanted.split_once('/').unwrap();
            let (is_read, is_written) = (binding.read.to_string(), binding.write.to_string());
            if !read.split('|').any(|r| r == is_read) || !write.split('|').any(|w| w == is_written)
            {
                found.push(format!(
                    "{name}: expected {wanted}, not {is_read}/{is_written}"
                ));
            }
        }
        for (name, _) in expected {
            if !plan.bindings.iter().any(|b| b.name == name) {
                found.push(format!("{name} is not in the plan"));
            }
        }
        found
    }

    /// The names that the row binds and sets, without members.
    pub fn names(&self) -> Vec<&'static str> {
        let buffers = self.buffers.iter().map(|(name, _)| *name);
        let uniforms = self.uniforms.iter();
        let uniforms = uniforms.map(|(name, _)| name.split('.').next().unwrap());
        buffers.chain(uniforms).collect()
    }

    /// The storage bindings that each of the expected outcomes lists.
    pub fn listed(&self) -> Vec<Vec<&'static str>> {
        let all = self.expected.iter();
        all.filter_map(|outcome| match outcome {
            Outcome::Cut(_, bindings) | Outcome::Whole(_, bindings) => {
                Some(bindings.split(", ").map(|text| pair(text).0).collect())
            }
            Outcome::Refused => None,
        })
        .collect()
    }
}

impl Content {
    pub fn bytes(&self, stride: u64, header: u64) -> Vec<u8> {
        let mut bytes = Vec::new();
        let len = match self {
            Self::Len(len) => *len,
            Self::Words(words) => {
                bytes.extend(words.iter().flat_map(|w| w.to_le_bytes()));
                return bytes;
            }
            Self::Header(words, len) => {
                bytes.extend(words.iter().flat_map(|w| w.to_le_bytes()));
                assert!(bytes.len() as u64 <= header);
                bytes.resize(header as usize, 0);
                *len
            }
        };
        let end = bytes.len() + len * stride as usize;
        let mut word = 0x9e37_79b9u32;
        while bytes.len() < end {
            word ^= word << 13;
            word ^= word >> 17;
            word ^= word << 5;
            bytes.extend(word.to_le_bytes());
        }
        bytes.truncate(end);
        bytes
    }
}

/// `name: READ/WRITE` as its two parts.
fn pair(text: &'static str) -> (&'static str, &'static str) {
    text.split_once(": ")
        .unwrap_or_else(|| panic!("{text:?} is not name: READ/WRITE"))
}

pub fn folder() -> PathBuf {
    PathBuf::from("tests/access")
}

pub fn path(kernel: &str) -> PathBuf {
    folder().join(format!("{kernel}.wgsl"))
}

/// Lines that end in `// refused: NAME`, from 1.
pub fn refused_lines(kernel: &str, name: &str) -> Vec<u32> {
    let marker = format!("// refused: {name}");
    let text = std::fs::read_to_string(path(kernel)).unwrap();
    let lines = (1..).zip(text.lines());
    let marked = lines.filter(|(_, line)| line.ends_with(&marker));
    marked.map(|(number, _)| number).collect()
}

macro_rules! value_from {
    ($($variant:ident: $ty:ty,)*) => {$(
        impl From<$ty> for Value {
            fn from(value: $ty) -> Self {
                Self::$variant(value)
            }
        }
    )*};
}

value_from! {
    U32: u32,
    I32: i32,
    F32: f32,
    U32x2: [u32; 2],
    U32x3: [u32; 3],
    F32x2: [f32; 2],
    F32x3: [f32; 3],
    F32x4: [f32; 4],
}
