//! The launch: a builder of settings. The final call checks them.

use std::collections::BTreeMap;
use std::future::IntoFuture;
use std::time::Duration;

use bytemuck::Pod;

use super::arguments::{Argument, Value};
use super::coordinator::ProgressFn;
use super::prepare;
use super::running::Running;
use crate::device::Device;
use crate::error::Result;
use crate::kernel::{Constants, HostType, Kernel};
use crate::plan::{Axis, Distribution, Plan};
use crate::report::Report;
use crate::schedule::Schedule;

/// A launch of a kernel: bind its arrays by name, state the grid, then [`run`](Self::run) or
/// `.await` it.
///
/// Nothing is checked before that; the first thing that is wrong is its error.
///
/// ```
/// use polygpu::{Axis, DeviceGroup, Distribution, Kernel, Schedule};
///
/// let gpus = DeviceGroup::open()?;
/// let double = Kernel::from_wgsl("double.wgsl", "
///     @group(0) @binding(0) var<storage, read_write> image: array<u32>;
///     @group(0) @binding(1) var<uniform> width: u32;
///     @compute @workgroup_size(8, 8)
///     fn main(@builtin(global_invocation_id) id: vec3<u32>) {
///         if (id.x < width) { image[id.y * width + id.x] *= 2u; }
///     }")?;
/// let (width, height) = (300, 200);
/// let mut image = vec![21u32; width * height];
/// gpus.launch(&double)
///     .bind_mut("image", &mut image)
///     .set("width", width as u32)
///     .invocations([width, height])
///     .axis(Axis::Y)                                      // rows are cut,
///     .distribute("image", Distribution::split(width))    // each of `width` elements
///     .schedule(Schedule::Even)
///     .run()?;
/// assert!(image.iter().all(|pixel| *pixel == 42));
/// # Ok::<(), polygpu::Error>(())
/// ```
#[must_use = "a launch does nothing until `run` is called or it is awaited"]
pub struct Launch<'a> {
    pub(super) devices: Vec<Device>,
    pub(super) kernel: Kernel,
    pub(super) arguments: Vec<Argument<'a>>,
    pub(super) constants: Constants,
    pub(super) grid: Option<Grid>,
    pub(super) distributions: BTreeMap<String, Distribution>,
    pub(super) axis: Option<Axis>,
    pub(super) schedule: Option<Schedule>,
    pub(super) trusted: bool,
    pub(super) require_split: bool,
    pub(super) atomic: bool,
    pub(super) verify: Option<f64>,
    pub(super) memory_budget: Option<u64>,
    pub(super) timeout: Option<Duration>,
    pub(super) watchdog: Duration,
    pub(super) on_progress: Option<ProgressFn<'a>>,
}

#[derive(Debug, Clone, Copy)]
pub(super) enum Grid {
    /// `None` where a number was negative.
    Invocations([Option<u64>; 3]),
    Workgroups([u32; 3]),
}

/// How far a launch has come, in workgroups along the split axis. A launch that runs whole is one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
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
            require_split: false,
            atomic: false,
            verify: None,
            memory_budget: None,
            timeout: None,
            watchdog: Duration::from_secs(60),
            on_progress: None,
        }
    }

    /// Binds an array that the kernel reads.
    ///
    /// `T` is the element type of the WGSL array (`[f32; 4]` for `vec4<f32>`, a `Pod` struct for a
    /// struct), or `u8` for raw bytes. A binding that is no array is one element. An `array<T>`
    /// takes any number of elements, an `array<T, N>` takes N.
    pub fn bind<T: Pod>(self, name: &str, data: &'a [T]) -> Self {
        let bytes = bytemuck::cast_slice(data);
        self.argument(name, Value::Read(bytes, HostType::of::<T>()))
    }

    /// Binds an array that the kernel writes, with the elements as for [`bind`](Self::bind). Those that
    /// it does not write keep their content: the array goes to the devices and comes back.
    pub fn bind_mut<T: Pod>(self, name: &str, data: &'a mut [T]) -> Self {
        let bytes = bytemuck::cast_slice_mut(data);
        self.argument(name, Value::Write(bytes, HostType::of::<T>()))
    }

    /// Binds a buffer of wgpu's, which the kernel uses in place. The launch must be on the one
    /// device that the buffer belongs to ([`DeviceGroup::on`](crate::DeviceGroup::on)), and is not
    /// divided.
    ///
    /// The buffer has the usage `STORAGE` (or `UNIFORM` for a uniform) and a size that is a multiple of
    /// 4 bytes. Results stay in it; the report does not count them. A launch that fails may have written some of them.
    pub fn bind_buffer(self, name: &str, buffer: &wgpu::Buffer) -> Self {
        self.argument(name, Value::Buffer(buffer.clone()))
    }

    /// Sets a uniform, or one member of it by a dotted path: `set("params.n", 1000u32)`.
    ///
    /// A member needs no Rust struct: it is placed by the layout in the WGSL. All members that
    /// the kernel looks at need a value; the others (padding, mostly) are zero without one. The type counts: `2.0f32` for an `f32`, `[f32; 3]` for a `vec3<f32>`.
    pub fn set<T: Pod>(self, name: &str, value: T) -> Self {
        let bytes = bytemuck::bytes_of(&value).to_vec();
        self.argument(name, Value::Set(bytes, HostType::of::<T>()))
    }

    /// A launch on no device: it can be [planned](Self::plan), not run.
    ///
    /// ```
    /// # use polygpu::{Kernel, Launch};
    /// let kernel = Kernel::from_wgsl("double.wgsl", "
    ///     @group(0) @binding(0) var<storage, read_write> data: array<f32>;
    ///     @compute @workgroup_size(64)
    ///     fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    ///         if (id.x < arrayLength(&data)) { data[id.x] *= 2.0; }
    ///     }")?;
    /// let mut data = [0f32; 1000];
    /// let plan = Launch::dry(&kernel).bind_mut("data", &mut data).invocations([1000]).plan()?;
    /// assert_eq!(plan.axis, Some(polygpu::Axis::X));
    /// # Ok::<(), polygpu::Error>(())
    /// ```
    pub fn dry(kernel: &Kernel) -> Self {
        Self::new(Vec::new(), kernel.clone())
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
    /// workgroups: the kernel has to pass over the ids beyond. With a zero in it nothing runs, as for
    /// an empty slice. Ids are `u32`, so each dimension has to stay below 2³².
    pub fn invocations<T: TryInto<u64>, const N: usize>(mut self, size: [T; N]) -> Self {
        const { assert!(N >= 1 && N <= 3, "a grid has one to three dimensions") };
        let size = size.map(|n| n.try_into().ok());
        self.grid = Some(Grid::Invocations(pad(size, Some(1))));
        self
    }

    /// The grid in workgroups: more than 65,535 in a dimension is fine, as long as the invocations
    /// stay below 2³² in each. A zero is an error.
    pub fn workgroups<const N: usize>(mut self, size: [u32; N]) -> Self {
        const { assert!(N >= 1 && N <= 3, "a grid has one to three dimensions") };
        self.grid = Some(Grid::Workgroups(pad(size, 1)));
        self
    }

    /// States how a binding divides along the axis, where that can't be proven, or is to be otherwise. The other
    /// bindings are worked out from the kernel; if one can't be, that is an error.
    ///
    /// A launch with a stated distribution runs *checked*: an access
    /// outside the stated window of its chunk is [`Error::OutsideWindow`](crate::Error::OutsideWindow), and chunks that were
    /// committed before it stay written unless the launch is [`atomic`](Self::atomic). The check is by
    /// chunk: an invocation that reaches into another one's part of the same chunk is not seen, and
    /// does no harm in that cut of the grid.
    pub fn distribute(mut self, name: &str, distribution: Distribution) -> Self {
        self.distributions.insert(name.to_owned(), distribution);
        self
    }

    /// The dimension of the grid that is cut. By default the one that moves the fewest bytes; x where
    /// distributions are stated.
    pub fn axis(mut self, axis: Axis) -> Self {
        self.axis = Some(axis);
        self
    }

    /// Who runs which part; [`Schedule::Dynamic`] by default. A launch that can't be divided runs
    /// whole on the fastest able device, or on that of [`Schedule::Single`].
    pub fn schedule(mut self, schedule: Schedule) -> Self {
        self.schedule = Some(schedule);
        self
    }

    /// Makes it an error if the launch can't be divided: [`Error::NotSplit`](crate::Error::NotSplit) says which line
    /// of the kernel forbids it. Without this it runs whole on the fastest device, and the report says
    /// why.
    pub fn require_split(mut self) -> Self {
        self.require_split = true;
        self
    }

    /// Whether a buffer of wgpu's is bound, which lies on one device.
    pub(super) fn has_buffers(&self) -> bool {
        let mut values = self.arguments.iter().map(|argument| &argument.value);
        values.any(|value| matches!(value, Value::Buffer(_)))
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

    /// Runs a share of the chunks, from 0 for none to 1 for all, on two devices, and takes their results only where both are
    /// equal, bit by bit: against a device that computes wrongly and does not say so.
    ///
    /// ```
    /// use polygpu::{DeviceGroup, Kernel};
    ///
    /// // With one GPU, open it twice: errors that come and go show.
    /// let gpus = DeviceGroup::builder().logical_devices(2).open()?;
    /// let double = Kernel::from_wgsl("double.wgsl", "
    ///     @group(0) @binding(0) var<storage, read_write> data: array<f32>;
    ///     @compute @workgroup_size(64)
    ///     fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    ///         if (id.x < arrayLength(&data)) { data[id.x] *= 2.0; }
    ///     }")?;
    /// let mut data = vec![21f32; 100_000];
    /// let report = gpus.launch(&double)
    ///     .invocations([data.len()])
    ///     .bind_mut("data", &mut data)
    ///     .verify(0.25)
    ///     .run()?;
    /// assert!(data.iter().all(|x| *x == 42.0));
    /// assert!(report.verified.is_some_and(|verified| verified.chunks > 0));
    /// # Ok::<(), polygpu::Error>(())
    /// ```
    ///
    /// The chunks are spread evenly over the launch, the same ones each time that they are handed out in the same order; the first
    /// is always among them. A launch that runs whole is one chunk.
    ///
    /// **Who is compared.** Devices of one model and driver compute alike. If the kernel uses no floats and no subgroups, any
    /// two devices do. A device without a peer is passed over, with the reason in the report.
    ///
    /// **Where two differ**, a third device decides. The one that is wrong gets nothing more of this launch
    /// ([`Fault::WrongData`](crate::Fault::WrongData) among the report's retries), and since what it computed before
    /// can't be trusted either, the launch begins anew without it, its [progress](Self::on_progress) at 0. With no third device, or three
    /// different answers, the launch ends with [`Error::WrongData`](crate::Error::WrongData). If the second device fails in another
    /// way, a third one is asked; with a single device left, the launch fails.
    ///
    /// **What it does not find**: what goes wrong alike on two devices (logical devices of one GPU share its lasting faults, and
    /// two that are wrong in the same way outvote one that is right), and what goes wrong in a chunk that is not verified,
    /// unless the same device is caught at another one.
    ///
    /// **What it costs**: 1 + `fraction` times the work and the transfers; chunks no larger than the smallest of the devices that are compared
    /// can hold; and, since nothing is written before the end, what [`atomic`](Self::atomic) costs, with a copy of each result that waits to
    /// be compared.
    ///
    /// Kernels whose result may differ from run to run with nothing wrong are refused as far as they are recognised: those that
    /// use the result of an atomic operation or exchange, and those that run whole and mix atomic operations with other accesses
    /// to the same binding. Invocations that race for a value are not recognised; they look like a device that is wrong.
    /// [`bind_buffer`](Self::bind_buffer) is refused, too: its results stay on the device.
    pub fn verify(mut self, fraction: f64) -> Self {
        self.verify = Some(fraction);
        self
    }

    /// Bytes of memory that this launch may take on each device at a time, transfers included.
    pub fn memory_budget(mut self, bytes: u64) -> Self {
        self.memory_budget = Some(bytes);
        self
    }

    /// Ends the launch with [`Error::Timeout`](crate::Error::Timeout) where it is not done this long after
    /// [`run`](Self::run) was called or it was awaited, also if a kernel never ends. What was written until then stays, unless the
    /// launch is [`atomic`](Self::atomic). Planning and a copy under way are not interrupted.
    ///
    /// A device can't be made to stop: it goes on with the chunk that it has, whose results are dropped. Until that has
    /// ended, launches pass it over; one that has no other device waits for it, as long as [`watchdog`](Self::watchdog) says.
    /// Opening a lost device again is not interrupted either.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = Some(timeout);
        self
    }

    /// How long a chunk may at least take before its device counts as hung; a minute without this. More than that it
    /// may take ten times as long as its device's speed in this launch lets expect, a hundred times as long as the slowest
    /// other device's does, or, while nothing is measured, sixty times `least`: an hour. A launch that runs whole on one device is
    /// one chunk, and nothing is measured before it. [`Duration::MAX`] waits for ever.
    ///
    /// A device that hung gets nothing more, and its chunk runs elsewhere; where the same chunk hangs on a second one, the
    /// kernel does not end, and the launch fails. Nothing can make a driver stop: until the chunk ends after all, launches pass
    /// the device over. Only what the device itself works at is watched, not a driver that compiles a kernel for ever
    /// ([`timeout`](Self::timeout) is for that).
    pub fn watchdog(mut self, least: Duration) -> Self {
        self.watchdog = least;
        self
    }

    /// Calls `f` after each chunk, on the thread that runs or polls the launch. With [`verify`](Self::verify), a chunk counts when it is verified,
    /// and a launch that begins anew says so with 0.
    pub fn on_progress(mut self, f: impl FnMut(Progress) + Send + 'a) -> Self {
        self.on_progress = Some(Box::new(f));
        self
    }

    /// What the launch is going to do, without doing it. Prints as an explanation.
    ///
    /// # Errors
    /// As [`run`](Self::run), for everything that is known before a device has something to do.
    pub fn plan(&self) -> Result<Plan> {
        Ok(prepare::plan(self, !self.has_buffers())?.1)
    }

    /// Runs the launch and waits for it.
    ///
    /// # Errors
    /// If an argument does not fit the kernel, a distribution can't be right, or no device can run
    /// the kernel: then nothing ran. [`Error::OutsideWindow`](crate::Error::OutsideWindow) if a checked access is outside its
    /// window, [`Error::Failed`](crate::Error::Failed) if the devices fail, [`Error::Timeout`](crate::Error::Timeout) if it
    /// takes longer than it may, [`Error::WrongData`](crate::Error::WrongData) if devices disagree.
    pub fn run(self) -> Result<Report> {
        let mut running = self.into_future();
        match running.run_inline() {
            Some(result) => result,
            None => pollster::block_on(running),
        }
    }
}

impl<'a> IntoFuture for Launch<'a> {
    type Output = Result<Report>;
    type IntoFuture = Running<'a>;

    fn into_future(self) -> Running<'a> {
        let devices = self.devices.clone();
        Running::new(devices, prepare::prepare(self))
    }
}

/// The dimensions that are not stated are 1.
fn pad<T: Copy, const N: usize>(size: [T; N], one: T) -> [T; 3] {
    let mut padded = [one; 3];
    for (to, from) in padded.iter_mut().zip(size) {
        *to = from;
    }
    padded
}
