//! What a launch on one device costs beyond hand-written wgpu, host to host.
//!
//! Both sides do the same work on the same adapter, each with a device of its own: copy the inputs to the device, run
//! the kernel, copy the result into a slice that is used again. The hand-written side does all the rest once and in
//! advance: pipeline, bind group, buffers, staging that stays mapped while the device does not use it. (Staging was
//! chosen over `Queue::write_buffer` by measuring: that takes fresh memory for each call.) Their results must be equal.
//!
//! Criterion measures one side after the other. On a machine that does other things too, it drifts by more than the
//! sides differ: the ratio to look at comes from rounds in which the sides alternate, and is printed after each group.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a bench ends at the first thing that goes wrong"
)]

mod common;

use std::time::{Duration, Instant};

use bytemuck::{Pod, bytes_of, cast_slice, cast_slice_mut};
use common::{is_measuring, median, same_adapter};
use criterion::Criterion;
use polygpu::{Axis, DeviceGroup, Distribution, Kernel, wgpu};

const EMPTY: &str = "@compute @workgroup_size(1) fn main() {}";
const SAXPY: &str = include_str!("../shaders/saxpy.wgsl");
const MANDELBROT: &str = include_str!("../shaders/mandelbrot.wgsl");

/// How long the sides of a group alternate.
const ALTERNATE: Duration = Duration::from_secs(5);
const TURN: Duration = Duration::from_millis(20);

fn main() {
    let gpus = match DeviceGroup::open().and_then(|gpus| gpus.on(0)) {
        Ok(gpus) => gpus,
        Err(error) => return println!("overhead: nothing to measure: {error}"),
    };
    let info = gpus.devices()[0].info();
    let adapter = pollster::block_on(same_adapter(info));
    println!("overhead: on {} ({})", info.label(), info.driver_info);
    let mut criterion = Criterion::default()
        .warm_up_time(Duration::from_secs(1))
        .sample_size(20)
        .configure_from_args();
    empty(&mut criterion, &gpus, &adapter);
    for n in [1 << 16, 1 << 22] {
        saxpy(&mut criterion, &gpus, &adapter, n);
    }
    mandelbrot(&mut criterion, &gpus, &adapter, 512);
    criterion.final_summary();
}

fn empty(criterion: &mut Criterion, gpus: &DeviceGroup, adapter: &wgpu::Adapter) {
    let by_hand = ByHand::new(adapter, EMPTY, &[], &[], 0, [1, 1]);
    let kernel = Kernel::from_wgsl("empty", EMPTY).expect("a valid kernel");
    let polygpu = || {
        let launch = gpus.launch(&kernel).workgroups([1]);
        launch.run().expect("a launch that succeeds");
    };
    let sides: [Side<u32>; 2] = [
        ("wgpu", &|_| by_hand.submit(&[])),
        ("polygpu", &|_| polygpu()),
    ];
    compare(criterion, "empty", &[], &sides);
}

fn saxpy(criterion: &mut Criterion, gpus: &DeviceGroup, adapter: &wgpu::Adapter, n: usize) {
    // 65,536 workgroups of 64 would be one too many for the hand-written side.
    const WORKGROUP: u32 = 256;
    let a = 1e-3f32;
    let x: Vec<f32> = (0..1000u16).map(f32::from).cycle().take(n).collect();
    let bindings = [
        (Kind::Storage, 4 * n),
        (Kind::Storage, 4 * n),
        (Kind::Uniform, 4),
    ];
    let constants = [("WORKGROUP", f64::from(WORKGROUP))];
    let grid = [(n as u32).div_ceil(WORKGROUP), 1];
    let by_hand = ByHand::new(adapter, SAXPY, &bindings, &constants, 1, grid);
    let kernel = Kernel::from_wgsl("saxpy", SAXPY).expect("a valid kernel");
    let polygpu = |y: &mut [f32], split: bool| {
        let mut launch = gpus
            .launch(&kernel)
            .bind("x", &x)
            .bind_mut("y", y)
            .set("a", a)
            .constant("WORKGROUP", WORKGROUP)
            .invocations([n]);
        if split {
            launch = launch
                .distribute("x", Distribution::split(1))
                .distribute("y", Distribution::split(1));
        }
        launch.run().expect("a launch that succeeds");
    };
    let sides: [Side<f32>; 3] = [
        ("wgpu", &|y| {
            by_hand.submit(&[(0, cast_slice(&x)), (1, cast_slice(y)), (2, bytes_of(&a))]);
            by_hand.fetch(cast_slice_mut(y));
        }),
        ("polygpu", &|y| polygpu(y, false)),
        ("polygpu, split", &|y| polygpu(y, true)),
    ];
    compare(criterion, &format!("saxpy {n}"), &vec![1.0; n], &sides);
}

fn mandelbrot(criterion: &mut Criterion, gpus: &DeviceGroup, adapter: &wgpu::Adapter, side: usize) {
    const CENTER: [f32; 2] = [-0.7453, 0.1127];
    const SCALE: f32 = 6e-6;
    const MAX_ITERATIONS: u32 = 500;
    let size = side as u32;
    let (center_x, center_y) = (CENTER[0].to_bits(), CENTER[1].to_bits());
    let params = [
        center_x,
        center_y,
        SCALE.to_bits(),
        MAX_ITERATIONS,
        size,
        size,
    ];
    let bindings = [
        (Kind::Storage, 4 * side * side),
        (Kind::Uniform, size_of_val(&params)),
    ];
    let by_hand = ByHand::new(
        adapter,
        MANDELBROT,
        &bindings,
        &[],
        0,
        [size.div_ceil(8); 2],
    );
    let kernel = Kernel::from_wgsl("mandelbrot", MANDELBROT).expect("a valid kernel");
    let polygpu = |pixels: &mut [u32], split: bool| {
        let mut launch = gpus
            .launch(&kernel)
            .bind_mut("pixels", pixels)
            .set("params.center", CENTER)
            .set("params.scale", SCALE)
            .set("params.max_iterations", MAX_ITERATIONS)
            .set("params.width", size)
            .set("params.height", size)
            .invocations([side; 2]);
        if split {
            launch = launch
                .axis(Axis::Y)
                .distribute("pixels", Distribution::split(side));
        }
        launch.run().expect("a launch that succeeds");
    };
    let sides: [Side<u32>; 3] = [
        ("wgpu", &|pixels| {
            by_hand.submit(&[(1, cast_slice(&params))]);
            by_hand.fetch(cast_slice_mut(pixels));
        }),
        ("polygpu", &|pixels| polygpu(pixels, false)),
        ("polygpu, split", &|pixels| polygpu(pixels, true)),
    ];
    let name = format!("mandelbrot {side}x{side}");
    compare(criterion, &name, &vec![0; side * side], &sides);
}

/// One way to do the work, on an array that it changes.
type Side<'a, T> = (&'a str, &'a dyn Fn(&mut [T]));

/// Tests that all sides give what the first one gives, then measures them.
fn compare<T: Pod + PartialEq>(
    criterion: &mut Criterion,
    name: &str,
    start: &[T],
    sides: &[Side<T>],
) {
    let mut arrays = vec![start.to_vec(); sides.len()];
    for (array, (_, run)) in arrays.iter_mut().zip(sides) {
        run(array);
    }
    for (array, (side, _)) in arrays.iter().zip(sides) {
        assert!(*array == arrays[0], "{name}: {side} gives another result");
    }

    let mut chosen = false;
    let mut group = criterion.benchmark_group(name);
    for (array, (side, run)) in arrays.iter_mut().zip(sides) {
        group.bench_function(*side, |bencher| {
            chosen = true;
            bencher.iter(|| run(array));
        });
    }
    group.finish();
    if chosen && is_measuring() {
        alternate(name, &mut arrays, sides);
    }
}

/// Gives each side its turn again and again, and prints their medians and their ratios to the first one.
fn alternate<T>(name: &str, arrays: &mut [Vec<T>], sides: &[Side<T>]) {
    let mut times = vec![Vec::new(); sides.len()];
    let began = Instant::now();
    while began.elapsed() < ALTERNATE {
        for ((array, times), (_, run)) in arrays.iter_mut().zip(&mut times).zip(sides) {
            times.push(turn(|| run(array)));
        }
    }
    println!("{name}: medians of {} rounds", times[0].len());
    for (times_of_side, (side, _)) in times.iter().zip(sides) {
        let ratios = times_of_side.iter().zip(&times[0]).map(|(t, by)| t / by);
        println!(
            "    {side:<16} {:>10.1} us   {:>5.2} times wgpu",
            1e6 * median(times_of_side.iter().copied()),
            median(ratios)
        );
    }
    println!();
}

/// The median time of a run, in seconds. Several in a row, or each would find the caches as the other side left them.
fn turn(mut run: impl FnMut()) -> f64 {
    let mut times = Vec::new();
    let began = Instant::now();
    while times.is_empty() || began.elapsed() < TURN {
        let began = Instant::now();
        run();
        times.push(began.elapsed().as_secs_f64());
    }
    median(times.into_iter())
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Storage,
    Uniform,
}

/// The hand-written program of one kernel, whose bindings are 0, 1, ... of group 0.
struct ByHand {
    device: wgpu::Device,
    queue: wgpu::Queue,
    pipeline: wgpu::ComputePipeline,
    /// `None` without bindings.
    group: Option<wgpu::BindGroup>,
    buffers: Vec<wgpu::Buffer>,
    /// Room for every buffer in turn, mapped between runs.
    upload: wgpu::Buffer,
    /// The buffer that comes back, and where it goes.
    output: Option<(wgpu::Buffer, wgpu::Buffer)>,
    grid: [u32; 2],
}

impl ByHand {
    fn new(
        adapter: &wgpu::Adapter,
        wgsl: &str,
        bindings: &[(Kind, usize)],
        constants: &[(&str, f64)],
        output: usize,
        grid: [u32; 2],
    ) -> Self {
        let descriptor = wgpu::DeviceDescriptor {
            required_limits: adapter.limits(),
            ..Default::default()
        };
        let (device, queue) =
            pollster::block_on(adapter.request_device(&descriptor)).expect("a device");
        let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
            label: None,
            source: wgpu::ShaderSource::Wgsl(wgsl.into()),
        });
        let pipeline = device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
            label: None,
            layout: None,
            module: &module,
            entry_point: None,
            compilation_options: wgpu::PipelineCompilationOptions {
                constants,
                ..Default::default()
            },
            cache: None,
        });
        let buffer = |bytes: usize, usage| {
            device.create_buffer(&wgpu::BufferDescriptor {
                label: None,
                size: bytes.max(16) as u64,
                usage,
                mapped_at_creation: usage.contains(wgpu::BufferUsages::MAP_WRITE),
            })
        };
        let copies = wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::COPY_SRC;
        let buffers: Vec<_> = bindings
            .iter()
            .map(|(kind, bytes)| match kind {
                Kind::Storage => buffer(*bytes, wgpu::BufferUsages::STORAGE | copies),
                Kind::Uniform => buffer(*bytes, wgpu::BufferUsages::UNIFORM | copies),
            })
            .collect();
        let entries: Vec<_> = (0..)
            .zip(&buffers)
            .map(|(binding, buffer)| wgpu::BindGroupEntry {
                binding,
                resource: buffer.as_entire_binding(),
            })
            .collect();
        let group = (!entries.is_empty()).then(|| {
            device.create_bind_group(&wgpu::BindGroupDescriptor {
                label: None,
                layout: &pipeline.get_bind_group_layout(0),
                entries: &entries,
            })
        });
        let whole = bindings
            .iter()
            .map(|(_, bytes)| bytes.next_multiple_of(16))
            .sum();
        let staging = wgpu::BufferUsages::MAP_WRITE | wgpu::BufferUsages::COPY_SRC;
        let download = wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST;
        Self {
            upload: buffer(whole, staging),
            output: buffers
                .get(output)
                .map(|from| (from.clone(), buffer(bindings[output].1, download))),
            group,
            buffers,
            pipeline,
            grid,
            device,
            queue,
        }
    }

    /// Copies the inputs up, each with the number of its binding, runs the kernel, and waits.
    fn submit(&self, inputs: &[(usize, &[u8])]) {
        let mut encoder = self.device.create_command_encoder(&Default::default());
        if !inputs.is_empty() {
            let mut view = self.upload.get_mapped_range_mut(..).expect("it is mapped");
            let mut at = 0;
            for (index, bytes) in inputs {
                view.slice(at..at + bytes.len()).copy_from_slice(bytes);
                let (to, len) = (&self.buffers[*index], bytes.len() as u64);
                encoder.copy_buffer_to_buffer(&self.upload, at as u64, to, 0, len);
                at += bytes.len().next_multiple_of(16);
            }
            drop(view);
            self.upload.unmap();
        }
        {
            let mut pass = encoder.begin_compute_pass(&Default::default());
            pass.set_pipeline(&self.pipeline);
            if let Some(group) = &self.group {
                pass.set_bind_group(0, group, &[]);
            }
            pass.dispatch_workgroups(self.grid[0], self.grid[1], 1);
        }
        if let Some((from, to)) = &self.output {
            encoder.copy_buffer_to_buffer(from, 0, to, 0, from.size());
        }
        let submission = self.queue.submit([encoder.finish()]);
        let done = |result: Result<(), _>| result.expect("a mapping that succeeds");
        if let Some((_, download)) = &self.output {
            download.map_async(wgpu::MapMode::Read, .., done);
        }
        if !inputs.is_empty() {
            self.upload.map_async(wgpu::MapMode::Write, .., done);
        }
        let wait = wgpu::PollType::Wait {
            submission_index: Some(submission),
            timeout: None,
        };
        self.device.poll(wait).expect("a device that answers");
    }

    fn fetch(&self, result: &mut [u8]) {
        let (_, download) = self.output.as_ref().expect("an output");
        result.copy_from_slice(&download.get_mapped_range(..).expect("it is mapped"));
        download.unmap();
    }
}
