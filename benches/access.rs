//! What it costs to find out how a kernel divides. No GPU is needed.
//!
//! - `new sizes`: analysis and plan of a known kernel whose lengths and uniforms are others each time, so that nothing is
//!   remembered. What a program pays whose arrays change from launch to launch.
//! - `same sizes`: the plan of a launch like the one before.
//! - `river`: a kernel of 300 lines. `first` begins with its text, so it includes naga's parser and validator, whose time
//!   `loading` shows.

#![allow(
    clippy::expect_used,
    reason = "a bench ends at the first thing that goes wrong"
)]

use std::hint::black_box;
use std::time::Duration;

use bytemuck::Zeroable;
use criterion::Criterion;
use polygpu::{Kernel, Launch, Plan};

const SAXPY: &str = include_str!("../shaders/saxpy.wgsl");
const MATMUL: &str = include_str!("../shaders/matmul.wgsl");
const MATMUL_NAIVE: &str = include_str!("../shaders/matmul_naive.wgsl");
const BLUR: &str = include_str!("../shaders/blur.wgsl");
const NBODY: &str = include_str!("../shaders/nbody.wgsl");
const MANDELBROT: &str = include_str!("../shaders/mandelbrot.wgsl");
const RIVER: &str = include_str!("river.wgsl");

/// Sizes that follow each other before one comes again: more than a kernel remembers.
const SIZES: usize = 1000;

fn main() {
    let mut criterion = Criterion::default()
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(3))
        .sample_size(50)
        .configure_from_args();
    let mut memory = Memory::new();
    let rows: [(&str, &str, Planner); 6] = [
        ("saxpy", SAXPY, saxpy),
        ("matmul", MATMUL, matmul),
        ("matmul_naive", MATMUL_NAIVE, matmul),
        ("blur", BLUR, blur),
        ("nbody", NBODY, nbody),
        ("mandelbrot", MANDELBROT, mandelbrot),
    ];
    for (name, wgsl, plan) in rows {
        let kernel = load(wgsl);
        let first = plan(&kernel, &mut memory, 0);
        assert!(first.axis.is_some(), "{first}");
        bench(&mut criterion, "new sizes", name, |turn| {
            plan(&kernel, &mut memory, turn % SIZES)
        });
        bench(&mut criterion, "same sizes", name, |_| {
            plan(&kernel, &mut memory, 7)
        });
    }
    let kernel = load(RIVER);
    println!("{}", river(&kernel, &mut memory, 0));
    bench(&mut criterion, "new sizes", "river", |turn| {
        river(&kernel, &mut memory, turn % SIZES)
    });
    bench(&mut criterion, "same sizes", "river", |_| {
        river(&kernel, &mut memory, 7)
    });
    bench(&mut criterion, "loading", "river", |_| {
        load(RIVER).interface().expect("its bindings")
    });
    bench(&mut criterion, "first", "river", |turn| {
        river(&load(RIVER), &mut memory, turn % SIZES)
    });
    criterion.final_summary();
}

/// Plans a launch, with another size for each number.
type Planner = fn(&Kernel, &mut Memory, usize) -> Plan;

fn bench<T>(criterion: &mut Criterion, group: &str, name: &str, mut f: impl FnMut(usize) -> T) {
    let mut turn = 0;
    criterion.bench_function(&format!("{group}/{name}"), |bencher| {
        bencher.iter(|| {
            turn += 1;
            black_box(f(turn))
        });
    });
}

fn load(wgsl: &str) -> Kernel {
    Kernel::from_wgsl("bench", wgsl).expect("a valid kernel")
}

/// What is bound; plans do not look into arrays.
struct Memory {
    read: [Vec<f32>; 4],
    written: [Vec<f32>; 2],
    words: Vec<u32>,
    bodies: Vec<[f32; 4]>,
    moved: [Vec<[f32; 4]>; 2],
    springs: Vec<Spring>,
    cells: Vec<Cell>,
    next: Vec<Cell>,
}

/// The cell of a river, as WGSL lays it out.
#[derive(Clone, Copy, Zeroable, bytemuck::Pod)]
#[repr(C)]
struct Cell([u32; 8]);

#[derive(Clone, Copy, Zeroable, bytemuck::Pod)]
#[repr(C)]
struct Spring([u32; 4]);

impl Memory {
    fn new() -> Self {
        const MOST: usize = 1 << 21;
        let zeros = || vec![0f32; MOST];
        Self {
            read: [zeros(), zeros(), zeros(), zeros()],
            written: [zeros(), zeros()],
            words: vec![0; MOST],
            bodies: vec![[0.0; 4]; MOST],
            moved: [vec![[0.0; 4]; MOST], vec![[0.0; 4]; MOST]],
            springs: vec![Spring::zeroed(); 100],
            cells: vec![Cell::zeroed(); MOST],
            next: vec![Cell::zeroed(); MOST],
        }
    }
}

fn saxpy(kernel: &Kernel, memory: &mut Memory, turn: usize) -> Plan {
    let n = 1_000_000 + turn;
    let ([x, ..], [y, _]) = (&memory.read, &mut memory.written);
    let launch = Launch::dry(kernel)
        .bind("x", cut(x, n))
        .bind_mut("y", cut_mut(y, n))
        .set("a", 2.0f32)
        .invocations([n]);
    launch.plan().expect("a plan")
}

fn matmul(kernel: &Kernel, memory: &mut Memory, turn: usize) -> Plan {
    let (n, m, k) = (512 + turn, 300 + turn % 7, 400 + turn % 5);
    let ([a, b, ..], [c, _]) = (&memory.read, &mut memory.written);
    let launch = Launch::dry(kernel)
        .bind("a", cut(a, n * k))
        .bind("b", cut(b, k * m))
        .bind_mut("c", cut_mut(c, n * m))
        .set("size.n", n as u32)
        .set("size.m", m as u32)
        .set("size.k", k as u32)
        .invocations([m, n]);
    launch.plan().expect("a plan")
}

fn blur(kernel: &Kernel, memory: &mut Memory, turn: usize) -> Plan {
    let (width, height) = (1000 + turn % 9, 512 + turn);
    let ([image, ..], [blurred, _]) = (&memory.read, &mut memory.written);
    let launch = Launch::dry(kernel)
        .bind("image", cut(image, width * height))
        .bind_mut("blurred", cut_mut(blurred, width * height))
        .set("size.width", width as u32)
        .set("size.height", height as u32)
        .invocations([width, height]);
    launch.plan().expect("a plan")
}

fn nbody(kernel: &Kernel, memory: &mut Memory, turn: usize) -> Plan {
    let n = 10_000 + turn;
    let [velocities, next] = &mut memory.moved;
    let launch = Launch::dry(kernel)
        .bind("positions", cut(&memory.bodies, n))
        .bind_mut("velocities", cut_mut(velocities, n))
        .bind_mut("next", cut_mut(next, n))
        .set("params.n", n as u32)
        .set("params.dt", 0.01f32)
        .set("params.softening", 0.1f32)
        .invocations([n]);
    launch.plan().expect("a plan")
}

fn mandelbrot(kernel: &Kernel, memory: &mut Memory, turn: usize) -> Plan {
    let (width, height) = (1000 + turn % 9, 512 + turn);
    let launch = Launch::dry(kernel)
        .bind_mut("pixels", cut_mut(&mut memory.words, width * height))
        .set("params.center", [-0.7f32, 0.1])
        .set("params.scale", 1e-3f32)
        .set("params.max_iterations", 500u32)
        .set("params.width", width as u32)
        .set("params.height", height as u32)
        .invocations([width, height]);
    launch.plan().expect("a plan")
}

fn river(kernel: &Kernel, memory: &mut Memory, turn: usize) -> Plan {
    let (width, height) = (1000 + turn % 9, 512 + turn);
    let (columns, rows) = (width.div_ceil(8), height.div_ceil(8));
    let ([terrain, weights, clouds, _], [speeds, _]) = (&memory.read, &mut memory.written);
    let numbers = [
        ("step", turn as u32),
        ("width", width as u32),
        ("height", height as u32),
        ("springs", 100),
        ("reach", 2),
        ("left", 0),
        ("right", 1),
        ("top", 3),
        ("bottom", 1),
        ("mode", 3),
    ];
    let constants = ["dt", "dx", "friction", "settle", "lift", "tide"];
    let mut launch = Launch::dry(kernel)
        .bind("cells", cut(&memory.cells, width * height))
        .bind("terrain", cut(terrain, width * height))
        .bind("springs", &memory.springs)
        .bind("weights", cut(weights, 25))
        .bind(
            "clouds",
            cut(clouds, width.div_ceil(4) * height.div_ceil(4)),
        )
        .bind_mut("next", cut_mut(&mut memory.next, width * height))
        .bind_mut("speeds", cut_mut(speeds, columns * rows))
        .bind_mut("picture", cut_mut(&mut memory.words, width * height))
        .invocations([width, height]);
    for (name, value) in numbers {
        launch = launch.set(&format!("params.{name}"), value);
    }
    for name in constants {
        launch = launch.set(&format!("params.{name}"), 0.1f32);
    }
    launch.plan().expect("a plan")
}

fn cut<T>(all: &[T], len: usize) -> &[T] {
    all.get(..len).expect("enough memory")
}

fn cut_mut<T>(all: &mut [T], len: usize) -> &mut [T] {
    all.get_mut(..len).expect("enough memory")
}
