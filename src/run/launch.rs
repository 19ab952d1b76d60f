//! The launch: a builder of settings, then a future.

use std::collections::BTreeMap;
use std::future::{Future, IntoFuture};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Instant;

use bytemuck::Pod;

use super::arguments::{self, Argument, Host, Value};
use super::coordinator::{Coordinator, ProgressFn, Task};
use super::gpu::Gpu;
use super::lane::Lane;
use crate::device::Device;
use crate::error::{Error, Result};
use crate::kernel::{Constants, Folded, HostType, Kernel};
use crate::plan::{Axis, Distribution, Fit, Limits, Plan, Request, fit};
use crate::report::{DeviceReport, PassedOver, Report};
use crate::schedule::{Queue, Schedule};

/// A launch of a kernel: bind its arrays by name, state the grid, then [`run`](Self::run) or
/// `.await` it.
///
/// Nothing is checked before that; the first thing that is wrong is its error.
#[must_use = "a launch does nothing until `run` is called or it is awaited"]
pub struct Launch<'a> {
    devices: Vec<Device>,
    kernel: Kernel,
    arguments: Vec<Argument<'a>>,
    constants: Constants,
    grid: Option<Grid>,
    distributions: BTreeMap<String, Distribution>,
    axis: Option<Axis>,
    schedule: Option<Schedule>,
    trusted: bool,
    atomic: bool,
    memory_budget: Option<u64>,
    on_progress: Option<ProgressFn<'a>>,
}

#[derive(Debug, Clone, Copy)]
enum Grid {
    Invocations([usize; 3]),
    Workgroups([u32; 3]),
}

/// How far a launch has come, in workgroups along the split axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// Workgroups whose results are on the host.
    pub done: u32,
    /// All workgroups.
    pub total: u32,
}

impl<'a> Launch<'a> {
    pub(crate) fn new(devices: Vec<Device>, kernel: Kernel) -> Self {
        Self {
            devices,
            kernel,
            arguments: Vec::new(),
            constants: Constants::new(),
            grid: None,
            distributions: BTreeMap::new(),
            axis: None,
            schedule: None,
            trusted: false,
            atomic: false,
            memory_budget: None,
            on_progress: None,
        }
    }

    /// Binds an array that the kernel reads.
    ///
    /// `T` is the element type of the WGSL array (`[f32; 4]` for `vec4<f32>`, a `Pod` struct for a
    /// struct), or `u8` for raw bytes. A binding that is no array is one element.
    pub fn bind<T: Pod>(self, name: &str, data: &'a [T]) -> Self {
        let bytes = bytemuck::cast_slice(data);
        self.argument(name, Value::Read(bytes, HostType::of::<T>()))
    }

    /// Binds an array that the kernel writes. Elements that it does not write keep their content.
    pub fn bind_mut<T: Pod>(self, name: &str, data: &'a mut [T]) -> Self {
        let bytes = bytemuck::cast_slice_mut(data);
        self.argument(name, Value::Write(bytes, HostType::of::<T>()))
    }

    /// Binds a buffer of wgpu's, which the kernel uses in place. The launch must be on the one
    /// device that the buffer belongs to, and is not divided.
    pub fn bind_buffer(self, name: &str, buffer: &wgpu::Buffer) -> Self {
        self.argument(name, Value::Buffer(buffer.clone()))
    }

    /// Sets a uniform, or one member of it by a dotted path: `set("params.n", 1000u32)`.
    ///
    /// A member needs no Rust struct: it is placed by the layout in the WGSL.
    pub fn set<T: Pod>(self, name: &str, value: T) -> Self {
        let bytes = bytemuck::bytes_of(&value).to_vec();
        self.argument(name, Value::Set(bytes, HostType::of::<T>()))
    }

    fn argument(mut self, name: &str, value: Value<'a>) -> Self {
        self.arguments.push(Argument {
            name: name.to_owned(),
            value,
        });
        self
    }

    /// Sets an `override`, by its name or by its `@id` as text. A `bool` is 0 or 1.
    pub fn constant(mut self, name: &str, value: impl Into<f64>) -> Self {
        self.constants
            .insert(name.to_owned(), value.into().to_bits());
        self
    }

    /// The grid in invocations: `[n]`, `[width, height]` or `[x, y, z]`, rounded up to whole
    /// workgroups. With a zero in it nothing runs, as for an empty slice.
    pub fn invocations<const N: usize>(mut self, size: [usize; N]) -> Self {
        const { assert!(N >= 1 && N <= 3, "a grid has one to three dimensions") };
        self.grid = Some(Grid::Invocations(pad(size)));
        self
    }

    /// The grid in workgroups, of any size: more than 65,535 in a dimension is fine.
    pub fn workgroups<const N: usize>(mut self, size: [u32; N]) -> Self {
        const { assert!(N >= 1 && N <= 3, "a grid has one to three dimensions") };
        self.grid = Some(Grid::Workgroups(pad(size)));
        self
    }

    /// States how a binding divides along the axis. With one stated, every storage binding that
    /// the kernel writes needs one; those that it only reads are broadcast by default.
    ///
    /// The kernel is then spread over all devices of the group. It runs *checked*: an access
    /// outside the stated window of its chunk is an error.
    pub fn distribute(mut self, name: &str, distribution: Distribution) -> Self {
        self.distributions.insert(name.to_owned(), distribution);
        self
    }

    /// The dimension of the grid that is cut; x by default. Only with distributions.
    pub fn axis(mut self, axis: Axis) -> Self {
        self.axis = Some(axis);
        self
    }

    /// Who runs which part; [`Schedule::Dynamic`] by default.
    pub fn schedule(mut self, schedule: Schedule) -> Self {
        self.schedule = Some(schedule);
        self
    }

    /// Runs without the check of the stated distributions. An access outside its window then reads
    /// zero or is skipped: the result is wrong, memory is not touched.
    pub fn trust_distribution(mut self) -> Self {
        self.trusted = true;
        self
    }

    /// Writes the results only when all are there: a launch that fails leaves the arrays as they
    /// were. Takes a copy of every array that is written.
    pub fn atomic(mut self) -> Self {
        self.atomic = true;
        self
    }

    /// Bytes of memory that this launch may take on each device at a time, transfers included.
    pub fn memory_budget(mut self, bytes: u64) -> Self {
        self.memory_budget = Some(bytes);
        self
    }

    /// Calls `f` after each chunk.
    pub fn on_progress(mut self, f: impl FnMut(Progress) + Send + 'a) -> Self {
        self.on_progress = Some(Box::new(f));
        self
    }

    /// What the launch is going to do, without doing it.
    ///
    /// # Errors
    /// As [`run`](Self::run), up to the planning. The arguments are not looked at, but for their
    /// lengths.
    pub fn plan(self) -> Result<Plan> {
        Ok(self.prepare()?.0.plan)
    }

    /// Runs the launch and waits for it.
    ///
    /// # Errors
    /// If an argument does not fit the kernel, a distribution can't be right, no device can run
    /// the kernel, a checked access is outside its window, or all devices fail.
    pub fn run(self) -> Result<Report> {
        let devices = self.devices.clone();
        let (task, lanes) = self.prepare()?;
        let mut running = Running::new(devices, task, lanes);
        if let Some(result) = running.inline() {
            return result;
        }
        pollster::block_on(running)
    }

    /// The stages up to the run.
    fn prepare(self) -> Result<(Task<'a>, Lanes)> {
        let began = Instant::now();
        let label = self.kernel.label().to_owned();
        let folded = self.kernel.fold(&self.constants)?;
        let grid = resolve_grid(&label, &folded, self.grid)?;
        let (hosts, lens): (Vec<_>, Vec<_>) = arguments::resolve(&label, &folded, self.arguments)?
            .into_iter()
            .unzip();
        let plan = Plan::new(&Request {
            kernel: &label,
            folded: &folded,
            grid,
            lens: &lens,
            distributions: &by_binding(&label, &folded, &self.distributions)?,
            axis: self.axis,
            trusted: self.trusted,
        })?;
        let external = external(&label, &self.devices, &plan, &hosts)?;
        let empty = grid.contains(&0);

        let mut report = Report {
            kernel: label.clone(),
            grid,
            axis: plan.axis,
            ..Report::default()
        };
        let fits = fits(
            &self.devices,
            self.memory_budget,
            &plan,
            &folded,
            &mut report,
        );
        let able: Vec<bool> = fits.iter().map(Option::is_some).collect();
        if !able.contains(&true) && !empty {
            let reasons = report.passed_over.iter();
            return Err(Error::NoDeviceFits {
                kernel: label,
                reasons: reasons
                    .map(|passed| format!("{}: {}", passed.name, passed.reasons.join("; ")))
                    .collect(),
            });
        }
        let schedule = schedule(&label, self.schedule, &plan, &self.devices, &able)?;
        let total = if empty { 0 } else { plan.total() };
        let queue = Queue::new(&schedule, total, plan.step, &able);
        let lanes = fits
            .into_iter()
            .zip(&self.devices)
            .enumerate()
            .map(|(index, (fit, device))| {
                let (Fit { max_chunk }, limits) = fit?;
                let backend = Gpu::new(device.clone(), folded.clone(), external.clone());
                let report = DeviceReport {
                    index,
                    name: device.name().to_owned(),
                    ..DeviceReport::default()
                };
                Some(Lane::new(backend, max_chunk, limits, report))
            })
            .collect();
        let task = Task {
            plan,
            folded,
            hosts,
            queue,
            atomic: self.atomic,
            on_progress: self.on_progress,
            report,
            began,
        };
        Ok((task, lanes))
    }
}

/// What each device can take; those that can't run the launch are passed over with reasons.
fn fits(
    devices: &[Device],
    memory_budget: Option<u64>,
    plan: &Plan,
    folded: &Folded,
    report: &mut Report,
) -> Vec<Option<(Fit, Limits)>> {
    let mut fits = Vec::new();
    for (index, device) in devices.iter().enumerate() {
        let limits = device.limits(folded, memory_budget);
        let fit = match device.lost() {
            Some(lost) => Err(vec![lost]),
            None => fit(plan, folded, &limits),
        };
        fits.push(match fit {
            Ok(fit) => Some((fit, limits)),
            Err(reasons) => {
                log::info!("{}: passed over: {}", device.name(), reasons.join("; "));
                report.passed_over.push(PassedOver {
                    index,
                    name: device.name().to_owned(),
                    reasons,
                });
                None
            }
        });
    }
    same_subgroups(plan, folded, devices, &mut fits, report);
    fits
}

type Lanes = Vec<Option<Lane<Gpu>>>;

/// Kernels that see subgroups are spread only over devices whose subgroups are equal.
fn same_subgroups(
    plan: &Plan,
    folded: &Folded,
    devices: &[Device],
    fits: &mut [Option<(Fit, Limits)>],
    report: &mut Report,
) {
    if !folded.subgroups || plan.axis.is_none() {
        return;
    }
    let first = fits
        .iter()
        .flatten()
        .next()
        .map(|(_, limits)| limits.subgroup_size);
    for (index, (slot, device)) in fits.iter_mut().zip(devices).enumerate() {
        if let Some((_, limits)) = slot
            && Some(limits.subgroup_size) != first
        {
            report.passed_over.push(PassedOver {
                index,
                name: device.name().to_owned(),
                reasons: vec![
                    "the kernel uses subgroups, and theirs are of another size than the first device's"
                        .to_owned(),
                ],
            });
            *slot = None;
        }
    }
}

fn pad<T: Copy + From<u8>, const N: usize>(size: [T; N]) -> [T; 3] {
    let mut padded = [T::from(1u8); 3];
    for (to, from) in padded.iter_mut().zip(size) {
        *to = from;
    }
    padded
}

/// The grid in workgroups.
fn resolve_grid(kernel: &str, folded: &Folded, grid: Option<Grid>) -> Result<[u32; 3]> {
    let refuse = |why: String| {
        Err(Error::Grid {
            kernel: kernel.to_owned(),
            why,
        })
    };
    let size = folded.interface.workgroup_size;
    let mut workgroups = [0u64; 3];
    match grid {
        None => {
            return refuse("no grid: say how many with `invocations` or `workgroups`".to_owned());
        }
        Some(Grid::Workgroups(grid)) => {
            if grid.contains(&0) {
                return refuse(format!("a grid of {grid:?} workgroups has none to run"));
            }
            workgroups = grid.map(u64::from);
        }
        Some(Grid::Invocations(grid)) => {
            for ((to, n), size) in workgroups.iter_mut().zip(grid).zip(size) {
                *to = (n as u64).div_ceil(u64::from(size.max(1)));
            }
        }
    }
    let mut narrow = [0u32; 3];
    for ((to, n), size) in narrow.iter_mut().zip(workgroups).zip(size) {
        // Ids are u32, and so is one past the last.
        match u32::try_from(n) {
            Ok(fits) if n * u64::from(size) < 1 << 32 => *to = fits,
            _ => {
                return refuse(format!(
                    "a grid of {n} workgroups of {size} invocations reaches 2^32 in one dimension, where ids end: use several dimensions, or several launches"
                ));
            }
        }
    }
    Ok(narrow)
}

fn by_binding(
    kernel: &str,
    folded: &Folded,
    stated: &BTreeMap<String, Distribution>,
) -> Result<Vec<Option<Distribution>>> {
    let bindings = &folded.interface.bindings;
    for name in stated.keys() {
        match bindings.iter().find(|binding| binding.name == *name) {
            Some(binding) if binding.is_storage() => {}
            Some(binding) => {
                return Err(Error::Distribution {
                    kernel: kernel.to_owned(),
                    binding: name.clone(),
                    line: binding.line,
                    why: "it is a uniform, which every device gets whole".to_owned(),
                });
            }
            None => {
                return Err(Error::UnknownBinding {
                    kernel: kernel.to_owned(),
                    name: name.clone(),
                    available: bindings.iter().map(ToString::to_string).collect(),
                });
            }
        }
    }
    Ok(bindings
        .iter()
        .map(|binding| stated.get(&binding.name).copied())
        .collect())
}

/// The caller's own buffers, by binding.
fn external(
    kernel: &str,
    devices: &[Device],
    plan: &Plan,
    hosts: &[Host<'_>],
) -> Result<Vec<Option<wgpu::Buffer>>> {
    let buffers: Vec<_> = hosts
        .iter()
        .map(|host| match host {
            Host::Buffer(buffer) => Some(buffer.clone()),
            _ => None,
        })
        .collect();
    if buffers.iter().all(Option::is_none) {
        return Ok(buffers);
    }
    let why = if devices.len() != 1 {
        "`bind_buffer` needs a launch on one device: choose it with `gpus.on(index)`"
    } else if plan.axis.is_some() {
        "a launch with `bind_buffer` runs whole: leave the distributions away"
    } else {
        return Ok(buffers);
    };
    Err(Error::Launch {
        kernel: kernel.to_owned(),
        why: why.to_owned(),
    })
}

/// The schedule in effect: a launch that runs whole goes to the fastest able device.
fn schedule(
    kernel: &str,
    stated: Option<Schedule>,
    plan: &Plan,
    devices: &[Device],
    able: &[bool],
) -> Result<Schedule> {
    let refuse = |why: String| {
        Err(Error::Launch {
            kernel: kernel.to_owned(),
            why,
        })
    };
    match &stated {
        Some(Schedule::Single(device)) if *device >= devices.len() => {
            return Err(Error::DeviceIndex {
                index: *device,
                len: devices.len(),
            });
        }
        Some(Schedule::Single(device)) if able.get(*device) == Some(&false) => {
            return refuse(format!(
                "device {device} can't run this launch (see its limits)"
            ));
        }
        Some(Schedule::Weighted(weights)) => {
            if weights.len() != devices.len() {
                return refuse(format!(
                    "{} weights were given for {} devices",
                    weights.len(),
                    devices.len()
                ));
            }
            if weights.iter().any(|w| !w.is_finite() || *w < 0.0) {
                return refuse(format!("weights are finite and not negative: {weights:?}"));
            }
            let usable = weights.iter().zip(able).any(|(w, able)| *able && *w > 0.0);
            if !usable {
                return refuse("no able device has a weight above zero".to_owned());
            }
        }
        _ => {}
    }
    if plan.axis.is_some() {
        return Ok(stated.unwrap_or_default());
    }
    if let Some(Schedule::Single(device)) = stated {
        return Ok(Schedule::Single(device));
    }
    Ok(Schedule::Single(fastest(devices, able)))
}

/// The fastest able device: by the speed measured where all have one, else the first.
fn fastest(devices: &[Device], able: &[bool]) -> usize {
    let able = devices
        .iter()
        .enumerate()
        .zip(able)
        .filter_map(|(device, able)| able.then_some(device));
    let speeds: Vec<_> = able
        .map(|(index, device)| (index, device.speed()))
        .collect();
    let measured = speeds
        .iter()
        .map(|(index, speed)| speed.map(|speed| (*index, speed)))
        .collect::<Option<Vec<_>>>();
    let fastest = measured.and_then(|measured| {
        let fastest = measured.into_iter().max_by(|a, b| a.1.total_cmp(&b.1));
        fastest.map(|(index, _)| index)
    });
    fastest
        .or_else(|| speeds.first().map(|(index, _)| *index))
        .unwrap_or(0)
}

impl<'a> IntoFuture for Launch<'a> {
    type Output = Result<Report>;
    type IntoFuture = Running<'a>;

    fn into_future(self) -> Running<'a> {
        let devices = self.devices.clone();
        match self.prepare() {
            Ok((task, lanes)) => Running::new(devices, task, lanes),
            Err(error) => Running {
                devices,
                state: RunState::Refused(Some(error)),
            },
        }
    }
}

/// A launch under way. Dropping it cancels the chunks that have not started.
#[must_use = "a launch does nothing until it is polled"]
pub struct Running<'a> {
    devices: Vec<Device>,
    state: RunState<'a>,
}

enum RunState<'a> {
    Refused(Option<Error>),
    Going(Box<Coordinator<'a, Gpu>>),
    Over,
}

impl<'a> Running<'a> {
    fn new(devices: Vec<Device>, task: Task<'a>, lanes: Lanes) -> Self {
        Self {
            devices,
            state: RunState::Going(Box::new(Coordinator::new(task, lanes))),
        }
    }

    fn inline(&mut self) -> Option<Result<Report>> {
        let RunState::Going(coordinator) = &mut self.state else {
            return None;
        };
        let result = coordinator.run_inline()?;
        Some(self.done(result))
    }

    fn done(&mut self, result: Result<Report>) -> Result<Report> {
        self.state = RunState::Over;
        let report = result?;
        for device in &report.devices {
            log::info!(
                "{}: {} of {} workgroups on {}",
                report.kernel,
                device.workgroups(),
                report.axis.map_or(1, |axis| axis.of(report.grid)),
                device.name
            );
            let seconds = device.host_time.as_secs_f64();
            if seconds > 0.0
                && let Some(opened) = self.devices.get(device.index)
            {
                opened.set_speed(f64::from(device.workgroups()) / seconds);
            }
        }
        Ok(report)
    }
}

impl Future for Running<'_> {
    type Output = Result<Report>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        match &mut self.state {
            RunState::Going(coordinator) => match coordinator.poll(cx) {
                Poll::Pending => Poll::Pending,
                Poll::Ready(result) => Poll::Ready(self.done(result)),
            },
            RunState::Refused(error) => Poll::Ready(Err(error.take().unwrap_or_else(over))),
            RunState::Over => Poll::Ready(Err(over())),
        }
    }
}

fn over() -> Error {
    Error::Launch {
        kernel: "launch".to_owned(),
        why: "it was polled again after it had ended".to_owned(),
    }
}

/// Futures can be sent between threads.
const _: fn(Running<'static>) -> Box<dyn Send> = |running| Box::new(running);
