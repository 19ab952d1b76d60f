//! Whether the GPU's device nodes are there, and may be opened.

use crate::adapter::{Controller, Errno, NVIDIA};
use crate::doctor::diagnosis::{Finding, Severity};
use crate::doctor::drivers::{Manifest, Serves};
use crate::doctor::place::Container;
use crate::doctor::scene::{Scene, is_nvidia, on_bus, render_nodes};

/// The nodes of NVIDIA's own driver.
pub(super) fn nvidia(scene: &Scene) -> Vec<Finding> {
    let gpus: Vec<&Controller> = scene
        .hidden
        .iter()
        .copied()
        .filter(|gpu| is_nvidia(gpu))
        .collect();
    let nodes = scene.nvidia_nodes();
    if gpus.is_empty() || (nodes.is_empty() && scene.contained()) {
        // Without any node, a container was not given the card.
        return Vec::new();
    }
    let mut wanted = vec!["/dev/nvidiactl".to_owned()];
    wanted.extend(gpus.iter().flat_map(|gpu| scene.nodes_of(gpu)));
    if !wanted.iter().any(|node| node != "/dev/nvidiactl")
        && !nodes.iter().any(|node| node != "/dev/nvidiactl")
    {
        wanted.push("/dev/nvidia0".to_owned());
    }
    let present = nodes
        .into_iter()
        .filter(|node| !wanted.contains(node))
        .collect::<Vec<_>>();
    let missing: Vec<&String> = wanted
        .iter()
        .filter(|node| !scene.machine.exists(node))
        .collect();
    let mut findings = Vec::new();
    if !missing.is_empty() {
        let finding = Finding::problem(
            "nvidia-node-missing",
            "NVIDIA's kernel module has the card, and the device node by which programs reach it is missing",
        )
        .saw_all(missing.iter().map(|node| format!("{node}: no such file")))
        .saw_all(on_bus(&gpus));
        findings.push(match scene.contained() {
            true => finding.advise("start the container with all of the card's nodes: with the NVIDIA container toolkit, or --device for each of /dev/nvidiactl, /dev/nvidia0, /dev/nvidia-uvm, /dev/nvidia-modeset"),
            false => {
                let number = |node: &&String| node.strip_prefix("/dev/nvidia")?.parse::<u32>().ok();
                let mut numbers: Vec<u32> = missing.iter().filter_map(number).collect();
                if numbers.is_empty() {
                    numbers.push(0);
                }
                let each = numbers.iter().map(|number| format!(" -c {number}"));
                let each: String = each.collect();
                finding.advise(format!("sudo nvidia-modprobe{each} -u (or run sudo nvidia-smi once after each boot; nvidia-persistenced does it by itself)"))
            }
        });
    }
    let refused = wanted.iter().chain(&present);
    findings.extend(refusals(scene, refused, "NVIDIA's card"));
    findings.extend(helpers(scene));
    findings
}

/// nvidia-modeset, which the Vulkan driver opens, and nvidia-uvm, which CUDA opens.
fn helpers(scene: &Scene) -> Vec<Finding> {
    let mut findings = Vec::new();
    let modeset = "/dev/nvidia-modeset";
    if !scene.machine.exists(modeset) && !scene.nvidia_nodes().is_empty() {
        let else_fine = scene.manifests(Serves::Vendor(NVIDIA)).any(Manifest::works);
        let severity = match else_fine {
            true => Severity::Problem,
            false => Severity::Warning,
        };
        let finding = Finding::new(
            "nvidia-modeset-missing",
            severity,
            "the node of NVIDIA's mode setting is missing, without which its Vulkan driver may not start, also where no screen is",
        )
        .saw(format!("{modeset}: no such file"));
        findings.push(match scene.contained() {
            true => finding
                .advise("on the host: sudo nvidia-modprobe -m, then start the container anew with NVIDIA_DRIVER_CAPABILITIES=all (or with --device /dev/nvidia-modeset)"),
            false => finding.advise("sudo modprobe nvidia-modeset && sudo nvidia-modprobe -m (at each boot: list nvidia-modeset in /etc/modules-load.d/nvidia.conf)"),
        });
    }
    let uvm = "/dev/nvidia-uvm";
    if !scene.machine.exists(uvm) && !scene.nvidia_nodes().is_empty() {
        let finding = Finding::new(
            "nvidia-uvm-missing",
            Severity::Note,
            "the node of NVIDIA's unified memory is missing: CUDA needs it, Vulkan mostly does not",
        );
        let finding = finding.saw(format!("{uvm}: no such file"));
        findings.push(finding.advise("sudo nvidia-modprobe -u -c 0"));
    }
    findings
}

/// Cards that Mesa's drivers reach through a render node.
pub(super) fn render(scene: &Scene) -> Vec<Finding> {
    const DRIVERS: [&str; 5] = ["amdgpu", "i915", "xe", "nouveau", "virtio-pci"];
    let bound = |gpu: &&Controller| {
        let driver = gpu.driver.as_deref();
        driver.is_some_and(|driver| DRIVERS.contains(&driver))
    };
    let gpus: Vec<&Controller> = scene.hidden.iter().copied().filter(bound).collect();
    let mut findings = Vec::new();
    let mut without = Vec::new();
    let mut nodes = Vec::new();
    let all = render_nodes(scene.machine.list("/dev/dri"));
    for gpu in gpus {
        // What the kernel calls the node of this very card; a sandbox may hide that.
        let own = scene.nodes_of(gpu);
        let own = if own.is_empty() { all.clone() } else { own };
        let there = own.iter().filter(|node| scene.machine.exists(node));
        let there: Vec<String> = there.cloned().collect();
        if there.is_empty() {
            without.push((gpu, own));
        }
        nodes.extend(there);
    }
    nodes.sort();
    nodes.dedup();
    if !without.is_empty() {
        let gpus: Vec<&Controller> = without.iter().map(|(gpu, _)| *gpu).collect();
        let names = without.iter().flat_map(|(_, own)| own);
        let mut names: Vec<String> = names.cloned().collect();
        if names.is_empty() {
            names.push("/dev/dri/renderD128".to_owned());
        }
        let finding = Finding::problem(
            "render-node-missing",
            "the kernel drives the GPU, and the render node by which programs reach it is missing here",
        )
        .saw_all(names.iter().map(|name| format!("{name}: no such file")))
        .saw_all(on_bus(&gpus));
        findings.push(match scene.place.container {
            Some(container) => finding.advise(pass(container)),
            None => finding.advise("reload the kernel driver, and read what it says: sudo dmesg | grep -iE 'drm|amdgpu|i915|xe' (nomodeset on the kernel's command line keeps it from making one)"),
        });
    }
    findings.extend(refusals(scene, nodes.iter(), "the GPU"));
    findings
}

/// How a container is given render nodes.
fn pass(container: Container) -> &'static str {
    match container {
        Container::Docker => "docker run --device /dev/dri ...",
        Container::Podman => "podman run --device /dev/dri --group-add keep-groups ...",
        Container::Kubernetes => {
            "request the GPU from its vendor's device plugin (amd.com/gpu: 1, gpu.intel.com/i915: 1), which passes /dev/dri"
        }
        Container::Apptainer => "apptainer exec --bind /dev/dri ... (--rocm for AMD's cards)",
        Container::Other => {
            "pass /dev/dri into the container (LXC: lxc config device add NAME gpu gpu)"
        }
    }
}

/// Nodes that this process can't open, by the reason.
fn refusals<'a>(
    scene: &Scene,
    nodes: impl Iterator<Item = &'a String>,
    what: &str,
) -> Vec<Finding> {
    let mut denied = Vec::new();
    let mut forbidden = Vec::new();
    let mut dead = Vec::new();
    for node in nodes {
        match scene.machine.open(node) {
            Ok(()) | Err(Errno::Missing | Errno::Other) => {}
            Err(Errno::Denied) => denied.push(node),
            Err(Errno::Forbidden) => forbidden.push(node),
            Err(Errno::Dead) => dead.push(node),
        }
    }
    let facts = |nodes: &[&String], errno: Errno| -> Vec<String> {
        let facts = nodes.iter().map(|node| {
            let owner = scene.machine.owner(node).map(|owner| {
                let (mode, group) = (owner.mode, owner.group);
                let name = group_name(scene, group);
                format!(", mode {mode:04o}, group {name}")
            });
            format!("{node}: {}{}", errno.text(), owner.unwrap_or_default())
        });
        facts.collect()
    };
    let mut findings = Vec::new();
    if let Some(node) = denied.first() {
        let finding = Finding::problem(
            "node-denied",
            format!("this user may not open the device node of {what}"),
        );
        findings.push(
            finding
                .saw_all(facts(&denied, Errno::Denied))
                .advise(join_group(scene, node)),
        );
    }
    if !forbidden.is_empty() {
        findings
            .push(forbidden_by_cgroup(scene, what).saw_all(facts(&forbidden, Errno::Forbidden)));
    }
    if !dead.is_empty() {
        let finding = Finding::problem(
            "node-dead",
            format!("the device node of {what} is there, and no device answers behind it"),
        );
        findings.push(
            finding
                .saw_all(facts(&dead, Errno::Dead))
                .advise("read what happened to the card: sudo dmesg | grep -iE 'nvrm|xid|amdgpu|i915|xe' (fallen off the bus: reboot, check power and seating)"),
        );
    }
    findings
}

fn group_name(scene: &Scene, group: u32) -> String {
    let groups = scene.machine.read("/etc/group").unwrap_or_default();
    let name = groups.lines().find_map(|line| {
        let mut fields = line.split(':');
        let (name, id) = (fields.next()?, fields.nth(1)?);
        (id.parse() == Ok(group)).then(|| name.to_owned())
    });
    name.unwrap_or_else(|| group.to_string())
}

fn join_group(scene: &Scene, node: &str) -> String {
    let owner = scene.machine.owner(node);
    let id = owner.map(|owner| owner.group.to_string());
    let id = id.unwrap_or_else(|| format!("$(stat -c %g {node})"));
    match scene.place.container {
        Some(Container::Docker) => format!("docker run --group-add {id} ... (the node's group)"),
        Some(Container::Podman) => {
            "podman run --group-add keep-groups ..., as a user of the host who may open it"
                .to_owned()
        }
        Some(Container::Kubernetes) => {
            format!("in the pod: securityContext.supplementalGroups: [{id}]")
        }
        Some(Container::Apptainer | Container::Other) => format!(
            "on the host, let the user into the node's group ({id}): sudo usermod -aG render,video $USER, then log in again"
        ),
        None => {
            let name = owner.map_or("render,video".to_owned(), |owner| match owner.group {
                0 => "render,video".to_owned(),
                group => group_name(scene, group),
            });
            format!(
                "sudo usermod -aG {name} $USER, then log out and in again (id shows the groups in force)"
            )
        }
    }
}

/// The mode would allow it; what forbids it is the device cgroup of a job or of a container.
fn forbidden_by_cgroup(scene: &Scene, what: &str) -> Finding {
    let job = ["SLURM_JOB_ID", "PBS_JOBID", "LSB_JOBID", "JOB_ID"]
        .into_iter()
        .find(|name| scene.machine.env(name).is_some());
    if let Some(job) = job {
        return Finding::problem(
            "not-allocated",
            format!("the batch system keeps {what} from this job: it was granted to others, or not asked for"),
        )
        .saw(scene.variable(job))
        .saw(scene.variable("CUDA_VISIBLE_DEVICES"))
        .advise("ask for a GPU when the job is submitted (Slurm: --gres=gpu:1 or --gpus=1)");
    }
    let finding = Finding::problem(
        "node-cgroup-denied",
        format!("the device node of {what} is there, and the device cgroup forbids to open it"),
    );
    match scene.place.container {
        Some(Container::Docker | Container::Kubernetes | Container::Podman) => finding
            .advise("start the container anew: it loses its GPUs when systemd reloads its units (systemctl daemon-reload)")
            .advise("for good: sudo nvidia-ctk system create-dev-char-symlinks --create-all, or \"exec-opts\": [\"native.cgroupdriver=cgroupfs\"] in /etc/docker/daemon.json")
            .advise("or if the node was only bind-mounted: pass it with --device"),
        _ => finding.advise("let the unit or container use the device (systemd: DeviceAllow=; LXC: lxc.cgroup2.devices.allow)"),
    }
}
