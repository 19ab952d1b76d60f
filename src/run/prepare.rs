//! The stages between a launch's settings and its run: load, check, plan, fit, schedule.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

use super::able::{Sessions, fits};
use super::arguments::{self, Host};
use super::coordinator::Task;
use super::gpu::Gpu;
use super::lane::Lane;
use super::launch::{Grid, Launch};
use crate::device::Device;
use crate::error::{Error, Result};
use crate::kernel::Folded;
use crate::plan::{Axis, Distribution, Fit, Plan, Refusal, Request};
use crate::report::{DeviceReport, PassedOver, Report};
use crate::schedule::{Queue, Schedule};

/// The devices of a launch by their number; `None` for those passed over.
pub(super) type Lanes = Vec<Option<Lane<Gpu>>>;

/// The kernel with its overrides folded, and the plan.
pub(super) fn plan(launch: &Launch<'_>, divide: bool) -> Result<(Arc<Folded>, Plan)> {
    check_and_plan(launch, divide).map_err(|mut error| {
        if let Error::UnknownBinding { name, unused, .. } = &mut error {
            let root = name.split('.').next().unwrap_or_default();
            *unused = launch.kernel.declares(root);
        }
        error
    })
}

fn check_and_plan(launch: &Launch<'_>, divide: bool) -> Result<(Arc<Folded>, Plan)> {
    let kernel = launch.kernel.label();
    let folded = launch.kernel.fold(&launch.constants)?;
    let lens = arguments::check(kernel, &folded, &launch.arguments)?;
    let content = arguments::content(&folded, &launch.arguments);
    let content: Vec<_> = content.iter().map(Option::as_deref).collect();
    let plan = Plan::new(&Request {
        kernel,
        folded: &folded,
        grid: resolve_grid(kernel, &folded, launch.grid)?,
        lens: &lens,
        content: &content,
        distributions: &by_binding(kernel, &folded, &launch.distributions)?,
        axis: launch.axis,
        trusted: launch.trusted,
        divide,
    })?;
    if divide || launch.has_buffers() {
        require_split(launch, &folded, &plan)?;
    }
    super::comparable::check(launch, &folded, &plan)?;
    Ok((folded, plan))
}

/// Refuses a launch that has to be divided, and is not.
fn require_split(launch: &Launch<'_>, folded: &Folded, plan: &Plan) -> Result<()> {
    if !launch.require_split || plan.axis.is_some() {
        return Ok(());
    }
    let refusal = plan.refused.clone().unwrap_or_else(|| {
        let why = "a launch with `bind_buffer` runs whole on the device of the buffer".to_owned();
        Refusal::of_launch(folded, why)
    });
    Err(Error::NotSplit {
        kernel: plan.kernel.clone(),
        binding: refusal.binding,
        line: refusal.line,
        why: refusal.why,
    })
}

/// Everything up to the run.
pub(super) fn prepare(launch: Launch<'_>) -> Result<(Task<'_>, Lanes)> {
    let began = Instant::now();
    let (folded, mut plan) = plan(&launch, !launch.has_buffers())?;
    let mut report = Report::default();
    let sessions = Sessions::of(&launch.devices, launch.watchdog, &mut report);
    let mut fit = |plan: &Plan| {
        report.passed_over.clear();
        fits(&sessions, launch.memory_budget, plan, &folded, &mut report)
    };
    let mut fits = fit(&plan);
    if plan.axis.is_some() && launch.distributions.is_empty() && !fits.iter().any(Option::is_some) {
        // What no device can take a part of, one may take as a whole: a part needs more (a uniform for
        // the grid data, subgroups of one size).
        let (_, mut whole) = self::plan(&launch, false)?;
        let fits_whole = fit(&whole);
        if fits_whole.iter().any(Option::is_some) {
            let why = "no device can take a part of it".to_owned();
            whole.refused = Some(Refusal::of_launch(&folded, why));
            (plan, fits) = (whole, fits_whole);
        } else {
            fits = fit(&plan);
        }
    }
    require_split(&launch, &folded, &plan)?;
    let verify = super::comparable::pair(&launch, &plan, &folded, &mut fits, &mut report)?;
    let hosts = arguments::hosts(&folded, launch.arguments);
    let external = external(&plan, &launch.devices, &hosts, launch.atomic)?;
    report.kernel.clone_from(&plan.kernel);
    report.grid = plan.grid;
    report.axis = plan.axis;
    report.refused.clone_from(&plan.refused);
    let able: Vec<bool> = fits.iter().map(Option::is_some).collect();
    let empty = plan.grid.contains(&0);
    if !able.contains(&true) && !empty {
        let reasons = report.passed_over.iter();
        return Err(Error::NoDeviceFits {
            kernel: plan.kernel,
            reasons: reasons
                .map(|passed| format!("{}: {}", passed.name, passed.reasons.join("; ")))
                .collect(),
        });
    }
    let schedule = schedule(
        launch.schedule,
        launch.axis,
        &plan,
        &launch.devices,
        &able,
        &report.passed_over,
    )?;
    let total = if empty { 0 } else { plan.total() };
    let lanes = fits
        .into_iter()
        .zip(sessions.iter())
        .enumerate()
        .map(|(index, (fit, (device, session)))| {
            let (Fit { max_chunk }, limits) = fit?;
            let session = session.as_ref().ok()?.clone();
            let backend = Gpu::new(session, folded.clone(), external.clone());
            let report = DeviceReport {
                index,
                name: device.name().to_owned(),
                software: device.info().is_software(),
                ..DeviceReport::default()
            };
            Some(Lane::new(backend, max_chunk, limits, report))
        })
        .collect();
    let task = Task {
        queue: Queue::new(&schedule, total, plan.step, &able),
        plan,
        folded,
        hosts,
        atomic: launch.atomic || verify.is_some(),
        verify,
        timeout: launch.timeout,
        watchdog: launch.watchdog,
        on_progress: launch.on_progress,
        report,
        began,
    };
    Ok((task, lanes))
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
                let Some(n) = n else {
                    return refuse("a negative number of invocations".to_owned());
                };
                *to = n.div_ceil(u64::from(size.max(1)));
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
                return Err(arguments::unknown(kernel, bindings, name));
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
    plan: &Plan,
    devices: &[Device],
    hosts: &[Host<'_>],
    atomic: bool,
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
    } else if atomic {
        "`atomic` can't undo what the kernel writes into a buffer of `bind_buffer`: bind an array, or leave one of them away"
    } else {
        return Ok(buffers);
    };
    Err(Error::Launch {
        kernel: plan.kernel.clone(),
        why: why.to_owned(),
    })
}

/// The schedule in effect: a launch that runs whole goes to the fastest able device.
fn schedule(
    stated: Option<Schedule>,
    axis: Option<Axis>,
    plan: &Plan,
    devices: &[Device],
    able: &[bool],
    passed_over: &[PassedOver],
) -> Result<Schedule> {
    let refuse = |why: String| {
        Err(Error::Launch {
            kernel: plan.kernel.clone(),
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
            let reasons = passed_over.iter().filter(|it| it.index == *device);
            let reasons: Vec<_> = reasons.flat_map(|it| it.reasons.clone()).collect();
            return refuse(format!(
                "device {device} can't run this launch: {}",
                reasons.join("; ")
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
            if weights.iter().any(|w| *w < 0.0) || !weights.iter().sum::<f64>().is_finite() {
                return refuse(format!(
                    "weights are finite and not negative, and so is their sum: {weights:?}"
                ));
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
    let alone = axis.map_or(plan.grid == [1; 3], |axis| axis.of(plan.grid) == 1);
    match stated {
        Some(Schedule::Single(device)) => Ok(Schedule::Single(device)),
        None | Some(Schedule::Dynamic) => Ok(Schedule::Single(fastest(devices, able))),
        // A program whose arrays are small at times need not know when they make one workgroup.
        Some(Schedule::Even) if alone => Ok(Schedule::Single(fastest(devices, able))),
        Some(Schedule::Weighted(weights)) if alone => {
            let able = (0..).zip(weights).zip(able).filter(|(_, able)| **able);
            let heaviest = able.max_by(|((_, a), _), ((_, b), _)| a.total_cmp(b));
            Ok(Schedule::Single(heaviest.map_or(0, |((index, _), _)| index)))
        }
        Some(Schedule::Even | Schedule::Weighted(_)) => refuse(
            "a schedule of parts, and nothing to divide (`plan` says why): state how each binding divides with `distribute`"
                .to_owned(),
        ),
    }
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
