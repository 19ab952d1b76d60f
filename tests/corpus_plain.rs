//! The corpus checked against itself and plain wgpu: every kernel is valid, every row says the truth about its
//! bindings and windows, and every row in bounds runs alike on every adapter, twice.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "helpers of tests"
)]

mod corpus;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use corpus::{Cut, Dist, Op, Role, Row, plain};
use naga::valid::{Capabilities, ModuleInfo, ValidationFlags, Validator};

const CHUNKS: [u32; 3] = [2, 3, 7];
const SALT: u32 = 0x0101_0101;

/// A row's kernel as naga sees it with the row's entry point and overrides.
struct Reflected {
    module: naga::Module,
    info: ModuleInfo,
    entry: usize,
    size: [u32; 3],
}

/// The outermost array of a binding.
#[derive(Clone, Copy)]
struct Elements {
    /// Where it starts: behind the header of a struct with a runtime-sized tail.
    offset: usize,
    stride: usize,
    len: usize,
}

fn reflect(row: &Row) -> Reflected {
    let source = row.source().unwrap();
    let module = plain::parse(&source).unwrap_or_else(|e| panic!("{}: {e}", row.name()));
    let mut validator = Validator::new(ValidationFlags::all(), Capabilities::all());
    let info = validator
        .validate(&module)
        .unwrap_or_else(|e| panic!("{}: {}", row.name(), e.emit_to_string(&source)));
    let mut constants = naga::back::PipelineConstants::default();
    for (name, value) in &row.constants {
        constants.insert((*name).to_owned(), *value);
    }
    let name = match row.entry {
        Some(entry) => entry.to_owned(),
        None => {
            assert_eq!(module.entry_points.len(), 1, "{}: entry?", row.name());
            module.entry_points[0].name.clone()
        }
    };
    let entry = Some((naga::ShaderStage::Compute, name.as_str()));
    let (module, info) =
        naga::back::pipeline_constants::process_overrides(&module, &info, entry, &constants)
            .unwrap_or_else(|e| panic!("{}: {e}", row.name()));
    let (module, info) = (module.into_owned(), info.into_owned());
    let entry = module.entry_points.iter().position(|e| e.name == name);
    let entry = entry.unwrap();
    let size = module.entry_points[entry].workgroup_size;
    Reflected {
        module,
        info,
        entry,
        size,
    }
}

impl Reflected {
    /// The bindings that the entry point uses.
    fn globals(&self) -> BTreeMap<&str, &naga::GlobalVariable> {
        let uses = self.info.get_entry_point(self.entry);
        let globals = self.module.global_variables.iter();
        globals
            .filter(|(handle, g)| g.binding.is_some() && !uses[*handle].is_empty())
            .map(|(_, g)| (g.name.as_deref().unwrap(), g))
            .collect()
    }

    fn elements(&self, name: &str, bytes: usize) -> Elements {
        let global = self.globals()[name];
        let mut offset = 0;
        let mut inner = &self.module.types[global.ty].inner;
        if let naga::TypeInner::Struct { members, .. } = inner {
            let last = members.last().unwrap();
            let tail = &self.module.types[last.ty].inner;
            if is_runtime_array(tail) {
                offset = last.offset as usize;
                inner = tail;
            }
        }
        let stride = match inner {
            naga::TypeInner::Array { stride, .. } => *stride as usize,
            _ => bytes,
        };
        let len = (bytes - offset) / stride;
        Elements {
            offset,
            stride,
            len,
        }
    }

    /// Whether the atomics of a binding are signed.
    fn is_signed(&self, name: &str) -> bool {
        fn signed(module: &naga::Module, ty: naga::Handle<naga::Type>) -> bool {
            match &module.types[ty].inner {
                naga::TypeInner::Atomic(scalar) => scalar.kind == naga::ScalarKind::Sint,
                naga::TypeInner::Array { base, .. } => signed(module, *base),
                naga::TypeInner::Struct { members, .. } => signed(module, members[0].ty),
                other => panic!("no atomic: {other:?}"),
            }
        }
        signed(&self.module, self.globals()[name].ty)
    }
}

fn is_runtime_array(inner: &naga::TypeInner) -> bool {
    let naga::TypeInner::Array { size, .. } = inner else {
        return false;
    };
    matches!(size, naga::ArraySize::Dynamic)
}

impl Elements {
    fn bytes(&self, window: &Range<u64>) -> Range<usize> {
        self.offset + window.start as usize * self.stride
            ..self.offset + window.end as usize * self.stride
    }
}

/// `count` chunks of `groups` workgroups, as even as they can be.
fn chunks(groups: u32, count: u32) -> impl Iterator<Item = Range<u32>> {
    (0..count).map(move |k| groups * k / count..groups * (k + 1) / count)
}

fn all_rows() -> Vec<Row> {
    [corpus::rows(), corpus::oob_rows()].concat()
}

#[test]
fn every_kernel_is_valid_and_has_a_row() {
    let rows: BTreeSet<String> = all_rows().iter().map(|r| r.file.to_owned()).collect();
    let mut files = BTreeSet::new();
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kernels");
    let mut bad = Vec::new();
    for (folder, prefix) in [(root.clone(), ""), (root.join("oob"), "oob/")] {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_none_or(|e| e != "wgsl") {
                continue;
            }
            let name = format!("{prefix}{}", path.file_stem().unwrap().to_str().unwrap());
            let source = std::fs::read_to_string(&path).unwrap();
            if !source.starts_with("// ") {
                bad.push(format!("{name}: no header comment"));
            }
            match plain::parse(&source) {
                Err(e) => bad.push(format!("{name}: {e}")),
                Ok(module) => {
                    let mut validator = Validator::new(ValidationFlags::all(), Capabilities::all());
                    if let Err(e) = validator.validate(&module) {
                        bad.push(format!("{name}: {}", e.emit_to_string(&source)));
                    }
                }
            }
            files.insert(name);
        }
    }
    assert!(bad.is_empty(), "{}", bad.join("\n"));
    assert_eq!(files, rows);
    let oob = files.iter().filter(|f| f.starts_with("oob/")).count();
    assert!(oob >= 25, "{oob} kernels out of bounds");
    assert!(files.len() - oob >= 110, "{} kernels", files.len() - oob);
    let names: BTreeSet<String> = all_rows().iter().map(Row::name).collect();
    assert_eq!(names.len(), all_rows().len(), "two rows of one name");
}

#[test]
fn rows_match_their_kernels() {
    for row in all_rows() {
        let name = row.name();
        let kernel = reflect(&row);
        assert!(kernel.size.iter().product::<u32>() <= 256, "{name}");
        let globals = kernel.globals();
        let given: BTreeSet<&str> = row.bindings.iter().map(|b| b.name).collect();
        assert_eq!(
            globals.keys().copied().collect::<BTreeSet<_>>(),
            given,
            "{name}"
        );
        for binding in &row.bindings {
            let global = globals[binding.name];
            let fits = match global.space {
                naga::AddressSpace::Uniform => binding.role == Role::Uniform,
                naga::AddressSpace::Storage { access } => {
                    let written = access.contains(naga::StorageAccess::STORE);
                    binding.role != Role::Uniform && written == binding.role.is_output()
                }
                _ => false,
            };
            assert!(fits, "{name}: {} is no {:?}", binding.name, binding.role);
            let elements = kernel.elements(binding.name, binding.bytes);
            let covered = elements.offset + elements.len * elements.stride;
            let inner = &kernel.module.types[global.ty].inner;
            let least = inner.size(kernel.module.to_ctx()) as usize;
            assert!(
                binding.bytes % 4 == 0 && binding.bytes >= covered,
                "{name}: {}",
                binding.name
            );
            assert_eq!(
                covered, binding.bytes,
                "{name}: {}: whole elements",
                binding.name
            );
            if !is_runtime_array(inner) && elements.offset == 0 {
                let padded = least.next_multiple_of(16);
                assert!(
                    (least..=padded).contains(&binding.bytes),
                    "{name}: {}: {least} bytes",
                    binding.name
                );
            }
        }
        let storage = row.bindings.iter().filter(|b| b.role != Role::Uniform);
        assert!(storage.count() <= 9, "{name}");
        assert_eq!(row.twin.is_some(), row.file.starts_with("oob/"), "{name}");
    }
}

#[test]
fn windows_are_in_bounds_disjoint_and_complete() {
    let mut uncut = 0;
    for row in all_rows() {
        let name = row.name();
        let kernel = reflect(&row);
        uncut += u32::from(row.cuts.is_empty());
        for cut in &row.cuts {
            let axis = cut.axis.index();
            assert!(
                row.workgroups[axis] >= 7,
                "{name}: {:?} is too short",
                cut.axis
            );
            let storage = row.bindings.iter().filter(|b| b.role != Role::Uniform);
            let storage: BTreeSet<&str> = storage.map(|b| b.name).collect();
            let given: BTreeSet<&str> = cut.distributions.iter().map(|(n, _)| *n).collect();
            assert_eq!(storage, given, "{name}: distributions");
            for binding in row.bindings.iter().filter(|b| b.role != Role::Uniform) {
                let dist = distribution(cut, binding.name);
                if !binding.role.is_output() {
                    assert!(!matches!(dist, Dist::Reduce(_)), "{name}: {}", binding.name);
                    continue;
                }
                let elements = kernel.elements(binding.name, binding.bytes);
                match dist {
                    Dist::Reduce(_) => continue,
                    Dist::Split(..) => {}
                    _ => panic!("{name}: {} is written", binding.name),
                }
                for count in CHUNKS {
                    let mut next = 0;
                    for chunk in chunks(row.workgroups[axis], count) {
                        let window = dist.window(chunk, kernel.size[axis], elements.len as u64);
                        assert_eq!(window.start, next, "{name}: {}", binding.name);
                        next = window.end;
                    }
                    let written = elements.bytes(&(0..next)).end;
                    let left = binding.bytes - written;
                    assert!(left <= binding.kept * 4, "{name}: {}: {left}", binding.name);
                }
            }
        }
    }
    assert!(uncut <= 10, "{uncut} rows without a cut");
}

#[test]
fn twins_keep_what_the_rows_say() {
    for row in corpus::oob_rows() {
        let initial = row.initial();
        let outputs = (row.twin.unwrap())(&initial);
        check_outputs(&row, &initial, &outputs);
    }
}

/// The outputs' sizes, and how many of their words kept the sentinel; each output must have changed.
fn check_outputs(row: &Row, initial: &[Vec<u8>], outputs: &[Vec<u8>]) {
    let name = row.name();
    assert_eq!(outputs.len(), row.outputs().count(), "{name}");
    let before = row.bindings.iter().zip(initial);
    let before = before.filter(|(b, _)| b.role.is_output());
    for ((binding, before), after) in before.zip(outputs) {
        assert_eq!(before.len(), after.len(), "{name}: {}", binding.name);
        assert_ne!(before, after, "{name}: {} stayed as it was", binding.name);
        let kept = after.chunks_exact(4);
        let kept = kept.filter(|w| **w == corpus::SENTINEL.to_le_bytes());
        assert_eq!(
            kept.count(),
            binding.kept,
            "{name}: words kept of {}",
            binding.name
        );
    }
}

fn distribution(cut: &Cut, name: &str) -> Dist {
    let found = cut.distributions.iter().find(|(n, _)| *n == name);
    found
        .unwrap_or_else(|| panic!("no distribution of {name}"))
        .1
}

/// An opened adapter.
struct Gpu {
    name: String,
    device: wgpu::Device,
    queue: wgpu::Queue,
}

impl Gpu {
    fn can_run(&self, row: &Row) -> bool {
        self.device.features().contains(plain::features(row))
    }
}

/// Every Vulkan, Metal or DX12 adapter; none on a machine without one.
fn gpus() -> Vec<Gpu> {
    let mut options = wgpu::InstanceDescriptor::new_without_display_handle();
    options.backends = wgpu::Backends::PRIMARY;
    let instance = wgpu::Instance::new(options);
    let adapters = pollster::block_on(instance.enumerate_adapters(wgpu::Backends::PRIMARY));
    let wanted = wgpu::Features::SHADER_F16
        | wgpu::Features::SHADER_F64
        | wgpu::Features::SHADER_INT64
        | wgpu::Features::SUBGROUP;
    let open = |adapter: wgpu::Adapter| {
        let (device, queue) = pollster::block_on(adapter.request_device(&wgpu::DeviceDescriptor {
            required_features: adapter.features() & wanted,
            required_limits: adapter.limits(),
            ..Default::default()
        }))
        .unwrap();
        Gpu {
            name: adapter.get_info().name,
            device,
            queue,
        }
    };
    let gpus: Vec<Gpu> = adapters.into_iter().map(open).collect();
    if gpus.is_empty() {
        assert!(std::env::var_os("CI").is_none(), "no adapter");
        eprintln!("ignored: no adapter");
    }
    gpus
}

#[test]
fn rows_run_alike_everywhere() {
    let gpus = gpus();
    let mut failures = Vec::new();
    for row in corpus::rows() {
        let mut first: Option<(String, Vec<Vec<u8>>)> = None;
        for gpu in gpus.iter().filter(|gpu| gpu.can_run(&row)) {
            let run = || plain::run(&gpu.device, &gpu.queue, &row);
            let outputs = match run() {
                Ok(outputs) => outputs,
                Err(e) => {
                    failures.push(format!("{} on {}: {e}", row.name(), gpu.name));
                    continue;
                }
            };
            if run().as_ref() != Ok(&outputs) {
                failures.push(format!(
                    "{} on {}: the second run differs",
                    row.name(),
                    gpu.name
                ));
            }
            let check = || check_outputs(&row, &row.initial(), &outputs);
            if std::panic::catch_unwind(std::panic::AssertUnwindSafe(check)).is_err() {
                failures.push(format!("{} on {}: outputs", row.name(), gpu.name));
            }
            match &first {
                None => first = Some((gpu.name.clone(), outputs)),
                Some((name, expected)) if row.same_everywhere && *expected != outputs => {
                    failures.push(format!("{}: {name} and {} differ", row.name(), gpu.name));
                }
                Some(_) => {}
            }
        }
        if first.is_none() && !gpus.is_empty() {
            eprintln!("ignored: no adapter can run {}", row.name());
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// The whole grid runs with other data outside one chunk's windows: the chunk's part of the outputs must not change,
/// or the row's windows are too small. Shorter grids show that each chunk writes inside its own windows only.
/// Reductions from the identity, merged with the old content, must give what the atomics gave.
#[test]
fn chunks_stay_in_their_windows() {
    let gpus = gpus();
    let Some(gpu) = gpus.first() else { return };
    for row in corpus::rows() {
        if row.cuts.is_empty() || !gpu.can_run(&row) {
            continue;
        }
        let kernel = reflect(&row);
        let pipeline = plain::Pipeline::new(&gpu.device, &gpu.queue, &row)
            .unwrap_or_else(|e| panic!("{}: {e}", row.name()));
        let initial = row.initial();
        let expected = pipeline.run(&initial, row.workgroups).unwrap();
        for cut in &row.cuts {
            check_reads(&row, cut, &kernel, &pipeline, &expected);
            if !row.source().unwrap().contains("num_workgroups") {
                check_writes(&row, cut, &kernel, &pipeline);
            }
            check_reductions(&row, cut, &kernel, &pipeline, &expected);
        }
    }
}

/// The check above has teeth: with one neighbour less on either side of any halo it fails.
#[test]
fn narrower_halos_are_noticed() {
    let gpus = gpus();
    let Some(gpu) = gpus.first() else { return };
    for row in corpus::rows() {
        for cut in &row.cuts {
            for (at, (name, dist)) in cut.distributions.iter().enumerate() {
                let Dist::Halo(n, d, before, after) = *dist else {
                    continue;
                };
                let kernel = reflect(&row);
                let pipeline = plain::Pipeline::new(&gpu.device, &gpu.queue, &row).unwrap();
                let expected = pipeline.run(&row.initial(), row.workgroups).unwrap();
                let less = [
                    (before.checked_sub(1), Some(after)),
                    (Some(before), after.checked_sub(1)),
                ];
                for (before, after) in less {
                    let (Some(before), Some(after)) = (before, after) else {
                        continue;
                    };
                    let mut narrow = cut.clone();
                    narrow.distributions[at].1 = Dist::Halo(n, d, before, after);
                    let check = || check_reads(&row, &narrow, &kernel, &pipeline, &expected);
                    let check = std::panic::catch_unwind(std::panic::AssertUnwindSafe(check));
                    assert!(
                        check.is_err(),
                        "{}: the halo of {name} is too wide",
                        row.name()
                    );
                }
            }
        }
    }
}

fn check_reads(
    row: &Row,
    cut: &Cut,
    kernel: &Reflected,
    pipeline: &plain::Pipeline,
    expected: &[Vec<u8>],
) {
    let axis = cut.axis.index();
    let window = |name: &str, bytes: usize, chunk: &Range<u32>| {
        let elements = kernel.elements(name, bytes);
        let dist = distribution(cut, name);
        elements.bytes(&dist.window(chunk.clone(), kernel.size[axis], elements.len as u64))
    };
    for chunk in CHUNKS.iter().flat_map(|n| chunks(row.workgroups[axis], *n)) {
        let poisoned: Vec<Vec<u8>> = (row.bindings.iter().zip(row.initial()))
            .map(|(binding, own)| {
                if binding.role == Role::Uniform {
                    return own;
                }
                let mut bytes = binding.init.bytes(binding.bytes, SALT);
                let window = window(binding.name, binding.bytes, &chunk);
                let header = kernel.elements(binding.name, binding.bytes).offset;
                bytes[..header].copy_from_slice(&own[..header]);
                bytes[window.clone()].copy_from_slice(&own[window]);
                bytes
            })
            .collect();
        let outputs = pipeline.run(&poisoned, row.workgroups).unwrap();
        for ((binding, after), expected) in row.outputs().zip(&outputs).zip(expected) {
            if let Dist::Reduce(_) = distribution(cut, binding.name) {
                continue;
            }
            let window = window(binding.name, binding.bytes, &chunk);
            assert_eq!(
                after[window.clone()],
                expected[window],
                "{}: {:?} {chunk:?}: {} depends on what lies outside the windows",
                row.name(),
                cut.axis,
                binding.name,
            );
        }
    }
}

fn check_writes(row: &Row, cut: &Cut, kernel: &Reflected, pipeline: &plain::Pipeline) {
    let axis = cut.axis.index();
    let initial = row.initial();
    let groups = row.workgroups[axis];
    let run = |end: u32| {
        let mut grid = row.workgroups;
        grid[axis] = end;
        pipeline.run(&initial, grid).unwrap()
    };
    let mut before = run(1);
    for end in 2..=groups {
        let after = run(end);
        for ((binding, before), after) in row.outputs().zip(&before).zip(&after) {
            let dist = distribution(cut, binding.name);
            let elements = kernel.elements(binding.name, binding.bytes);
            let window = dist.window(end - 1..end, kernel.size[axis], elements.len as u64);
            let window = elements.bytes(&window);
            let pairs = before.iter().zip(after).enumerate();
            for (at, (before, after)) in pairs {
                assert!(
                    before == after || window.contains(&at),
                    "{}: workgroup {} writes {} at byte {at}, outside {window:?}",
                    row.name(),
                    end - 1,
                    binding.name,
                );
            }
        }
        before = after;
    }
}

fn check_reductions(
    row: &Row,
    cut: &Cut,
    kernel: &Reflected,
    pipeline: &plain::Pipeline,
    expected: &[Vec<u8>],
) {
    let identity = |name: &str, op: Op| match (op, kernel.is_signed(name)) {
        (Op::Sum, _) => 0,
        (Op::Min, false) => u32::MAX,
        (Op::Min, true) => i32::MAX as u32,
        (Op::Max, false) => 0,
        (Op::Max, true) => i32::MIN as u32,
    };
    let merge = |name: &str, op: Op, a: u32, b: u32| match (op, kernel.is_signed(name)) {
        (Op::Sum, _) => a.wrapping_add(b),
        (Op::Min, false) => a.min(b),
        (Op::Min, true) => (a as i32).min(b as i32) as u32,
        (Op::Max, false) => a.max(b),
        (Op::Max, true) => (a as i32).max(b as i32) as u32,
    };
    let reduced = |name: &str| match cut.distributions.iter().find(|(n, _)| *n == name) {
        Some((_, Dist::Reduce(op))) => Some(*op),
        _ => None,
    };
    let own = row.initial();
    let mut initial = own.clone();
    for (binding, bytes) in row.bindings.iter().zip(&mut initial) {
        if let Some(op) = reduced(binding.name) {
            *bytes = identity(binding.name, op)
                .to_le_bytes()
                .repeat(bytes.len() / 4);
        }
    }
    let outputs = pipeline.run(&initial, row.workgroups).unwrap();
    let old = row.bindings.iter().zip(&own);
    let old = old.filter(|(b, _)| b.role.is_output());
    for (((binding, old), new), expected) in old.zip(&outputs).zip(expected) {
        if let Some(op) = reduced(binding.name) {
            let word = |b: &[u8]| u32::from_le_bytes(b.try_into().unwrap());
            let words = old.chunks_exact(4).zip(new.chunks_exact(4));
            let merged: Vec<u8> = words
                .flat_map(|(a, b)| merge(binding.name, op, word(a), word(b)).to_le_bytes())
                .collect();
            assert_eq!(
                merged,
                *expected,
                "{}: {} is no {op:?}",
                row.name(),
                binding.name
            );
        }
    }
}
