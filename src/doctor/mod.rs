//! The doctor: why a GPU is not seen, and what mends it.
//!
//! What is seen of the machine comes through [`Machine`]: files, nodes, variables, what the dynamic linker says. [`scene`]
//! gathers it, the [`rules`] decide over it, and neither touches the machine otherwise. So every rule is tested on recorded
//! machines, those of `tests/situations`.

mod diagnosis;
mod drivers;
mod packages;
mod place;
mod rules;
mod scene;
#[cfg(test)]
mod tests;
mod trial;

pub use diagnosis::{AdapterDiagnosis, Diagnosis, Finding, Severity};

use crate::adapter::{AdapterInfo, Live, Machine, Policy, shown};
use crate::error::Error;

use scene::Scene;

/// Says why the GPUs of this machine are usable or not, and what to do.
///
/// It looks at the PCI bus, the kernel's drivers, the device nodes, the Vulkan loader, its drivers and the libraries that they
/// need, at containers and batch systems, and at what the drivers show, and runs the [smoke test](crate::Device::smoke_test) of each
/// adapter in use. It changes nothing. The findings come with what
/// was seen, what that means, and the commands that mend it, for the distribution or container that it runs in.
///
/// ```no_run
/// let diagnosis = polygpu::doctor();
/// println!("{diagnosis}");
/// if let Some(finding) = diagnosis.root_cause() {
///     eprintln!("first mend this: {} ({})", finding.meaning, finding.code);
/// }
/// ```
///
/// # Findings
///
/// Their codes stay as they are from version to version; new ones may come.
///
/// | code | what it says |
/// |---|---|
/// | `no-gpu`, `console-only`, `virtual-display-only`, `no-pci-bus` | there is no GPU here |
/// | `no-driver-off-the-bus` | a GPU that is not on the PCI bus, as on single-board computers, has no driver |
/// | `passed-through` | the GPU is set aside for a virtual machine |
/// | `wsl-no-gpu`, `wsl-no-vulkan` | WSL shares no GPU, or no Vulkan driver for it is installed |
/// | `kernel-driver-missing`, `kernel-driver-refuses`, `module-blacklisted` | no kernel driver has the GPU |
/// | `nouveau-bound`, `old-kernel-driver` | the wrong kernel driver has it |
/// | `container-no-gpu`, `visible-devices-void` | the container was started without the GPU |
/// | `capabilities-without-graphics`, `cdi-without-graphics`, `host-without-graphics` | the container has NVIDIA's driver without its graphics half |
/// | `container-no-icd`, `apptainer-no-icd` | it has the libraries, and the loader is not told of them |
/// | `nvidia-node-missing`, `nvidia-modeset-missing`, `nvidia-uvm-missing`, `render-node-missing` | a device node is missing |
/// | `node-denied`, `node-cgroup-denied`, `node-dead` | a device node can't be opened |
/// | `driver-mismatch` | NVIDIA's kernel module and libraries are of different versions |
/// | `mig`, `mig-without-instances` | the card is cut into MIG instances |
/// | `compute-only`, `nvidia-libraries-missing`, `nvidia-part-missing` | NVIDIA's driver is installed in part |
/// | `loader-missing`, `loader-broken` | the Vulkan loader is missing, or does not load |
/// | `icd-missing`, `vulkan-driver-missing`, `rocm-without-vulkan` | no Vulkan driver for the GPU is installed |
/// | `icd-unreadable`, `icd-not-json`, `icd-invalid` | the driver's description (ICD json) can't be read, or is broken |
/// | `icd-library-missing`, `icd-dependency-missing`, `icd-library-broken` | the driver's library, or one that it needs, is missing or does not load |
/// | `icd-hidden`, `driver-files-dangling` | a variable keeps the loader from the driver |
/// | `driver-shows-nothing` | the driver loads and shows no GPU |
/// | `nonconformant`, `no-compute` | the driver shows a GPU that can't be used as it is |
/// | `not-ours` | a container or a batch system keeps GPUs from this program, and gave it another |
/// | `hidden-by-polygpu`, `visible-devices-unknown`, `not-allocated` | a variable leaves out every GPU |
/// | `smoke-test-failed`, `wrong-results`, `wrong-clock` | an adapter does not work, or computes wrongly |
/// | `software-only` | only the CPU is left |
/// | `unexplained` | no GPU is usable, and nothing that was looked at says why |
///
/// On systems other than Linux only the last five rows are found.
pub fn doctor() -> Diagnosis {
    let shown = shown();
    let infos: Vec<AdapterInfo> = shown.adapters.iter().map(|a| a.info().clone()).collect();
    let mut diagnosis = examine(&Live, &Policy::from_env(), &infos, &shown.nonconformant);
    trial::run(&mut diagnosis, &shown.adapters);
    diagnosis
}

/// What the rules make of a machine.
fn examine(
    machine: &dyn Machine,
    policy: &Policy,
    found: &[AdapterInfo],
    nonconformant: &[AdapterInfo],
) -> Diagnosis {
    let scene = Scene::new(machine, policy, found, nonconformant);
    let adapters = (0..)
        .zip(found)
        .map(|(index, info): (usize, _)| AdapterDiagnosis {
            adapter: info.clone(),
            left_out: rules::reason(&scene, index),
            smoke_test: None,
        });
    Diagnosis {
        usable: scene.usable(),
        system: scene.place.name.clone(),
        loader: loader(&scene),
        bus: policy.bus.iter().map(ToString::to_string).collect(),
        adapters: adapters.collect(),
        findings: rules::findings(&scene),
    }
}

fn loader(scene: &Scene) -> String {
    match (&scene.drivers.loader, &scene.drivers.version) {
        _ if !scene.machine.is_linux() => "not looked at on this system".to_owned(),
        (Ok(()), Some(version)) => format!("libvulkan.so.{version}"),
        (Ok(()), None) => "libvulkan.so.1".to_owned(),
        (Err(_), _) => "libvulkan.so.1 does not load".to_owned(),
    }
}

/// The error of a failed choice, with the root cause, the next one if there are more, and what mends them.
pub(crate) fn explain(
    error: Error,
    machine: &dyn Machine,
    policy: &Policy,
    found: &[AdapterInfo],
    nonconformant: &[AdapterInfo],
) -> Error {
    match error {
        Error::NoAdapter { mut reason } => {
            let diagnosis = examine(machine, policy, found, nonconformant);
            let findings = diagnosis.findings.iter();
            let causes = findings.filter(|it| it.severity == Severity::Problem);
            // What is second often has to be mended as well, a missing driver behind a missing loader.
            for (word, cause) in ["the cause", "also"].into_iter().zip(causes) {
                reason.push_str(&format!("\n{word}: {}", cause.brief()));
            }
            reason.push_str("\n`polygpu doctor` tells more");
            Error::NoAdapter { reason }
        }
        error => error,
    }
}
