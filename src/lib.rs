//! One WGSL compute kernel over every GPU in the machine.
//!
//! ```
//! use polygpu::{DeviceGroup, Kernel};
//!
//! let x: Vec<f32> = (0..100_000u32).map(|i| (i % 1000) as f32).collect();
//! let mut y = vec![1.0f32; x.len()];
//!
//! let gpus = DeviceGroup::open()?;                        // every GPU, whatever its vendor
//! let saxpy = Kernel::from_file("shaders/saxpy.wgsl")?;   // y[i] = a * x[i] + y[i]
//! let report = gpus
//!     .launch(&saxpy)
//!     .bind("x", &x)                                      // by the names in the WGSL
//!     .bind_mut("y", &mut y)
//!     .set("a", 2.0f32)
//!     .invocations([x.len()])                             // rounded up to whole workgroups
//!     .run()?;
//!
//! assert!(x.iter().zip(&y).all(|(x, y)| *y == 2.0 * x + 1.0));
//! println!("{report}");                                   // who ran what, and how long it took
//! # Ok::<(), polygpu::Error>(())
//! ```
//!
//! The kernel is plain WGSL, as for one GPU. The data is cut along one axis of the grid, the parts run on the
//! devices as these get free, and the results come back into the slices. A part that fails on one device
//! runs on another, a device that runs out of memory goes on with smaller parts, and [`Launch::timeout`] bounds the whole.
//!
//! Along which axis, and how each binding divides, is read off the kernel and proven, with the launch's uniforms and
//! lengths. Where it can't be proven, the launch runs whole on the fastest device, and [`Launch::plan`] names the line that forbids
//! the split: [`docs::kernels_that_split`] says what to do then. [`Launch::distribute`] states what no proof finds; it is checked
//! while the kernel runs, and an access outside of what was stated is [`Error::OutsideWindow`].
//!
//! Coming from wgpu? [`docs::from_wgpu`] has the same program by hand and here.
//!
//! # The flow
//!
//! A launch goes through these stages; the modules of the crate's source are in their order.
//!
//! 1. **Discover**: [`adapters`] lists each GPU once, through its best backend, and the others with the [`Reason`];
//!    [`doctor()`] says why a GPU is not there.
//! 2. **Open**: [`DeviceGroup::open`] opens them with their own limits; [`Device::from_wgpu`] takes one of yours.
//! 3. **Load**: [`Kernel::from_file`] validates the WGSL and reflects its [`Interface`].
//! 4. **Analyse**: which elements a part of the grid reads and writes, from the kernel's code.
//! 5. **Plan**: [`Launch::plan`] shows the [`Plan`]: the axis, and how each binding divides along it.
//! 6. **Schedule**: a [`Schedule`] says who runs which part.
//! 7. **Rewrite**: the kernel's module becomes one that may run a part of the grid and does not notice.
//! 8. **Build**: a pipeline for each device, kept for the next launch.
//! 9. **Run**: [`Launch::run`], or `.await` on the launch. Chunks go up, run and come back.
//! 10. **Report**: the [`Report`] says what ran where, how many bytes moved, how long it took, and what failed.
//!
//! # Words
//!
//! | word | meaning |
//! |---|---|
//! | adapter | a GPU (or software stand-in) as a driver shows it |
//! | device | an adapter that was opened |
//! | device group | the devices that one launch is spread over |
//! | kernel | one compute entry point of a WGSL module |
//! | grid | the workgroups of one launch, `[x, y, z]` |
//! | chunk | a contiguous range of workgroups along the split axis, run by one device |
//! | window | the contiguous range of elements of one binding that one chunk touches |
//! | distribution | how a binding relates to the grid: `split`, `halo`, `broadcast`, `reduce` |
//! | plan | axis and distributions: plain data, printable |
//! | schedule | who runs which chunk, and when |
//! | gather | putting the chunks' results back, in element order |
//!
//! `len` counts elements, `*_bytes` counts bytes, and a range is half-open.
//!
//! # Out of bounds
//!
//! A read outside of a binding gives zero and a write is skipped, on every driver. The guards for this are put
//! into the kernel by polygpu, and wgpu's own bounds checks are off. `arrayLength` is the whole binding's, whichever
//! part of it the device holds.
//!
//! # Performance
//!
//! - **Copies are most of it** where a kernel does little for each byte: every launch copies its arrays to the
//!   devices and the results back. Several GPUs help where the arithmetic outweighs that; saxpy's does not.
//! - **A broadcast binding goes to every device whole**, once in a launch: the plan shows which, and [`docs::kernels_that_split`]
//!   how to avoid it.
//! - **Chunks.** [`Schedule::Dynamic`] cuts a grid into 16 chunks for each device, or more where memory or limits ask
//!   for it, so that devices of uneven speed end together; each chunk costs a submission and a wait. On equal devices
//!   [`Schedule::Even`] makes one chunk each. [`Report::balance`] tells how well it went.
//! - **One chunk at a time runs on a device**; a device's copies do not overlap with its own kernel yet.
//! - **The check of the stated distributions costs time** at each access to a divided binding;
//!   [`Launch::trust_distribution`] turns it off once you are sure.
//! - **On a group of one device, a launch that fits is not cut**, and [`Launch::run`] stays on the calling thread.
//! - **Pipelines and buffers are kept**: keep the [`Kernel`] and the [`DeviceGroup`] for the next launch, whose first
//!   run of a kernel on a device compiles it there.
//!
//! # Results
//!
//! Integers are the same on every set of devices, for a kernel whose results do not depend on the order in
//! which its invocations run. Floats are computed by each device as its vendor computes
//! them: where a launch is spread over different models, the last bits may depend on which device ran what.
//!
//! # Features
//!
//! - `serde` (off): `Serialize` for [`Report`], [`Inventory`], [`Diagnosis`], [`Interface`] and what they hold.
//!
//! wgpu is a public dependency, re-exported as [`wgpu`]. The environment variable `POLYGPU_VISIBLE_DEVICES` chooses
//! the adapters, see [`adapters`]. Where it is unset, `CUDA_VISIBLE_DEVICES` and other vendors' variables, by which
//! batch systems grant GPUs to a job, are obeyed. Messages go through the `log` crate: adapters left out and retries as
//! warnings, a line for each device opened and launch as info, chunks as debug.

mod access;
mod adapter;
mod device;
pub mod docs;
mod doctor;
mod error;
mod kernel;
mod pipeline;
mod plan;
mod report;
mod rewrite;
mod run;
mod schedule;

pub use adapter::{
    Adapter, AdapterInfo, AdapterKind, Backend, Inventory, LeftOut, Reason, adapters,
};
pub use device::{Device, DeviceGroup, DeviceGroupBuilder, Health, SmokeTest};
pub use doctor::{AdapterDiagnosis, Diagnosis, Finding, Severity, doctor};
pub use error::{Error, Fault, Result};
pub use kernel::{Binding, Interface, Kernel, Layout, Member, OverrideInfo, Scalar, Space};
pub use plan::{Axis, BindingPlan, Distribution, Plan, Ratio, Reads, ReduceOp, Refusal, Writes};
pub use report::{DeviceReport, PassedOver, Reopened, Report, Retry, Verified};
pub use run::{Launch, Progress, Running};
pub use schedule::Schedule;
pub use wgpu;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
