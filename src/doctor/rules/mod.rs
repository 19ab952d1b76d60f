//! The rules, from the hardware upwards: what stands first is nearer to the root.
//!
//! A rule speaks about GPUs that the bus shows and no driver does, or about what keeps any adapter from being used. What is a
//! mere consequence of another finding stays unsaid where that is certain.

mod choice;
mod container;
mod hardware;
mod kernel;
mod manifests;
mod nodes;
mod nvidia;

pub(super) use choice::reason;

use super::diagnosis::{Finding, Severity};
use super::scene::{Scene, on_bus};
use crate::adapter::NVIDIA;

/// All that the rules find, the root cause first.
pub(super) fn findings(scene: &Scene) -> Vec<Finding> {
    let mut findings = Vec::new();
    if scene.machine.is_linux() {
        let vendors = scene.hidden_vendors();
        // The vendors of whose GPUs it is already known why they are hidden.
        let mut explained: Vec<u32> = Vec::new();
        let mut add = |found: Vec<Finding>, vendors: &[u32]| {
            let is_problem = |finding: &Finding| finding.severity == Severity::Problem;
            if found.iter().any(is_problem) {
                explained.extend(vendors);
            }
            findings.extend(found);
        };
        add(hardware::findings(scene), &[]);
        for vendor in &vendors {
            add(kernel::findings(scene, *vendor), &[*vendor]);
        }
        add(container::findings(scene).into_iter().collect(), &[NVIDIA]);
        add(nodes::nvidia(scene), &[NVIDIA]);
        add(nodes::render(scene), &vendors);
        add(nvidia::findings(scene), &[NVIDIA]);
        findings.extend(manifests::findings(scene, &explained));
        findings.extend(withheld(scene));
    }
    findings.extend(choice::findings(scene));
    let is_problem = |finding: &Finding| finding.severity == Severity::Problem;
    if !scene.usable() && !findings.iter().any(is_problem) {
        findings.push(unexplained(scene));
    }
    findings.sort_by_key(|finding| finding.severity);
    findings
}

/// Cards of others are no fault of this machine.
fn withheld(scene: &Scene) -> Option<Finding> {
    let gpus = &scene.withheld;
    let all = gpus.len();
    let finding = Finding::new(
        "not-ours",
        Severity::Note,
        format!(
            "more GPUs are on the bus ({all}) that this container or job was not given: they are left alone"
        ),
    );
    (all > 0).then(|| {
        let finding = finding.saw_all(on_bus(gpus));
        finding.advise(match scene.contained() {
            true => "to use them as well, start the container with them (docker run --gpus all ..., --device /dev/dri)",
            false => "to use them as well, ask for more when the job is submitted (Slurm: --gpus=N)",
        })
    })
}

/// The doctor is at its end.
fn unexplained(scene: &Scene) -> Finding {
    let finding = Finding::problem(
        "unexplained",
        "no driver shows a GPU that can be used, and nothing that was looked at says why",
    );
    let shown = scene.found.iter().map(|info| {
        let (label, backend) = (info.label(), info.backend);
        format!("{label} ({backend}, {})", info.kind)
    });
    let finding = finding
        .saw(format!("{} adapters", scene.found.len()))
        .saw_all(shown);
    match scene.machine.is_linux() {
        true => finding.advise("read what the loader says: VK_LOADER_DEBUG=all vulkaninfo --summary (package vulkan-tools)"),
        false => finding.advise("install or update the driver of the GPU's vendor"),
    }
}
