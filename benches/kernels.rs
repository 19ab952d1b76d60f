//! How fast kernels run through polygpu beside the same WGSL in plain wgpu, on one device: time in the kernel alone.
//!
//! Plain wgpu is what a user writes: a checked module, which clamps indices, bounds loops and tests divisors. polygpu
//! leaves its guards away where the access analysis has proven that they are not needed. Both sides run on the same
//! adapter, each with a device of its own, and are timed by the device's timestamps.
//!
//! For each adapter model: criterion measures the sides one after the other; then they alternate, since a machine that
//! does other things too drifts by more than the sides differ, and the ratios of these rounds are the figures to look at.
//!
//! `POLYGPU_VISIBLE_DEVICES` chooses adapters, arguments choose kernels.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a bench ends at the first thing that goes wrong"
)]

mod common;

use std::time::{Duration, Instant};

use bytemuck::{Pod, bytes_of, cast_slice};
use common::{is_measuring, median, same_adapter};
use criterion::Criterion;
use polygpu::{DeviceGroup, Kernel, Report, wgpu};
use wgpu::util::DeviceExt;

const MATMUL_NAIVE: &str = include_str!("../shaders/matmul_naive.wgsl");
const SAXPY: &str = include_str!("../shaders/saxpy.wgsl");
const BLUR: &str = include_str!("../shaders/blur.wgsl");
const NBODY: &str = include_str!("../shaders/nbody.wgsl");
const MANDELBROT: &str = include_str!("../shaders/mandelbrot.wgsl");

/// How long the sides of a kernel alternate at least, and how often.
const ALTERNATE: Duration = Duration::from_secs(4);
const ROUNDS: usize = 7;

fn main() {
    let gpus = match DeviceGroup::open() {
        Ok(gpus) => gpus,
        Err(error) => return println!("kernels: nothing to measure: {error}"),
    };
    let mut criterion = Criterion::default()
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(3))
        .sample_size(10)
        .configure_from_args();
    let mut seen = Vec::new();
    for index in 0..gpus.len() {
        let gpu = gpus.on(index).expect("a device of the group");
        let info = gpu.devices()[0].info();
        if seen.contains(&info.name) {
            continue;
        }
        seen.push(info.name.clone());
        println!("kernels: on {} ({})", info.label(), info.driver_info);
        let mut bench = Bench {
            adapter: pollster::block_on(same_adapter(info)),
            model: info.name.clone(),
            criterion: &mut criterion,
            ratios: Vec::new(),
        };
        matmul_naive(&mut bench, &gpu);
        saxpy(&mut bench, &gpu);
        blur(&mut bench, &gpu);
        nbody(&mut bench, &gpu);
        mandelbrot(&mut bench, &gpu);
        bench.finish();
    }
    criterion.final_summary();
}

fn matmul_naive(bench: &mut Bench, gpu: &DeviceGroup) {
    const N: u32 = 512;
    let len = (N * N) as usize;
    let (a, b) = (ramp(len, 7), ramp(len, 5));
    let mut c = vec![0f32; len];
    let arrays = [cast_slice(&a), cast_slice(&b), cast_slice(&c)];
    let plain = bench.plain(MATMUL_NAIVE, &arrays, bytes_of(&[N; 3]), [N.div_ceil(8); 2]);
    let kernel = load("matmul_naive", MATMUL_NAIVE);
    bench.compare("matmul_naive", (&plain, 2), &mut c, &|c| {
        let launch = gpu.launch(&kernel);
        launch
            .bind("a", &a)
            .bind("b", &b)
            .bind_mut("c", c)
            .set("size.n", N)
            .set("size.m", N)
            .set("size.k", N)
            .invocations([N, N])
            .run()
    });
}

fn saxpy(bench: &mut Bench, gpu: &DeviceGroup) {
    // As many workgroups as plain wgpu takes in one dispatch.
    const WORKGROUPS: u32 = 65_535;
    const N: usize = 64 * WORKGROUPS as usize;
    let a = 1e-3f32;
    let x = ramp(N, 9);
    let mut y = vec![0f32; N];
    let arrays = [cast_slice(&x), cast_slice(&y)];
    let plain = bench.plain(SAXPY, &arrays, bytes_of(&a), [WORKGROUPS, 1]);
    let kernel = load("saxpy", SAXPY);
    bench.compare("saxpy", (&plain, 1), &mut y, &|y| {
        let launch = gpu.launch(&kernel).bind("x", &x).bind_mut("y", y);
        launch.set("a", a).invocations([N]).run()
    });
}

fn blur(bench: &mut Bench, gpu: &DeviceGroup) {
    const SIDE: u32 = 2048;
    let len = (SIDE * SIDE) as usize;
    let image = ramp(len, 11);
    let mut blurred = vec![0f32; len];
    let arrays = [cast_slice(&image), cast_slice(&blurred)];
    let plain = bench.plain(BLUR, &arrays, bytes_of(&[SIDE; 2]), [SIDE.div_ceil(8); 2]);
    let kernel = load("blur", BLUR);
    bench.compare("blur", (&plain, 1), &mut blurred, &|blurred| {
        let launch = gpu.launch(&kernel);
        launch
            .bind("image", &image)
            .bind_mut("blurred", blurred)
            .set("size.width", SIDE)
            .set("size.height", SIDE)
            .invocations([SIDE, SIDE])
            .run()
    });
}

fn nbody(bench: &mut Bench, gpu: &DeviceGroup) {
    const N: usize = 4096;
    let (dt, softening) = (0.01f32, 0.1f32);
    let numbers = ramp(4 * N, 101);
    let positions: &[[f32; 4]] = cast_slice(&numbers);
    let at_rest = vec![[0f32; 4]; N];
    let mut next = at_rest.clone();
    let arrays = [
        cast_slice(positions),
        cast_slice(&at_rest),
        cast_slice(&next),
    ];
    let params = [N as u32, dt.to_bits(), softening.to_bits(), 0];
    let plain = bench.plain(
        NBODY,
        &arrays,
        bytes_of(&params),
        [N.div_ceil(64) as u32, 1],
    );
    let kernel = load("nbody", NBODY);
    bench.compare("nbody", (&plain, 2), &mut next, &|next| {
        let mut velocities = at_rest.clone();
        let launch = gpu.launch(&kernel);
        launch
            .bind("positions", positions)
            .bind_mut("velocities", &mut velocities)
            .bind_mut("next", next)
            .set("params.n", N as u32)
            .set("params.dt", dt)
            .set("params.softening", softening)
            .invocations([N])
            .run()
    });
}

fn mandelbrot(bench: &mut Bench, gpu: &DeviceGroup) {
    const SIDE: u32 = 512;
    const CENTER: [f32; 2] = [-0.7453, 0.1127];
    const SCALE: f32 = 6e-6;
    const ITERATIONS: u32 = 500;
    let mut pixels = vec![0u32; (SIDE * SIDE) as usize];
    let [x, y] = CENTER.map(f32::to_bits);
    let params = [x, y, SCALE.to_bits(), ITERATIONS, SIDE, SIDE];
    let arrays = [cast_slice(&pixels)];
    let plain = bench.plain(
        MANDELBROT,
        &arrays,
        bytes_of(&params),
        [SIDE.div_ceil(8); 2],
    );
    let kernel = load("mandelbrot", MANDELBROT);
    bench.compare("mandelbrot", (&plain, 0), &mut pixels, &|pixels| {
        let launch = gpu.launch(&kernel);
        launch
            .bind_mut("pixels", pixels)
            .set("params.center", CENTER)
            .set("params.scale", SCALE)
            .set("params.max_iterations", ITERATIONS)
            .set("params.width", SIDE)
            .set("params.height", SIDE)
            .invocations([SIDE, SIDE])
            .run()
    });
}

fn load(name: &str, wgsl: &str) -> Kernel {
    Kernel::from_wgsl(name, wgsl).expect("a valid kernel")
}

/// Numbers from 0 to 1 that repeat.
fn ramp(len: usize, period: u16) -> Vec<f32> {
    let period = (0..period).map(|i| f32::from(i) / f32::from(period));
    period.cycle().take(len).collect()
}

/// One adapter's benches.
struct Bench<'c> {
    adapter: wgpu::Adapter,
    model: String,
    criterion: &'c mut Criterion,
    /// How many times as fast as plain wgpu each kernel was.
    ratios: Vec<f64>,
}

impl Bench<'_> {
    /// The hand-written program of a kernel: its arrays and its uniform in the order of their bindings.
    fn plain(&self, wgsl: &str, arrays: &[&[u8]], uniform: &[u8], grid: [u32; 2]) -> Plain {
        Plain::new(&self.adapter, wgsl, arrays, uniform, grid)
    }

    /// Tests that both sides give the same, and measures them. `output`: which binding comes back.
    fn compare<T: Pod>(
        &mut self,
        name: &str,
        (plain, output): (&Plain, usize),
        result: &mut [T],
        polygpu: &dyn Fn(&mut [T]) -> polygpu::Result<Report>,
    ) {
        plain.run();
        let expected = plain.fetch(output);
        let report = polygpu(result).expect("a launch that succeeds");
        assert!(
            cast_slice::<T, u8>(result) == expected,
            "{name}: the results differ"
        );
        let mut run = || kernel_time(&polygpu(result).expect("a launch that succeeds"));
        if kernel_time(&report).is_none() || run().is_none() {
            return println!(
                "{name}: nothing to compare: the device has no clock, or the kernel is too short"
            );
        }
        let mut chosen = false;
        let mut group = self
            .criterion
            .benchmark_group(format!("{name} on {}", self.model));
        group.bench_function("wgpu", |bencher| {
            chosen = true;
            bencher.iter_custom(|times| (0..times).map(|_| plain.run()).sum());
        });
        group.bench_function("polygpu", |bencher| {
            bencher.iter_custom(|times| (0..times).filter_map(|_| run()).sum());
        });
        group.finish();
        if !chosen || !is_measuring() {
            return;
        }
        let (mut by_hand, mut own) = (Vec::new(), Vec::new());
        let began = Instant::now();
        while own.len() < ROUNDS || began.elapsed() < ALTERNATE {
            by_hand.push(plain.run().as_secs_f64());
            own.extend(run().map(|time| time.as_secs_f64()));
        }
        let ratios = by_hand.iter().zip(&own).map(|(by_hand, own)| by_hand / own);
        let ratio = median(ratios);
        println!(
            "{name}: medians of {} rounds: wgpu {:.2} ms, polygpu {:.2} ms, {ratio:.2} times as fast\n",
            own.len(),
            1e3 * median(by_hand.iter().copied()),
            1e3 * median(own.iter().copied()),
        );
        self.ratios.push(ratio);
    }

    fn finish(self) {
        if !self.ratios.is_empty() {
            let sum: f64 = self.ratios.iter().map(|ratio| ratio.ln()).sum();
            let mean = (sum / self.ratios.len() as f64).exp();
            let (model, count) = (self.model, self.ratios.len());
            println!(
                "{model}: {mean:.3} times as fast as plain wgpu, the geometric mean of {count}\n"
            );
        }
    }
}

/// By the device's clock.
fn kernel_time(report: &Report) -> Option<Duration> {
    report.devices.iter().map(|device| device.kernel_time).sum()
}

/// A kernel in plain wgpu, whose bindings are arrays and then a uniform, in group 0.
struct Plain {
    device: wgpu::Device,
    queue: wgpu::Queue,
    pipeline: wgpu::ComputePipeline,
    group: wgpu::BindGroup,
    arrays: Vec<wgpu::Buffer>,
    grid: [u32; 2],
    queries: wgpu::QuerySet,
    resolved: wgpu::Buffer,
}

/// Bytes of two timestamps.
const STAMPS: u64 = 16;

impl Plain {
    fn new(
        adapter: &wgpu::Adapter,
        wgsl: &str,
        arrays: &[&[u8]],
        uniform: &[u8],
        grid: [u32; 2],
    ) -> Self {
        let descriptor = wgpu::DeviceDescriptor {
            required_features: wgpu::Features::TIMESTAMP_QUERY,
            required_limits: adapter.limits(),
            ..Default::default()
        };
        let (device, queue) =
            pollster::block_on(adapter.request_device(&descriptor)).expect("a device with a clock");
        let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
            label: None,
            source: wgpu::ShaderSource::Wgsl(wgsl.into()),
        });
        let pipeline = device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
            label: None,
            layout: None,
            module: &module,
            entry_point: None,
            compilation_options: Default::default(),
            cache: None,
        });
        let buffer = |contents: &[u8], usage| {
            device.create_buffer_init(&wgpu::util::BufferInitDescriptor {
                label: None,
                contents,
                usage,
            })
        };
        let arrays: Vec<_> = arrays
            .iter()
            .map(|bytes| {
                buffer(
                    bytes,
                    wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_SRC,
                )
            })
            .collect();
        let mut bytes = uniform.to_vec();
        bytes.resize(bytes.len().next_multiple_of(16), 0);
        let uniform = buffer(&bytes, wgpu::BufferUsages::UNIFORM);
        let entries: Vec<_> = (0..)
            .zip(arrays.iter().chain([&uniform]))
            .map(|(binding, buffer)| wgpu::BindGroupEntry {
                binding,
                resource: buffer.as_entire_binding(),
            })
            .collect();
        let group = device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: None,
            layout: &pipeline.get_bind_group_layout(0),
            entries: &entries,
        });
        Self {
            queries: device.create_query_set(&wgpu::QuerySetDescriptor {
                label: None,
                ty: wgpu::QueryType::Timestamp,
                count: 2,
            }),
            resolved: device.create_buffer(&wgpu::BufferDescriptor {
                label: None,
                size: STAMPS,
                usage: wgpu::BufferUsages::QUERY_RESOLVE | wgpu::BufferUsages::COPY_SRC,
                mapped_at_creation: false,
            }),
            pipeline,
            group,
            arrays,
            grid,
            device,
            queue,
        }
    }

    /// Runs the kernel once, and gives the time in it by the device's clock.
    fn run(&self) -> Duration {
        let mut encoder = self.device.create_command_encoder(&Default::default());
        {
            let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor {
                label: None,
                timestamp_writes: Some(wgpu::ComputePassTimestampWrites {
                    query_set: &self.queries,
                    beginning_of_pass_write_index: Some(0),
                    end_of_pass_write_index: Some(1),
                }),
            });
            pass.set_pipeline(&self.pipeline);
            pass.set_bind_group(0, &self.group, &[]);
            pass.dispatch_workgroups(self.grid[0], self.grid[1], 1);
        }
        encoder.resolve_query_set(&self.queries, 0..2, &self.resolved, 0);
        let stamps = self.download(encoder, &self.resolved);
        let stamps: &[u64] = cast_slice(&stamps);
        let ticks = (stamps[1] - stamps[0]) as f64;
        Duration::from_secs_f64(ticks * 1e-9 * f64::from(self.queue.get_timestamp_period()))
    }

    /// The content of an array.
    fn fetch(&self, array: usize) -> Vec<u8> {
        let encoder = self.device.create_command_encoder(&Default::default());
        self.download(encoder, &self.arrays[array])
    }

    /// Submits, and waits for the content of a buffer afterwards.
    fn download(&self, mut encoder: wgpu::CommandEncoder, from: &wgpu::Buffer) -> Vec<u8> {
        let staging = self.device.create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size: from.size(),
            usage: wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        encoder.copy_buffer_to_buffer(from, 0, &staging, 0, from.size());
        let submission = self.queue.submit([encoder.finish()]);
        staging.map_async(wgpu::MapMode::Read, .., |result| {
            result.expect("a mapping that succeeds")
        });
        let wait = wgpu::PollType::Wait {
            submission_index: Some(submission),
            timeout: None,
        };
        self.device.poll(wait).expect("a device that answers");
        staging.get_mapped_range(..).expect("it is mapped").to_vec()
    }
}
