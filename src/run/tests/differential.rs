//! Random kernels through all of it, analysis, rewrite, drivers and gather, cut at random over several devices: bit for bit
//! what plain wgpu makes of the same WGSL, and what the interpreter makes of it.
//!
//! Plain wgpu does not say what an access out of bounds does. For kernels with one, the interpreter is what counts.

use std::collections::HashMap;

use crate::access::tests::grammar::{Case, Rng, generate};
use crate::access::tests::interpreter::{Kind, Log, Program, run};
use crate::device::{Device, DeviceGroup};
use crate::kernel::{Constants, Folded, Kernel};
use crate::schedule::Schedule;

/// Kernels that are compared.
const KERNELS: usize = 500;

#[test]
fn random_kernels_equal_plain_wgpu() {
    let group = match DeviceGroup::builder().allow_software(true).open() {
        Ok(group) => group,
        Err(error) if std::env::var_os("CI").is_some() => panic!("{error}"),
        Err(error) => return println!("ignored: {error}"),
    };
    let first = group.devices()[0].clone();
    let is_twin = |device: &&Device| device.info().name == first.info().name;
    let twins: Vec<_> = group.devices().iter().filter(is_twin).cloned().collect();
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse().ok());
    let seeds = match number("POLYGPU_FUZZ_SEED") {
        Some(seed) => seed..seed + 1,
        None => 1_000_000..u64::MAX,
    };
    let wanted = number("POLYGPU_RIG_KERNELS").map_or(KERNELS, |count| count as usize);
    let (mut compared, mut split, mut outside, mut failures) = (0, 0, 0, Vec::new());
    for seed in seeds {
        if compared == wanted {
            break;
        }
        let case = generate(seed);
        let Some(expected) = Expected::of(&case) else {
            continue;
        };
        compared += 1;
        outside += usize::from(expected.outside);
        let mut rng = Rng::new(seed);
        let mut fail = |how: &str, why: String| failures.push(format!("seed {seed}, {how}: {why}"));
        if !expected.outside {
            let plain = plain(&first, &expected.folded, &case);
            match plain {
                Ok(plain) => expected
                    .compare(&plain)
                    .unwrap_or_else(|why| fail("plain wgpu", why)),
                Err(why) => fail("plain wgpu", why),
            }
        }
        let mut check = |how: &str, devices: Vec<Device>, rng: &mut Rng| {
            let result = launch(&expected, &case, devices, rng);
            match result.and_then(|(is_split, got)| expected.compare(&got).map(|()| is_split)) {
                Ok(is_split) => is_split,
                Err(why) => {
                    fail(how, why);
                    false
                }
            }
        };
        check("one device", vec![first.clone()], &mut rng);
        let times = 2 + rng.below(3) as usize;
        let is_split = check(
            "one device several times",
            vec![first.clone(); times],
            &mut rng,
        );
        split += usize::from(is_split);
        // What is not split runs on one of them.
        if is_split {
            check("devices of one model", twins.clone(), &mut rng);
            check("all devices", group.devices().to_vec(), &mut rng);
        }
    }
    println!("{compared} kernels, {split} of them split, {outside} with accesses out of bounds");
    assert!(
        failures.is_empty(),
        "{} failures:\n{}",
        failures.len(),
        failures
            .iter()
            .take(20)
            .cloned()
            .collect::<Vec<_>>()
            .join("\n")
    );
    if compared == KERNELS {
        assert!(
            split * 3 > compared,
            "only {split} of {compared} were split"
        );
    }
}

/// What a kernel gives, whatever runs it.
struct Expected {
    kernel: Kernel,
    folded: std::sync::Arc<Folded>,
    /// Words of each binding of the interface.
    before: Vec<Vec<u32>>,
    after: Vec<Vec<u32>>,
    /// It has accesses out of bounds.
    outside: bool,
}

impl Expected {
    /// `None` where the result depends on who is first, or where it takes too long.
    fn of(case: &Case) -> Option<Self> {
        let kernel = Kernel::from_wgsl("random.wgsl", case.wgsl.clone()).ok()?;
        let folded = kernel.fold(&Constants::new()).ok()?;
        let bindings = folded.interface.bindings.iter();
        let before: Vec<Vec<u32>> = bindings
            .map(|b| {
                case.buffers
                    .iter()
                    .find(|buffer| buffer.name == b.name)
                    .unwrap()
                    .words
                    .clone()
            })
            .collect();
        let mut after = before.clone();
        let mut log = Log::default();
        let program = Program::new(&folded);
        let extent = case.workgroups.map(|n| 0..n);
        run(&program, case.workgroups, &extent, &mut after, &mut log);
        if log.exhausted || !log.runaways.is_empty() || races(&log) {
            return None;
        }
        let outside = !log.misses.is_empty();
        drop(program);
        Some(Self {
            kernel,
            folded,
            before,
            after,
            outside,
        })
    }

    fn compare(&self, got: &[Vec<u32>]) -> Result<(), String> {
        let all = self
            .folded
            .interface
            .bindings
            .iter()
            .zip(got)
            .zip(&self.after);
        for ((binding, got), want) in all {
            if let Some(at) = (0..want.len()).find(|at| got.get(*at) != want.get(*at)) {
                return Err(format!(
                    "word {at} of {} is {:?}, not {}",
                    binding.name,
                    got.get(at),
                    want[at]
                ));
            }
        }
        Ok(())
    }
}

/// Whether two invocations touch one word, one of them writing, other than by atomics whose order does not matter.
fn races(log: &Log) -> bool {
    struct Word {
        by: ([u32; 3], u32),
        several: bool,
        written: bool,
        /// All accesses are of this kind.
        kind: Option<Kind>,
    }
    let mut words: HashMap<(u32, Option<i64>, u32), Word> = HashMap::new();
    for event in log.events.iter().filter(|event| event.in_bounds) {
        let by = (event.workgroup, event.local);
        for word in event.words.clone() {
            let entry = words
                .entry((event.binding, event.element, word))
                .or_insert(Word {
                    by,
                    several: false,
                    written: false,
                    kind: Some(event.kind),
                });
            entry.several |= entry.by != by;
            entry.written |= event.kind.writes();
            entry.kind = entry.kind.filter(|kind| *kind == event.kind);
        }
    }
    let harmless = |kind: Option<Kind>| match kind {
        Some(Kind::Atomic(fun, false)) => !matches!(fun, naga::AtomicFunction::Exchange { .. }),
        _ => false,
    };
    words
        .values()
        .any(|word| word.several && word.written && !harmless(word.kind))
}

/// Runs a kernel on these devices, with parts of random size. Whether it was split, and what the bindings hold.
fn launch(
    expected: &Expected,
    case: &Case,
    devices: Vec<Device>,
    rng: &mut Rng,
) -> Result<(bool, Vec<Vec<u32>>), String> {
    let weights = devices
        .iter()
        .map(|_| f64::from(1 + rng.below(9)))
        .collect();
    let schedule = if rng.chance(30) {
        Schedule::Dynamic
    } else {
        Schedule::Weighted(weights)
    };
    let group = DeviceGroup::from_devices(devices).map_err(|e| e.to_string())?;
    let mut memory = expected.before.clone();
    let mut launch = group.launch(&expected.kernel).workgroups(case.workgroups);
    for (binding, words) in expected.folded.interface.bindings.iter().zip(&mut memory) {
        let bytes: &mut [u8] = bytemuck::cast_slice_mut(words);
        launch = if binding.is_writable() {
            launch.bind_mut(&binding.name, bytes)
        } else {
            launch.bind(&binding.name, bytes)
        };
    }
    // A schedule of parts is refused where there are none.
    if launch.plan().map_err(|e| e.to_string())?.axis.is_some() {
        launch = launch.schedule(schedule);
    }
    let report = launch.run().map_err(|e| e.to_string())?;
    Ok((report.axis.is_some(), memory))
}

/// The baseline: the whole grid at once in plain wgpu, with its own checks.
fn plain(device: &Device, folded: &Folded, case: &Case) -> Result<Vec<Vec<u32>>, String> {
    let (device, queue) = (device.wgpu(), device.queue());
    let scope = device.push_error_scope(wgpu::ErrorFilter::Validation);
    let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
        label: None,
        source: wgpu::ShaderSource::Wgsl(case.wgsl.as_str().into()),
    });
    let pipeline = device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
        label: None,
        layout: None,
        module: &module,
        entry_point: None,
        compilation_options: wgpu::PipelineCompilationOptions::default(),
        cache: None,
    });
    let bindings = &folded.interface.bindings;
    let buffers: Vec<wgpu::Buffer> = (bindings.iter())
        .map(|binding| {
            let given = case
                .buffers
                .iter()
                .find(|buffer| buffer.name == binding.name)
                .unwrap();
            let kind = if binding.is_storage() {
                wgpu::BufferUsages::STORAGE
            } else {
                wgpu::BufferUsages::UNIFORM
            };
            let buffer = device.create_buffer(&wgpu::BufferDescriptor {
                label: None,
                size: given.words.len() as u64 * 4,
                usage: kind | wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::COPY_SRC,
                mapped_at_creation: false,
            });
            queue.write_buffer(&buffer, 0, bytemuck::cast_slice(&given.words));
            buffer
        })
        .collect();
    let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
    {
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
        pass.set_pipeline(&pipeline);
        for group in 0..2 {
            let own = bindings
                .iter()
                .zip(&buffers)
                .filter(|(binding, _)| binding.group == group);
            let entries: Vec<_> = own
                .map(|(binding, buffer)| wgpu::BindGroupEntry {
                    binding: binding.binding,
                    resource: buffer.as_entire_binding(),
                })
                .collect();
            if !entries.is_empty() {
                let bind_group = device.create_bind_group(&wgpu::BindGroupDescriptor {
                    label: None,
                    layout: &pipeline.get_bind_group_layout(group),
                    entries: &entries,
                });
                pass.set_bind_group(group, &bind_group, &[]);
            }
        }
        let [x, y, z] = case.workgroups;
        pass.dispatch_workgroups(x, y, z);
    }
    let mut reads = Vec::new();
    for buffer in &buffers {
        let read = device.create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size: buffer.size(),
            usage: wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        encoder.copy_buffer_to_buffer(buffer, 0, &read, 0, buffer.size());
        reads.push(read);
    }
    queue.submit([encoder.finish()]);
    for read in &reads {
        read.map_async(wgpu::MapMode::Read, .., |_| {});
    }
    device
        .poll(wgpu::PollType::wait_indefinitely())
        .map_err(|e| e.to_string())?;
    if let Some(error) = pollster::block_on(scope.pop()) {
        return Err(error.to_string());
    }
    let words = reads.iter().map(|read| {
        let view = read.get_mapped_range(..).map_err(|e| e.to_string())?;
        Ok(bytemuck::pod_collect_to_vec(&view))
    });
    words.collect()
}
