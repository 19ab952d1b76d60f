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

use super::diagnosis::Finding;
use super::scene::Scene;

/// All that the rules find, the root cause first.
pub(super) fn findings(scene: &Scene) -> Vec<Finding> {
    let mut findings = Vec::new();
    if scene.machine.is_linux() {
        findings.extend(hardware::findings(scene));
        findings.extend(kernel::findings(scene));
        findings.extend(container::findings(scene));
        findings.extend(nodes::findings(scene));
        findings.extend(nvidia::findings(scene));
        let explained = !findings.is_empty();
        findings.extend(manifests::findings(scene, explained));
    }
    findings.extend(choice::findings(scene));
    findings.sort_by_key(|finding| finding.severity);
    findings
}
