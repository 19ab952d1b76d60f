//! Where we are: which distribution, in which kind of container.

use crate::adapter::Machine;

/// A family of distributions whose packages have the same names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum System {
    Debian,
    Ubuntu,
    Fedora,
    Rhel,
    Suse,
    Arch,
    Alpine,
    Nix,
    Other,
}

/// A kind of container.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Container {
    Docker,
    Podman,
    Kubernetes,
    Apptainer,
    /// LXC, systemd-nspawn and others.
    Other,
}

impl Container {
    fn name(self) -> &'static str {
        match self {
            Self::Docker => "in a Docker container",
            Self::Podman => "in a Podman container",
            Self::Kubernetes => "in a Kubernetes pod",
            Self::Apptainer => "in an Apptainer container",
            Self::Other => "in a container",
        }
    }
}

/// The place that this process runs in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Place {
    pub system: System,
    pub container: Option<Container>,
    /// Windows' subsystem for Linux.
    pub wsl: bool,
    /// For people.
    pub name: String,
}

impl Place {
    pub fn of(machine: &dyn Machine) -> Self {
        if !machine.is_linux() {
            return Self {
                system: System::Other,
                container: None,
                wsl: false,
                name: std::env::consts::OS.to_owned(),
            };
        }
        let release = ["/etc/os-release", "/usr/lib/os-release"]
            .iter()
            .find_map(|path| machine.read(path).ok())
            .unwrap_or_default();
        let field = |name: &str| {
            let mut pairs = release.lines().filter_map(|line| line.split_once('='));
            let value = pairs.find(|(key, _)| key.trim() == name);
            value.map(|(_, value)| value.trim().trim_matches(['"', '\'']).to_owned())
        };
        let ids = [field("ID"), field("ID_LIKE")].map(Option::unwrap_or_default);
        let system = ids
            .iter()
            .flat_map(|ids| ids.split_whitespace())
            .find_map(family)
            .unwrap_or(System::Other);
        let container = container(machine);
        let kernel = machine
            .read("/proc/sys/kernel/osrelease")
            .unwrap_or_default();
        let wsl = kernel.to_lowercase().contains("microsoft") || machine.exists("/dev/dxg");

        let mut name = field("PRETTY_NAME").unwrap_or_else(|| "an unknown distribution".to_owned());
        if wsl {
            name.push_str(", in WSL");
        }
        if let Some(container) = container {
            name.push_str(", ");
            name.push_str(container.name());
        }
        Self {
            system,
            container,
            wsl,
            name,
        }
    }
}

fn family(id: &str) -> Option<System> {
    Some(match id {
        "debian" => System::Debian,
        "ubuntu" | "pop" | "linuxmint" => System::Ubuntu,
        "fedora" => System::Fedora,
        "rhel" | "centos" | "rocky" | "almalinux" | "ol" | "amzn" => System::Rhel,
        "suse" | "opensuse" | "sles" | "opensuse-leap" | "opensuse-tumbleweed" => System::Suse,
        "arch" | "archlinux" | "manjaro" => System::Arch,
        "alpine" => System::Alpine,
        "nixos" => System::Nix,
        _ => return None,
    })
}

fn container(machine: &dyn Machine) -> Option<Container> {
    let set = |name: &str| machine.env(name).is_some_and(|value| !value.is_empty());
    if set("APPTAINER_CONTAINER")
        || set("SINGULARITY_CONTAINER")
        || machine.exists("/.singularity.d")
    {
        return Some(Container::Apptainer);
    }
    if set("KUBERNETES_SERVICE_HOST") || machine.exists("/var/run/secrets/kubernetes.io") {
        return Some(Container::Kubernetes);
    }
    if machine.exists("/run/.containerenv") {
        return Some(Container::Podman);
    }
    if machine.exists("/.dockerenv") {
        return Some(Container::Docker);
    }
    if let Some(name) = machine.env("container").filter(|name| !name.is_empty()) {
        return Some(match name.as_str() {
            "docker" => Container::Docker,
            "podman" => Container::Podman,
            _ => Container::Other,
        });
    }
    let groups = machine.read("/proc/1/cgroup").unwrap_or_default();
    let kinds = [
        ("kubepods", Container::Kubernetes),
        ("docker", Container::Docker),
        ("libpod", Container::Podman),
        ("lxc", Container::Other),
    ];
    let kind = kinds.iter().find(|(word, _)| groups.contains(word));
    kind.map(|(_, kind)| *kind)
}
