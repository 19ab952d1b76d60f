//! Whether a container was given NVIDIA's cards, and the half of the driver that Vulkan needs.

use crate::adapter::{Controller, NVIDIA};
use crate::doctor::diagnosis::Finding;
use crate::doctor::drivers::Serves;
use crate::doctor::place::Container;
use crate::doctor::scene::{Scene, is_nvidia, on_bus};

const VISIBLE: &str = "NVIDIA_VISIBLE_DEVICES";
const CAPABILITIES: &str = "NVIDIA_DRIVER_CAPABILITIES";

pub(super) fn findings(scene: &Scene) -> Option<Finding> {
    let container = scene.place.container?;
    let gpus: Vec<&Controller> = scene
        .hidden
        .iter()
        .copied()
        .filter(|gpu| is_nvidia(gpu))
        .collect();
    let nodes = scene.nvidia_nodes();
    if gpus.is_empty() && nodes.is_empty() {
        return None;
    }
    if gpus.is_empty() && scene.shows_gpu() {
        return None;
    }
    let finding = if nodes.is_empty() {
        not_given(scene, container)
    } else if !scene.nvidia.has_graphics() {
        without_graphics(scene, container, &nodes)
    } else if scene.manifests(Serves::Vendor(NVIDIA)).next().is_none() {
        without_manifest(scene, container)
    } else {
        return None;
    };
    Some(finding.saw_all(on_bus(&gpus)))
}

/// No node of the cards is there.
fn not_given(scene: &Scene, container: Container) -> Finding {
    let value = scene.machine.env(VISIBLE);
    let void = value
        .as_deref()
        .is_some_and(|value| matches!(value, "" | "void" | "none"));
    let (code, meaning) = if void {
        (
            "visible-devices-void",
            format!("{VISIBLE} tells the NVIDIA container toolkit to give this container no GPU"),
        )
    } else {
        (
            "container-no-gpu",
            "the host has an NVIDIA GPU, and this container was started without it".to_owned(),
        )
    };
    Finding::problem(code, meaning)
        .saw("no /dev/nvidiactl, no /dev/nvidia0")
        .saw(scene.variable(VISIBLE))
        .advise(start(container))
        .advise_all(match container {
            Container::Docker => Some(
                "without the NVIDIA container toolkit on the host: install nvidia-container-toolkit, then sudo \
                 nvidia-ctk runtime configure --runtime=docker && sudo systemctl restart docker"
                    .to_owned(),
            ),
            Container::Podman => Some(
                "without a CDI specification on the host: sudo nvidia-ctk cdi generate --output=/etc/cdi/nvidia.yaml"
                    .to_owned(),
            ),
            Container::Kubernetes => Some(
                "the node needs NVIDIA's device plugin or GPU operator: kubectl describe node | grep nvidia.com/gpu"
                    .to_owned(),
            ),
            Container::Apptainer | Container::Other => None,
        })
}

/// How a container is started with NVIDIA's cards, Vulkan and all.
fn start(container: Container) -> &'static str {
    match container {
        Container::Docker => "docker run --gpus all -e NVIDIA_DRIVER_CAPABILITIES=all ...",
        Container::Podman => {
            "podman run --device nvidia.com/gpu=all -e NVIDIA_DRIVER_CAPABILITIES=all ..."
        }
        Container::Kubernetes => {
            "in the pod: resources.limits nvidia.com/gpu: 1, runtimeClassName: nvidia, and env NVIDIA_DRIVER_CAPABILITIES=all"
        }
        Container::Apptainer => "apptainer exec --nv ...",
        Container::Other => {
            "pass /dev/nvidia*, and the driver's libraries with NVIDIA_DRIVER_CAPABILITIES=all (LXC: nvidia.runtime=true, \
             nvidia.driver.capabilities=all)"
        }
    }
}

/// The cards are there; of the driver, at most the half for CUDA.
fn without_graphics(scene: &Scene, container: Container, nodes: &[String]) -> Finding {
    let capabilities = scene.machine.env(CAPABILITIES).unwrap_or_default();
    let mut words = capabilities.split(',').map(str::trim);
    let asked = words.any(|word| matches!(word, "all" | "graphics"));
    let by_cdi = scene.machine.env(VISIBLE).as_deref() == Some("void");
    let finding = if container == Container::Apptainer || asked {
        Finding::problem(
            "host-without-graphics",
            "the container has what the host has, and that is NVIDIA's driver without its graphics half, which Vulkan needs",
        )
        .advise("on the host: install libnvidia-gl-<branch> (Ubuntu), nvidia-vulkan-icd (Debian), nvidia-driver-libs (RHEL) or nvidia-utils (Arch), then start the container anew")
    } else if by_cdi {
        Finding::problem(
            "cdi-without-graphics",
            "the container got the GPU by CDI, from a specification that lists no graphics libraries, which Vulkan needs",
        )
        .advise("on the host, with the driver's graphics packages installed: sudo nvidia-ctk cdi generate --output=/etc/cdi/nvidia.yaml, then start the container anew")
    } else {
        Finding::problem(
            "capabilities-without-graphics",
            "the container got NVIDIA's driver without its graphics half, which Vulkan needs: the container toolkit's \
             default is utility and compute, with which nvidia-smi and CUDA work",
        )
        .advise(match container {
            Container::Kubernetes => "in the pod: env NVIDIA_DRIVER_CAPABILITIES=all (or compute,utility,graphics)",
            other => start(other),
        })
        .advise("or in the image: ENV NVIDIA_DRIVER_CAPABILITIES=all")
    };
    let compute = scene.nvidia.library("libcuda.so.");
    finding
        .saw(scene.variable(CAPABILITIES))
        .saw(format!("{} there", are(nodes)))
        .saw_all(compute.map(|path| format!("{path} is there")))
        .saw("no libGLX_nvidia.so.0, no libEGL_nvidia.so.0")
}

fn are(nodes: &[String]) -> String {
    let verb = if nodes.len() == 1 { "is" } else { "are" };
    format!("{} {verb}", nodes.join(", "))
}

/// The libraries are there, and nothing tells the loader of them.
fn without_manifest(scene: &Scene, container: Container) -> Finding {
    let library = scene.nvidia.library("libGLX_nvidia.so.0");
    let library = library.or_else(|| scene.nvidia.library("libEGL_nvidia.so.0"));
    let library = library.unwrap_or("libGLX_nvidia.so.0");
    let write = "or in the container, as root: mkdir -p /etc/vulkan/icd.d && echo '{\"file_format_version\": \"1.0.0\", \"ICD\": \
                 {\"library_path\": \"libGLX_nvidia.so.0\", \"api_version\": \"1.3.0\"}}' > /etc/vulkan/icd.d/nvidia_icd.json";
    let finding = if container == Container::Apptainer {
        Finding::problem(
            "apptainer-no-icd",
            "apptainer --nv brings NVIDIA's libraries and not the file that tells the Vulkan loader of them (nvidia_icd.json)",
        )
        .advise("apptainer exec --nv --bind /usr/share/vulkan/icd.d/nvidia_icd.json:/etc/vulkan/icd.d/nvidia_icd.json ... (on some hosts it lies in /etc/vulkan/icd.d)")
    } else {
        Finding::problem(
            "container-no-icd",
            "the container has NVIDIA's libraries and not the file that tells the Vulkan loader of them (nvidia_icd.json)",
        )
        .advise("on the host: update nvidia-container-toolkit, check that nvidia_icd.json is in /etc/vulkan/icd.d or /usr/share/vulkan/icd.d, with CDI generate the specification anew, and start the container anew")
    };
    let folders = scene.drivers.searched.join(", ");
    finding
        .saw(format!("{library} is there"))
        .saw(format!("no nvidia_icd json in {folders}"))
        .advise(write)
}
