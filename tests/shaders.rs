//! Every kernel of `shaders/` × sizes × device sets × schedules, against its CPU twin.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a panic is a failed test"
)]

mod common;
mod reference;

use polygpu::{DeviceGroup, Distribution, Kernel, Launch, ReduceOp, Schedule};
use reference::cases::{Axis, Case, Data, Dist, KERNELS, Op, Value};
use reference::compare::compare;

/// A set of devices and what it is called.
struct Set {
    name: &'static str,
    group: DeviceGroup,
    /// Sets of one family give the same bits in floats, too: devices of one model.
    family: Option<&'static str>,
}

fn sets(group: &DeviceGroup) -> Vec<Set> {
    let mut sets = Vec::new();
    for (index, device) in group.devices().iter().enumerate() {
        let is_first_model = device.info().name == group.devices()[0].info().name;
        sets.push(Set {
            name: ["device 0", "device 1", "device 2", "device 3"][index.min(3)],
            group: group.on(index).unwrap(),
            family: is_first_model.then_some("first model"),
        });
    }
    let first_model = Some("first model");
    if let Some(twins) = common::twins(group) {
        sets.push(Set {
            name: "twins",
            group: twins,
            family: first_model,
        });
    }
    let logical = DeviceGroup::builder()
        .allow_software(true)
        .visible("0")
        .logical_devices(4);
    sets.push(Set {
        name: "four logical devices",
        group: logical.open().unwrap(),
        family: first_model,
    });
    if group.len() > 1 {
        sets.push(Set {
            name: "all",
            group: group.clone(),
            family: None,
        });
    }
    sets
}

fn schedules(devices: usize) -> Vec<Schedule> {
    let mut schedules = vec![Schedule::Dynamic];
    if devices > 1 {
        let weights = (0..devices).map(|device| device as f64 + 0.5);
        schedules.extend([
            Schedule::Even,
            Schedule::Weighted(weights.collect()),
            Schedule::Single(devices - 1),
        ]);
    }
    schedules
}

#[test]
fn kernels_match_their_twins_on_every_device_set() {
    let Some(group) = common::group() else { return };
    if common::on_rig() {
        assert_eq!(group.len(), 3, "the rig has three adapters");
    }
    let sets = sets(&group);
    let mut failures = Vec::new();
    let mut launches = 0;
    for kernel in KERNELS {
        let path = format!(
            "{}/shaders/{}.wgsl",
            env!("CARGO_MANIFEST_DIR"),
            kernel.name
        );
        let loaded = Kernel::from_file(path).unwrap();
        let axis = (kernel.case)(1).axis as usize;
        let w = loaded.interface().unwrap().workgroup_size[axis] as usize;
        for n in kernel.sizes(w) {
            let case = (kernel.case)(n);
            let mut first: Option<Vec<Data>> = None;
            for set in &sets {
                for schedule in schedules(set.group.len()) {
                    // The large sizes are about the grid, not about who runs what.
                    if n > 100_000
                        && matches!(schedule, Schedule::Weighted(_) | Schedule::Single(_))
                    {
                        continue;
                    }
                    launches += 1;
                    let how = format!("{} n {n} on {}, {schedule:?}", kernel.name, set.name);
                    let got = match run(&set.group, &loaded, &case, schedule) {
                        Ok(got) => got,
                        Err(why) => {
                            failures.push(format!("{how}: {why}"));
                            continue;
                        }
                    };
                    let wanted = case
                        .bindings
                        .iter()
                        .filter_map(|b| Some((b.name, b.want.as_ref()?)));
                    for (got, (name, (want, tolerance))) in got.iter().zip(wanted) {
                        if let Err(why) = compare(name, got, want, *tolerance) {
                            failures.push(format!("{how}: {why}"));
                        }
                    }
                    if set.family.is_some() && *first.get_or_insert_with(|| got.clone()) != got {
                        failures.push(format!("{how}: not the same bits as on the first device"));
                    }
                }
            }
        }
    }
    println!("{launches} launches");
    let shown: Vec<_> = failures.iter().take(40).cloned().collect();
    assert!(
        failures.is_empty(),
        "{} failures:\n{}",
        failures.len(),
        shown.join("\n")
    );
}

/// The same without a word on how to divide, which only the kernels marked so need.
#[test]
fn kernels_split_by_themselves() {
    let Some(group) = common::several() else {
        return;
    };
    for kernel in KERNELS {
        let path = format!(
            "{}/shaders/{}.wgsl",
            env!("CARGO_MANIFEST_DIR"),
            kernel.name
        );
        let loaded = Kernel::from_file(path).unwrap();
        let axis = (kernel.case)(1).axis as usize;
        let w = loaded.interface().unwrap().workgroup_size[axis] as usize;
        for n in kernel.sizes(w) {
            let case = (kernel.case)(n);
            let mut content: Vec<Data> = case.bindings.iter().map(|b| b.data.clone()).collect();
            let launch = bind(group.launch(&loaded), &case, &mut content);
            let plan = launch.plan().unwrap();
            println!("{} n {n}\n{plan}", kernel.name);
            let is_cut = kernel.proven && n > w;
            assert!(!is_cut || plan.axis.is_some(), "n {n}: {plan}");
            assert!(kernel.proven || plan.axis.is_none(), "n {n}: {plan}");
            launch.run().unwrap();
            for (binding, got) in case.bindings.iter().zip(&content) {
                if let Some((want, tolerance)) = &binding.want
                    && let Err(why) = compare(binding.name, got, want, *tolerance)
                {
                    panic!("{} n {n}: {why}", kernel.name);
                }
            }
        }
    }
}

/// Runs a case with its distributions stated, and gives back its outputs.
fn run(
    devices: &DeviceGroup,
    kernel: &Kernel,
    case: &Case,
    schedule: Schedule,
) -> Result<Vec<Data>, String> {
    let mut content: Vec<Data> = case.bindings.iter().map(|b| b.data.clone()).collect();
    let launch = devices.launch(kernel).schedule(schedule);
    let mut launch = bind(launch, case, &mut content).axis(match case.axis {
        Axis::X => polygpu::Axis::X,
        Axis::Y => polygpu::Axis::Y,
    });
    for binding in &case.bindings {
        launch = launch.distribute(binding.name, distribution(binding.dist));
    }
    launch.run().map_err(|error| error.to_string())?;
    let outputs = case.bindings.iter().zip(content);
    Ok(outputs
        .filter(|(binding, _)| binding.want.is_some())
        .map(|(_, data)| data)
        .collect())
}

/// The launch of a case on its arrays.
fn bind<'a>(launch: Launch<'a>, case: &Case, content: &'a mut [Data]) -> Launch<'a> {
    let mut launch = launch.invocations(case.invocations);
    for (name, value) in &case.uniforms {
        launch = match *value {
            Value::U32(value) => launch.set(name, value),
            Value::F32(value) => launch.set(name, value),
            Value::Vec2(value) => launch.set(name, value),
            Value::UVec2(value) => launch.set(name, value),
        };
    }
    for (binding, data) in case.bindings.iter().zip(content) {
        launch = match (data, binding.want.is_some()) {
            (Data::U32(data), true) => launch.bind_mut(binding.name, data),
            (Data::I32(data), true) => launch.bind_mut(binding.name, data),
            (Data::F32(data), true) => launch.bind_mut(binding.name, data),
            (Data::Vec4(data), true) => launch.bind_mut(binding.name, data),
            (Data::U32(data), false) => launch.bind(binding.name, data),
            (Data::I32(data), false) => launch.bind(binding.name, data),
            (Data::F32(data), false) => launch.bind(binding.name, data),
            (Data::Vec4(data), false) => launch.bind(binding.name, data),
        };
    }
    launch
}

fn distribution(dist: Dist) -> Distribution {
    match dist {
        Dist::Split(n, d) => Distribution::split((n as u32, d as u32)),
        Dist::Halo(n, before, after) => Distribution::halo(n, before as u32, after as u32),
        Dist::Broadcast => Distribution::broadcast(),
        Dist::Reduce(Op::Sum) => Distribution::reduce(ReduceOp::Sum),
        Dist::Reduce(Op::Min) => Distribution::reduce(ReduceOp::Min),
        Dist::Reduce(Op::Max) => Distribution::reduce(ReduceOp::Max),
    }
}
