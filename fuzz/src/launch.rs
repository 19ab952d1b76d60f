//! Launches of every kind against a handful of kernels: planned, and run on no device.

use std::cell::RefCell;
use std::num::Wrapping;
use std::time::Duration;

use arbitrary::{Result, Unstructured};
use polygpu::{Axis, Distribution, Kernel, Launch, Layout, Ratio, ReduceOp, Scalar, Schedule};

use crate::bytes::{EDGES, array};

const KERNELS: [&str; 12] = [
    include_str!("../../shaders/saxpy.wgsl"),
    include_str!("../../shaders/blur.wgsl"),
    include_str!("../../shaders/matmul.wgsl"),
    include_str!("../../shaders/histogram.wgsl"),
    include_str!("../../shaders/mandelbrot.wgsl"),
    include_str!("../../shaders/nbody.wgsl"),
    include_str!("../../shaders/transpose.wgsl"),
    include_str!("../../shaders/unpack.wgsl"),
    include_str!("../../tests/kernels/wg_override_tile.wgsl"),
    include_str!("../../tests/kernels/wg_struct_array.wgsl"),
    // A head and a tail, members of members, overrides of every type.
    "struct Inner { a: vec3<f32>, m: mat3x2<f32>, k: array<vec4<u32>, 2> }
    struct Params { n: u32, inner: Inner, offset: i32 }
    struct Tail { count: atomic<u32>, factor: f32, data: array<vec3<f32>> }
    @group(0) @binding(0) var<uniform> params: Params;
    @group(0) @binding(1) var<storage, read_write> tail: Tail;
    @group(1) @binding(0) var<storage, read> fixed: array<f32, 300>;
    @id(7) override size: u32 = 4;
    override scale: f32 = 0.5;
    override shift: i32 = -1;
    override on: bool = true;
    @compute @workgroup_size(size, 2)
    fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
        let i = id.y * groups.x * size + id.x;
        if (on && i < params.n) {
            tail.data[i + u32(shift + params.offset)] = params.inner.a * fixed[i % 300u] * scale;
        }
        for (var k = 0u; k < params.n; k += size) { atomicAdd(&tail.count, params.inner.k[1].x); }
    }",
    "@group(0) @binding(0) var<storage, read_write> image: array<array<u32, 7>>;
    @group(0) @binding(1) var<storage, read> first: array<u32>;
    @group(0) @binding(2) var<uniform> width: u32;
    @group(0) @binding(3) var<uniform> step: i32;
    @compute @workgroup_size(8, 8)
    fn main(@builtin(global_invocation_id) id: vec3<u32>) {
        if (id.x >= width / 2u) { return; }
        let row = id.y * (width << 1u) + id.x - first[id.z];
        for (var k = i32(id.x); k < i32(width) && k > -5; k += step) {
            image[row][k % 7] = first[u32(k)] + image[row / 3u][k & 7];
        }
    }",
];

/// A binding as it is to be given.
struct Bind {
    name: String,
    kind: u8,
    bytes: u64,
    mutable: bool,
}

/// Calls a method for the Rust type of that number.
macro_rules! typed {
    ($kind:expr, $launch:expr, $method:ident, $name:expr, $data:expr) => {
        match $kind % 20 {
            0 => $launch.$method::<u8>($name, $data),
            1 => $launch.$method::<f32>($name, $data),
            2 => $launch.$method::<u32>($name, $data),
            3 => $launch.$method::<i32>($name, $data),
            4 => $launch.$method::<[f32; 2]>($name, $data),
            5 => $launch.$method::<[f32; 3]>($name, $data),
            6 => $launch.$method::<[f32; 4]>($name, $data),
            7 => $launch.$method::<[u32; 4]>($name, $data),
            8 => $launch.$method::<[[f32; 4]; 4]>($name, $data),
            9 => $launch.$method::<[[u32; 7]; 1]>($name, $data),
            10 => $launch.$method::<f64>($name, $data),
            11 => $launch.$method::<u64>($name, $data),
            12 => $launch.$method::<i64>($name, $data),
            13 => $launch.$method::<u16>($name, $data),
            14 => $launch.$method::<[i16; 2]>($name, $data),
            15 => $launch.$method::<i8>($name, $data),
            16 => $launch.$method::<usize>($name, $data),
            17 => $launch.$method::<Wrapping<u32>>($name, $data),
            18 => $launch.$method::<[u32; 0]>($name, $data),
            _ => $launch.$method::<()>($name, $data),
        }
    };
}

thread_local! {
    /// Kernels that were loaded, and how often they served.
    static LOADED: RefCell<Vec<Option<(Kernel, u32)>>> = const { RefCell::new(Vec::new()) };
}

/// Everything about the launch is made from the data; the end of it makes the simplest choices.
pub fn check(data: &[u8]) {
    let mut given = Unstructured::new(data);
    // Data that ends is no failure, only a launch that asks for less.
    let _ends = launch(&mut given);
}

fn kernel(which: usize) -> Kernel {
    LOADED.with_borrow_mut(|loaded| {
        loaded.resize(KERNELS.len(), None);
        let slot = &mut loaded[which % KERNELS.len()];
        // A kernel keeps what it was folded to for each set of overrides, and this makes many.
        if slot.as_ref().is_none_or(|(_, served)| *served > 500) {
            let kernel = Kernel::from_wgsl("fuzzed.wgsl", KERNELS[which % KERNELS.len()]);
            *slot = Some((kernel.unwrap_or_else(|error| panic!("{error}")), 0));
        }
        let (kernel, served) = slot.as_mut().unwrap_or_else(|| panic!("it was put there"));
        *served += 1;
        kernel.clone()
    })
}

fn launch(given: &mut Unstructured<'_>) -> Result<()> {
    let kernel = kernel(given.arbitrary::<u8>()?.into());
    let Ok(interface) = kernel.interface() else {
        panic!("these kernels have an interface");
    };
    let usual = number(given)? % 2000;
    let mut binds = Vec::new();
    let mut sets = Vec::new();
    for binding in &interface.bindings {
        let how = given.arbitrary::<u8>()?;
        if !binding.is_storage() && how % 8 < 6 {
            leaves(&binding.name, &binding.layout, &mut sets, 0);
            continue;
        }
        if how % 16 == 15 {
            continue;
        }
        let len = match binding.fixed_len() {
            Some(len) if how % 16 != 14 => len,
            _ if how % 8 == 5 => number(given)?,
            _ => usual,
        };
        let bytes = u64::from(len) * binding.stride() + binding.header_bytes();
        binds.push(Bind {
            name: binding.name.clone(),
            kind: if how % 32 == 13 {
                given.arbitrary()?
            } else {
                0
            },
            bytes: bytes + u64::from(how % 64 == 37),
            mutable: binding.is_writable() != (how % 64 == 23),
        });
    }
    while rarely(given, 4)? {
        binds.push(Bind {
            name: name(given, &interface.bindings, &sets)?,
            kind: given.arbitrary()?,
            bytes: number(given)?.into(),
            mutable: given.arbitrary()?,
        });
    }
    let mut content = Vec::new();
    for _ in 0..8 {
        content.push(u64::from(number(given)? % 1000) << 32 | u64::from(number(given)?));
    }
    let mut arrays = Vec::new();
    for bind in &binds {
        let Some(array) = array(bind.bytes, &content) else {
            return Ok(());
        };
        arrays.push(array);
    }

    let mut launch = Launch::dry(&kernel);
    for (bind, array) in binds.iter().zip(&mut arrays) {
        let bytes: &mut [u8] = bytemuck::cast_slice_mut(array);
        let len = (bind.bytes as usize).min(bytes.len());
        launch = bound(launch, bind, &mut bytes[..len]);
    }
    for (name, layout) in &sets {
        launch = set(launch, name, layout, given)?;
    }
    launch = settings(launch, &kernel, &interface.bindings, &sets, given)?;
    let planned = launch.plan();
    match (&planned, launch.plan()) {
        (Ok(plan), Ok(again)) => {
            let text = plan.to_string();
            assert_eq!(text, again.to_string(), "the same launch, another plan");
            for binding in &plan.bindings {
                assert!(!plan.explain(binding).is_empty());
            }
        }
        (Err(error), Err(again)) => assert_eq!(error.to_string(), again.to_string()),
        _ => panic!("the same launch is planned once, and once refused"),
    }
    // No device can take it, so this is an error, or nothing is to be done.
    match launch.run() {
        Ok(report) => drop(report.to_string()),
        Err(error) => drop(error.to_string()),
    }
    Ok(())
}

fn bound<'a>(launch: Launch<'a>, bind: &Bind, bytes: &'a mut [u8]) -> Launch<'a> {
    if bind.mutable {
        typed!(bind.kind, launch, bind_mut, &bind.name, elements(bytes))
    } else {
        typed!(bind.kind, launch, bind, &bind.name, elements(bytes))
    }
}

/// As many elements as there is room for.
fn elements<T: bytemuck::Pod>(bytes: &mut [u8]) -> &mut [T] {
    let whole = match size_of::<T>() {
        0 => 0,
        size => bytes.len() / size * size,
    };
    bytemuck::try_cast_slice_mut(&mut bytes[..whole]).unwrap_or_default()
}

fn settings<'a>(
    mut launch: Launch<'a>,
    kernel: &Kernel,
    bindings: &[polygpu::Binding],
    sets: &[(String, Layout)],
    given: &mut Unstructured<'_>,
) -> Result<Launch<'a>> {
    launch = match given.int_in_range(0..=15u8)? {
        0 => launch,
        1 => launch.workgroups([number(given)?]),
        2 => launch.workgroups([number(given)?, number(given)?]),
        3 => launch.invocations([number(given)? as i32, 5]),
        4 => launch.invocations([u64::from(number(given)?) << 3, 1, number(given)?.into()]),
        5 => launch.invocations([given.arbitrary::<i128>()?]),
        6..=9 => launch.invocations([number(given)? % 5000, number(given)? % 300]),
        _ => {
            let [x, y, z] = [number(given)?, number(given)?, number(given)?];
            launch.workgroups([x % 100 + 1, y % 20 + 1, z % 3 + 1])
        }
    };
    while rarely(given, 3)? {
        let name = name(given, bindings, sets)?;
        let distribution = distribution(given)?;
        drop(distribution.to_string().parse::<Distribution>());
        launch = launch.distribute(&name, distribution);
    }
    if rarely(given, 3)? {
        launch = launch.axis(*given.choose(&[Axis::X, Axis::Y, Axis::Z])?);
    }
    if rarely(given, 3)? {
        launch = launch.schedule(schedule(given)?);
    }
    let overrides = kernel.overrides();
    while rarely(given, 4)? {
        let value = match given.int_in_range(0..=3u8)? {
            0 => f64::from(number(given)? % 64),
            1 => f64::from(number(given)? as i32),
            2 => f64::from_bits(given.arbitrary()?),
            _ => *given.choose(&[f64::NAN, f64::INFINITY, -0.0, 1e300, 0.5, 256.0, 1025.0])?,
        };
        let name = match given.choose_index(overrides.len() + 1)? {
            at if at < overrides.len() && rarely(given, 2)? => overrides[at].key.clone(),
            at if at < overrides.len() => overrides[at].name.clone(),
            _ => given.arbitrary::<&str>()?.to_owned(),
        };
        launch = launch.constant(&name, value);
    }
    if rarely(given, 4)? {
        launch = launch.require_split();
    }
    if rarely(given, 4)? {
        launch = launch.trust_distribution();
    }
    if rarely(given, 4)? {
        launch = launch.atomic();
    }
    if rarely(given, 4)? {
        launch = launch.memory_budget(given.arbitrary()?);
    }
    if rarely(given, 4)? {
        launch = launch.timeout(duration(given)?);
    }
    if rarely(given, 4)? {
        launch = launch.watchdog(duration(given)?);
    }
    if rarely(given, 4)? {
        launch = launch.on_progress(|progress| assert!(progress.done <= progress.total));
    }
    Ok(launch)
}

/// One time in `n`, and never once the data has ended.
fn rarely(given: &mut Unstructured<'_>, n: u8) -> Result<bool> {
    Ok(given.arbitrary::<u8>()? % n == n - 1)
}

/// One of the numbers at which things change, or any.
fn number(given: &mut Unstructured<'_>) -> Result<u32> {
    let which = given.arbitrary::<u8>()?;
    match EDGES.get(usize::from(which)) {
        Some(edge) => Ok(*edge),
        None if which < 128 => Ok(u32::from(which)),
        None => given.arbitrary(),
    }
}

/// The name of a binding or of a member, or any text.
fn name(
    given: &mut Unstructured<'_>,
    bindings: &[polygpu::Binding],
    sets: &[(String, Layout)],
) -> Result<String> {
    Ok(match given.int_in_range(0..=7u8)? {
        0 => given.arbitrary::<&str>()?.to_owned(),
        1 if !sets.is_empty() => given.choose(sets)?.0.clone(),
        2 => format!(
            "{}.{}",
            given.choose(bindings)?.name,
            given.arbitrary::<&str>()?
        ),
        _ => given.choose(bindings)?.name.clone(),
    })
}

fn distribution(given: &mut Unstructured<'_>) -> Result<Distribution> {
    let ratio: Ratio = match given.int_in_range(0..=3u8)? {
        0 => (number(given)?, number(given)?).into(),
        1 => (number(given)? as i32).into(),
        2 => (given.arbitrary::<usize>()?).into(),
        _ => (number(given)? % 512).into(),
    };
    let operations = [
        ReduceOp::Sum,
        ReduceOp::Min,
        ReduceOp::Max,
        ReduceOp::And,
        ReduceOp::Or,
        ReduceOp::Xor,
    ];
    Ok(match given.int_in_range(0..=4u8)? {
        0 => Distribution::halo(ratio, number(given)?, number(given)?),
        1 => Distribution::broadcast(),
        2 => Distribution::reduce(*given.choose(&operations)?),
        3 => match given.arbitrary::<&str>()?.parse() {
            Ok(distribution) => distribution,
            Err(_) => Distribution::split(ratio),
        },
        _ => Distribution::split(ratio),
    })
}

fn schedule(given: &mut Unstructured<'_>) -> Result<Schedule> {
    Ok(match given.int_in_range(0..=3u8)? {
        0 => Schedule::Even,
        1 => Schedule::Weighted(given.arbitrary()?),
        2 => Schedule::Single(given.arbitrary()?),
        _ => Schedule::Dynamic,
    })
}

fn duration(given: &mut Unstructured<'_>) -> Result<Duration> {
    Ok(match given.int_in_range(0..=2u8)? {
        0 => Duration::MAX,
        1 => Duration::ZERO,
        _ => Duration::new(
            given.arbitrary()?,
            given.arbitrary::<u32>()? % 1_000_000_000,
        ),
    })
}

/// The members that `set` takes, by their path.
fn leaves(path: &str, layout: &Layout, out: &mut Vec<(String, Layout)>, depth: u32) {
    match layout {
        Layout::Struct { members, .. } if depth < 8 => {
            for member in members {
                let path = format!("{path}.{}", member.name);
                leaves(&path, &member.layout, out, depth + 1);
            }
        }
        _ => out.push((path.to_owned(), layout.clone())),
    }
}

/// A value that fits for the most part.
fn set<'a>(
    launch: Launch<'a>,
    name: &str,
    layout: &Layout,
    given: &mut Unstructured<'_>,
) -> Result<Launch<'a>> {
    let how = given.arbitrary::<u8>()?;
    if how == 255 {
        return Ok(launch);
    }
    let n = number(given)?;
    let float = if how % 2 == 0 {
        n as f32
    } else {
        f32::from_bits(n)
    };
    if how == 254 {
        let wide = [u64::from(n); 8];
        return Ok(typed!(n, launch, set, name, first(&wide)));
    }
    Ok(match layout {
        Layout::Scalar(Scalar::F32) => launch.set(name, float),
        Layout::Scalar(Scalar::I32) => launch.set(name, n as i32),
        Layout::Scalar(_) => launch.set(name, n),
        Layout::Vector { len: 2, scalar } if *scalar == Scalar::F32 => launch.set(name, [float; 2]),
        Layout::Vector { len: 3, scalar } if *scalar == Scalar::F32 => launch.set(name, [float; 3]),
        Layout::Vector { len: 2, .. } => launch.set(name, [n; 2]),
        Layout::Vector { len: 3, .. } => launch.set(name, [n; 3]),
        Layout::Vector { scalar, .. } if *scalar == Scalar::F32 => launch.set(name, [float; 4]),
        Layout::Vector { .. } => launch.set(name, [n; 4]),
        Layout::Matrix {
            columns: 3,
            rows: 2,
            ..
        } => launch.set(name, [[float; 2]; 3]),
        Layout::Array { len: Some(2), .. } => launch.set(name, [[n; 4]; 2]),
        _ => launch.set(name, [[float; 4]; 4]),
    })
}

fn first<T: bytemuck::Pod>(wide: &[u64; 8]) -> T {
    bytemuck::pod_read_unaligned(&bytemuck::bytes_of(wide)[..size_of::<T>()])
}
