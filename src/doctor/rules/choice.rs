//! Whether the GPUs that drivers show are used.

use crate::adapter::{AdapterInfo, Reason};
use crate::doctor::diagnosis::{Finding, Severity};
use crate::doctor::scene::Scene;
use crate::error::Error;

pub(super) fn findings(scene: &Scene) -> Vec<Finding> {
    let mut findings = Vec::new();
    findings.extend(nonconformant(scene));
    findings.extend(left_out(scene));
    findings.extend(software(scene));
    findings
}

/// GPUs whose drivers do not claim to be conformant, which wgpu hides.
fn nonconformant(scene: &Scene) -> Option<Finding> {
    if scene.nonconformant.is_empty() {
        return None;
    }
    let severity = match scene.shows_gpu() {
        true => Severity::Warning,
        false => Severity::Problem,
    };
    let finding = Finding::new(
        "nonconformant",
        severity,
        "a driver shows a GPU and does not claim to conform to Vulkan, so that it is not used unasked",
    );
    let seen = scene.nonconformant.iter().map(|info| {
        format!(
            "{} through {}, conformance version 0",
            info.label(),
            text(&info.driver)
        )
    });
    Some(
        finding
            .saw_all(seen)
            .advise("use it all the same, and check its results: WGPU_ALLOW_UNDERLYING_NONCOMPLIANT_ADAPTER=1")
            .advise("or install a newer driver, which may conform"),
    )
}

fn text(driver: &str) -> &str {
    match driver {
        "" => "an unnamed driver",
        driver => driver,
    }
}

/// GPUs that drivers show, and none of which is used.
fn left_out(scene: &Scene) -> Option<Finding> {
    let gpus: Vec<&AdapterInfo> = scene
        .found
        .iter()
        .filter(|info| !info.is_software())
        .collect();
    if let Err(error @ Error::UnknownAdapter { .. }) = &scene.choice {
        return Some(
            Finding::problem(
                "visible-devices-unknown",
                "POLYGPU_VISIBLE_DEVICES names a device that does not exist",
            )
            .saw(scene.variable("POLYGPU_VISIBLE_DEVICES"))
            .saw(error.to_string().replace('\n', " "))
            .advise("unset POLYGPU_VISIBLE_DEVICES, or name devices that there are (polygpu devices lists them)"),
        );
    }
    if gpus.is_empty() || scene.usable() {
        return None;
    }
    let shown = gpus
        .iter()
        .map(|info| format!("{} ({}) is there", info.label(), info.backend));
    if gpus.iter().all(|info| !info.compute) {
        return Some(
            Finding::problem("no-compute", "the GPU's driver runs no compute shaders")
                .saw_all(shown)
                .advise("install a newer driver for it, through which it has Vulkan; cards from before about 2012 have none"),
        );
    }
    if scene.policy.visible.is_some() {
        return Some(
            Finding::problem(
                "hidden-by-polygpu",
                "POLYGPU_VISIBLE_DEVICES, or the program's own choice, leaves out every GPU that there is",
            )
            .saw(scene.variable("POLYGPU_VISIBLE_DEVICES"))
            .saw_all(shown)
            .advise("unset POLYGPU_VISIBLE_DEVICES"),
        );
    }
    not_granted(scene).map(|finding| finding.saw_all(shown))
}

/// All GPUs are other jobs'.
fn not_granted(scene: &Scene) -> Option<Finding> {
    let names = [
        "CUDA_VISIBLE_DEVICES",
        "ROCR_VISIBLE_DEVICES",
        "HIP_VISIBLE_DEVICES",
        "ZE_AFFINITY_MASK",
    ];
    let mut set = names
        .iter()
        .filter(|name| scene.machine.env(name).is_some());
    let first = set.next()?;
    let finding = Finding::problem(
        "not-allocated",
        format!("{first} grants this process no GPU: a batch system has given them to other jobs, or it was set by hand"),
    )
    .saw(scene.variable(first))
    .saw_all(set.map(|name| scene.variable(name)));
    Some(
        finding
            .advise("ask for a GPU when the job is submitted (Slurm: --gres=gpu:1)")
            .advise(format!("or, where no batch system is: unset {first}, or choose with POLYGPU_VISIBLE_DEVICES")),
    )
}

/// The CPU is what is left.
fn software(scene: &Scene) -> Option<Finding> {
    let software = !scene.found.is_empty() && !scene.shows_gpu();
    if !software {
        return None;
    }
    let finding = Finding::new(
        "software-only",
        Severity::Note,
        match scene.choice {
            Ok(_) => "all adapters are software: the CPU does the work",
            Err(_) => "all adapters are software, and they are not used in a GPU's place unasked",
        },
    );
    let finding = finding.saw_all(scene.found.iter().map(AdapterInfo::label));
    let refused = scene.choice.is_err();
    Some(match refused {
        true => finding.advise("to compute on the CPU all the same: POLYGPU_ALLOW_SOFTWARE=1"),
        false => finding,
    })
}

/// Why an adapter is not used, where the choice was made.
pub(in crate::doctor) fn reason(scene: &Scene, index: usize) -> Option<Reason> {
    let choice = scene.choice.as_ref().ok()?;
    let mut left_out = choice.left_out.iter();
    let (_, reason) = left_out.find(|(left, _)| *left == index)?;
    Some(reason.clone())
}
