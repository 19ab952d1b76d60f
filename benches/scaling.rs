//! How much faster several devices are than one, host to host: medians of five runs, one and several in turn.
//!
//! On a machine with several GPUs: the first against the first two, three, ... of them. Else on the software rig of
//! `scripts/rig.sh`, whose drivers need a care that cards do not: unpinned, two of them often land on one core and are no
//! faster than one.
//!
//! - A driver's threads inherit the affinity of the thread that opens the device. So the main thread moves to one core
//!   while it opens a device there, and is free again afterwards.
//! - `LP_NUM_THREADS=1` gives each lavapipe one thread to compute with. The driver reads it when it is loaded, so this
//!   program starts itself again with it.
//! - SwiftShader takes the number of its threads and their cores from `SwiftShader.ini` in the working directory.
//!
//! This program's own threads are not pinned: the main one, which copies between the arrays and staging memory, and one
//! for each device, which waits for it. What they take of the two cores, they take from the drivers.

#![allow(
    clippy::expect_used,
    clippy::panic,
    reason = "a bench ends at the first thing that goes wrong"
)]

use std::time::{Duration, Instant};

use polygpu::{AdapterKind, Axis, Device, DeviceGroup, Distribution, Kernel, Report};

const MANDELBROT: &str = include_str!("../shaders/mandelbrot.wgsl");
const SIZE: [usize; 2] = [1600, 1000];
const CENTER: [f32; 2] = [-0.7453, 0.1127];
const SCALE: f32 = 6e-6; // the side of a pixel
const MAX_ITERATIONS: u32 = 1000;

const RUNS: usize = 5;

fn main() {
    // Cargo says --bench where it is to be measured, not only tried.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    #[cfg(target_os = "linux")]
    rig::settle();
    let adapters = match polygpu::adapters() {
        Ok(found) => found.adapters,
        Err(error) => return println!("scaling: nothing to measure: {error}"),
    };
    if adapters.len() > 1 && adapters.iter().all(|a| a.kind() != AdapterKind::Software) {
        let open = |adapter| Device::open(adapter).expect("a device that opens");
        let gpus = group(adapters.iter().map(open).collect());
        for count in 2..=gpus.len() {
            let several = gpus.only(0..count).expect("a group");
            compare(&format!("{count} devices"), &several);
        }
        return;
    }
    #[cfg(target_os = "linux")]
    if let Some([lavapipe, lavapipe_2, swiftshader]) = rig::open(&adapters) {
        let gpus = group(vec![lavapipe.clone(), lavapipe_2]);
        compare("two lavapipes, a core each", &gpus);
        let gpus = group(vec![lavapipe, swiftshader]);
        compare("lavapipe and SwiftShader, a core each", &gpus);
        return;
    }
    println!(
        "scaling: there are neither two GPUs nor the software rig (scripts/rig.sh) and two cores"
    );
}

fn group(devices: Vec<Device>) -> DeviceGroup {
    DeviceGroup::from_devices(devices).expect("a group")
}

/// Runs the first device alone and the whole group in turn, and prints both medians.
fn compare(name: &str, gpus: &DeviceGroup) {
    let kernel = Kernel::from_wgsl("mandelbrot", MANDELBROT).expect("a valid kernel");
    let alone = gpus.on(0).expect("a first device");
    // The first launch of each builds its pipelines.
    let expected = launch(&alone, &kernel).2;
    launch(gpus, &kernel);
    let (mut one, mut all, mut last) = (Vec::new(), Vec::new(), Report::default());
    let mut differing = 0;
    for _ in 0..RUNS {
        one.push(launch(&alone, &kernel).0);
        let (time, report, pixels) = launch(gpus, &kernel);
        all.push(time);
        last = report;
        differing = pixels.iter().zip(&expected).filter(|(a, b)| a != b).count();
    }
    let (one, all) = (median(one), median(all));
    println!("mandelbrot, {name}:");
    println!(
        "    {:8.1} ms  {} alone",
        ms(one),
        alone.devices().first().map_or("", Device::name)
    );
    println!("    {:8.1} ms  together", ms(all));
    let faster = one.as_secs_f64() / all.as_secs_f64();
    println!("    {faster:8.2} times as fast; {differing} pixels differ");
    for device in &last.devices {
        let (name, chunks, rows) = (&device.name, device.chunks(), device.workgroups());
        let kernel = device.kernel_time.map_or(f64::NAN, ms);
        let done = ms(device.finished);
        println!(
            "    {rows} rows of workgroups in {chunks} chunks, {kernel:.1} ms in the kernel, done after {done:.1} ms: {name}"
        );
    }
}

fn launch(gpus: &DeviceGroup, kernel: &Kernel) -> (Duration, Report, Vec<u32>) {
    let [width, height] = SIZE;
    let mut pixels = vec![u32::MAX; width * height];
    let began = Instant::now();
    let report = gpus
        .launch(kernel)
        .bind_mut("pixels", &mut pixels)
        .set("params.center", CENTER)
        .set("params.scale", SCALE)
        .set("params.max_iterations", MAX_ITERATIONS)
        .set("params.width", width as u32)
        .set("params.height", height as u32)
        .invocations(SIZE)
        .axis(Axis::Y)
        .distribute("pixels", Distribution::split(width))
        .run()
        .expect("a launch that succeeds");
    (began.elapsed(), report, pixels)
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

fn ms(time: Duration) -> f64 {
    1e3 * time.as_secs_f64()
}

/// Three software adapters on two cores.
#[cfg(target_os = "linux")]
mod rig {
    use std::os::unix::process::CommandExt;
    use std::process::Command;

    use polygpu::{Adapter, Device};
    use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

    /// Tells this program that it was started again.
    const SETTLED: &str = "POLYGPU_BENCH_SETTLED";

    /// Starts this program again with the settings that the drivers read when they are loaded.
    pub fn settle() {
        let Some([_, second]) = cores() else { return };
        if std::env::var_os(SETTLED).is_some() {
            return;
        }
        let dir = std::env::temp_dir().join("polygpu-scaling");
        let mask = 1u64.checked_shl(second as u32).unwrap_or(u64::MAX);
        let ini = format!("[Processor]\nThreadCount=1\nAffinityMask={mask}\n");
        std::fs::create_dir_all(&dir)
            .and_then(|()| std::fs::write(dir.join("SwiftShader.ini"), ini))
            .expect("a directory for SwiftShader.ini");
        let error = Command::new(std::env::current_exe().expect("this program's path"))
            .args(std::env::args_os().skip(1))
            .env(SETTLED, "1")
            .env("LP_NUM_THREADS", "1")
            .current_dir(dir)
            .exec();
        panic!("this program can't be started again: {error}");
    }

    /// A lavapipe on the first core, another one and SwiftShader on the second.
    pub fn open(adapters: &[Adapter]) -> Option<[Device; 3]> {
        let [first, second] = cores()?;
        let named = |part| adapters.iter().filter(move |a| a.name().contains(part));
        let mut lavapipes = named("llvmpipe");
        let (one, two) = (lavapipes.next()?, lavapipes.next()?);
        let swiftshader = named("SwiftShader").next()?;
        println!("scaling: lavapipe on core {first}, lavapipe 2 and SwiftShader on core {second}");
        Some([
            on_core(first, one),
            on_core(second, two),
            on_core(second, swiftshader),
        ])
    }

    /// Opens a device whose driver's threads stay on one core.
    fn on_core(core: usize, adapter: &Adapter) -> Device {
        let free = sched_getaffinity(None).expect("an affinity");
        let mut one = CpuSet::new();
        one.set(core);
        sched_setaffinity(None, &one).expect("a core of this process");
        let device = Device::open(adapter).expect("a device that opens");
        sched_setaffinity(None, &free).expect("the cores of this process");
        device
    }

    /// The first two cores that this process may use.
    fn cores() -> Option<[usize; 2]> {
        let allowed = sched_getaffinity(None).ok()?;
        let mut cores = (0..CpuSet::MAX_CPU).filter(|core| allowed.is_set(*core));
        Some([cores.next()?, cores.next()?])
    }
}
