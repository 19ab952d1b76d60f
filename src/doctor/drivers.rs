//! The Vulkan loader and the drivers that it finds, in the folders and by the rules of its documentation.

use crate::adapter::{AMD, Errno, INTEL, Machine, NVIDIA};

/// The loader, the manifests that it reads, and what keeps it from others.
pub(super) struct Drivers {
    /// What loading `libvulkan.so.1` says.
    pub loader: Result<(), Unloadable>,
    /// The loader's version, as its file name has it.
    pub version: Option<String>,
    /// The variable that replaces the search, and its value.
    pub instead: Option<(&'static str, String)>,
    /// What that variable names that is not there.
    pub dangling: Vec<String>,
    /// Where it looks.
    pub searched: Vec<String>,
    /// What is there. Those that a variable hides come last.
    pub manifests: Vec<Manifest>,
}

/// A driver's description file (ICD json).
pub(super) struct Manifest {
    pub path: String,
    pub serves: Serves,
    /// What keeps the loader from it: a variable with its value.
    pub hidden: Option<String>,
    pub state: State,
}

/// What a manifest leads to.
pub(super) enum State {
    Unreadable(Errno),
    /// Some loaders give up on all drivers at one such file.
    NotJson(String),
    /// Without one of the fields that the loader asks for.
    Invalid(String),
    /// It was not tried, because the loader would not.
    Untried {
        library: String,
    },
    Loads {
        library: String,
    },
    Fails {
        library: String,
        why: Unloadable,
    },
}

/// Why a library does not load.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Unloadable {
    /// The file itself is missing.
    Missing,
    /// It is there, and needs another library that is not.
    Needs(String),
    /// It is for another kind of CPU, as 32-bit drivers are beside 64-bit ones.
    OtherCpu,
    /// What the dynamic linker says.
    Other(String),
}

/// Whose GPUs a driver drives, as the names of its files tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Serves {
    Vendor(u32),
    /// Mesa's driver for NVIDIA's cards below the kernel's nouveau.
    Nouveau,
    Software,
    /// Mesa's driver over Direct3D, in WSL.
    Direct3d,
    Unknown,
}

impl Manifest {
    /// Whether the loader uses it.
    pub fn works(&self) -> bool {
        self.hidden.is_none() && matches!(self.state, State::Loads { .. })
    }

    /// Whether it is for another kind of CPU, and concerns nobody here.
    pub fn is_foreign(&self) -> bool {
        let foreign = |why: &Unloadable| *why == Unloadable::OtherCpu;
        matches!(&self.state, State::Fails { why, .. } if foreign(why))
    }
}

impl Drivers {
    pub fn of(machine: &dyn Machine) -> Self {
        let loader = load(machine, "libvulkan.so.1");
        let instead = ["VK_DRIVER_FILES", "VK_ICD_FILENAMES"]
            .into_iter()
            .find_map(|name| Some((name, set(machine, name)?)));
        let searched = searched(machine);

        let mut dangling = Vec::new();
        let mut named = Vec::new();
        let more = set(machine, "VK_ADD_DRIVER_FILES").filter(|_| instead.is_none());
        let listed = instead.as_ref().map(|(_, value)| value.clone()).or(more);
        for entry in list(listed.as_deref().unwrap_or_default()) {
            if entry.ends_with(".json") && machine.exists(entry) {
                named.push(entry.to_owned());
            } else if machine.exists(entry) {
                named.extend(manifests_in(machine, entry));
            } else if instead.is_some() {
                dangling.push(entry.to_owned());
            }
        }
        let mut known = searched.clone();
        for folder in ["/etc/vulkan/icd.d", "/usr/local/share/vulkan/icd.d", USUAL] {
            if !known.iter().any(|known| known == folder) {
                known.push(folder.to_owned());
            }
        }

        let mut manifests: Vec<Manifest> = Vec::new();
        let found = known.iter().flat_map(|folder| {
            let outside = !searched.contains(folder);
            let paths = manifests_in(machine, folder).into_iter();
            paths.map(move |path| (path, outside))
        });
        for path in named {
            let hidden = filtered(machine, &path);
            manifests.push(manifest(machine, path, hidden));
        }
        for (path, outside) in found {
            if manifests.iter().any(|manifest| manifest.path == path) {
                continue;
            }
            let hidden = match &instead {
                Some((name, value)) => Some(format!("{name}={value}")),
                None if outside => {
                    let value = set(machine, "XDG_DATA_DIRS").unwrap_or_default();
                    Some(format!("XDG_DATA_DIRS={value}"))
                }
                None => filtered(machine, &path),
            };
            manifests.push(manifest(machine, path, hidden));
        }
        manifests.sort_by_key(|manifest| manifest.hidden.is_some());
        Self {
            version: loader.is_ok().then(|| version(machine)).flatten(),
            loader,
            instead,
            dangling,
            searched,
            manifests,
        }
    }
}

const NIX: &str = "/run/opengl-driver/share";
const USUAL: &str = "/usr/share/vulkan/icd.d";

/// A variable's value. Set to nothing, it is as good as unset.
fn set(machine: &dyn Machine, name: &str) -> Option<String> {
    machine.env(name).filter(|value| !value.is_empty())
}

fn list(value: &str) -> impl Iterator<Item = &str> {
    value.split(':').filter(|entry| !entry.is_empty())
}

/// The folders that the loader searches on Linux.
fn searched(machine: &dyn Machine) -> Vec<String> {
    let home = set(machine, "HOME");
    let below_home = |rest: &str| home.as_ref().map(|home| format!("{home}/{rest}"));
    let or = |name: &str, usual: Option<String>| set(machine, name).or(usual);

    let places = [
        or("XDG_CONFIG_HOME", below_home(".config")),
        or("XDG_CONFIG_DIRS", Some("/etc/xdg".to_owned())),
        Some("/etc".to_owned()),
        or("XDG_DATA_HOME", below_home(".local/share")),
        or(
            "XDG_DATA_DIRS",
            Some("/usr/local/share:/usr/share".to_owned()),
        ),
        // Where the loader of NixOS looks.
        Some(NIX.to_owned()).filter(|folder| machine.exists(folder)),
    ];
    let places = places.iter().flatten();
    let folders = places.flat_map(|places| list(places));
    let mut searched: Vec<String> = Vec::new();
    for folder in folders {
        let folder = format!("{}/vulkan/icd.d", folder.trim_end_matches('/'));
        if !searched.contains(&folder) {
            searched.push(folder);
        }
    }
    searched
}

fn manifests_in(machine: &dyn Machine, folder: &str) -> Vec<String> {
    let names = machine.list(folder).into_iter();
    let names = names.filter(|name| name.ends_with(".json"));
    names.map(|name| format!("{folder}/{name}")).collect()
}

/// The variable that makes the loader pass over a manifest, by the name of its file.
fn filtered(machine: &dyn Machine, path: &str) -> Option<String> {
    let file = file_name(path).to_lowercase();
    let matches = |value: &str| value.split(',').any(|glob| is_match(glob.trim(), &file));
    let said = |name: &str| Some(format!("{name}={}", set(machine, name)?));
    let select = set(machine, "VK_LOADER_DRIVERS_SELECT");
    if select.is_some_and(|globs| !matches(&globs)) {
        return said("VK_LOADER_DRIVERS_SELECT");
    }
    let disable = set(machine, "VK_LOADER_DRIVERS_DISABLE");
    if disable.is_some_and(|globs| matches(&globs)) {
        return said("VK_LOADER_DRIVERS_DISABLE");
    }
    None
}

/// The loader's globs have a star at their ends only.
fn is_match(glob: &str, name: &str) -> bool {
    let glob = glob.to_lowercase();
    let word = glob.trim_matches('*');
    match (glob.starts_with('*'), glob.ends_with('*')) {
        _ if glob.is_empty() => false,
        (true, true) => name.contains(word),
        (true, false) => name.ends_with(word),
        (false, true) => name.starts_with(word),
        (false, false) => name == word,
    }
}

fn manifest(machine: &dyn Machine, path: String, hidden: Option<String>) -> Manifest {
    let state = match machine.read(&path) {
        Err(errno) => State::Unreadable(errno),
        Ok(text) => match library(&text) {
            Err(state) => state,
            Ok(library) => {
                let library = resolved(&path, library);
                match hidden {
                    Some(_) => State::Untried { library },
                    None => match load(machine, &library) {
                        Ok(()) => State::Loads { library },
                        Err(why) => State::Fails { library, why },
                    },
                }
            }
        },
    };
    let library = match &state {
        State::Untried { library } | State::Loads { library } | State::Fails { library, .. } => {
            file_name(library)
        }
        State::Unreadable(_) | State::NotJson(_) | State::Invalid(_) => "",
    };
    Manifest {
        serves: serves(&format!("{} {library}", file_name(&path))),
        path,
        hidden,
        state,
    }
}

/// The library that a manifest names. The loader passes over one that lacks any of these fields.
fn library(text: &str) -> Result<String, State> {
    if text.trim().is_empty() {
        return Err(State::Invalid("it is empty".to_owned()));
    }
    let value: serde_json::Value =
        serde_json::from_str(text).map_err(|error| State::NotJson(error.to_string()))?;
    let text = |pointer: &str| {
        let field = value.pointer(pointer).and_then(serde_json::Value::as_str);
        let name = pointer.trim_start_matches('/').replace('/', ".");
        field
            .filter(|text| !text.is_empty())
            .ok_or_else(|| State::Invalid(format!("it has no {name}")))
    };
    let library = text("/ICD/library_path")?;
    text("/file_format_version")?;
    text("/ICD/api_version")?;
    Ok(library.to_owned())
}

/// A bare name is the dynamic linker's to find, a relative path counts from the manifest's folder.
fn resolved(manifest: &str, library: String) -> String {
    match (library.starts_with('/'), manifest.rsplit_once('/')) {
        (false, Some((folder, _))) if library.contains('/') => format!("{folder}/{library}"),
        _ => library,
    }
}

fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

fn serves(names: &str) -> Serves {
    let names = names.to_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| names.contains(word));
    if has(&["nouveau"]) {
        Serves::Nouveau
    } else if has(&["nvidia"]) {
        Serves::Vendor(NVIDIA)
    } else if has(&["radeon", "amd", "amdvlk"]) {
        Serves::Vendor(AMD)
    } else if has(&["intel"]) {
        Serves::Vendor(INTEL)
    } else if has(&["lvp", "lavapipe", "swrast", "swiftshader"]) {
        Serves::Software
    } else if has(&["dzn"]) {
        Serves::Direct3d
    } else {
        Serves::Unknown
    }
}

/// Loads a library, and reads the dynamic linker's answer: glibc's or musl's.
fn load(machine: &dyn Machine, library: &str) -> Result<(), Unloadable> {
    let Err(text) = machine.load(library) else {
        return Ok(());
    };
    let missing = text
        .split_once(": cannot open shared object file: No such file")
        .map(|(name, _)| name)
        .or_else(|| {
            let rest = text.strip_prefix("Error loading shared library ")?;
            let (name, why) = rest.split_once(": ")?;
            why.starts_with("No such file").then_some(name)
        });
    Err(match missing {
        Some(name) if file_name(name) == file_name(library) => Unloadable::Missing,
        Some(name) => Unloadable::Needs(name.to_owned()),
        None if text.contains("wrong ELF class") => Unloadable::OtherCpu,
        None => Unloadable::Other(text),
    })
}

/// Where libraries are, beside what `LD_LIBRARY_PATH` says.
const LIBRARY_FOLDERS: [&str; 12] = [
    "/usr/lib/x86_64-linux-gnu",
    "/usr/lib/aarch64-linux-gnu",
    "/lib/x86_64-linux-gnu",
    "/lib/aarch64-linux-gnu",
    "/usr/lib64",
    "/lib64",
    "/usr/lib",
    "/usr/local/lib",
    "/usr/local/nvidia/lib64",
    "/.singularity.d/libs",
    "/usr/lib/wsl/lib",
    "/run/opengl-driver/lib",
];

/// The libraries whose names start so: path and file name.
pub(super) fn libraries(machine: &dyn Machine, starts: &[&str]) -> Vec<(String, String)> {
    let path = set(machine, "LD_LIBRARY_PATH").unwrap_or_default();
    let folders = list(&path).chain(LIBRARY_FOLDERS);
    let mut found: Vec<(String, String)> = Vec::new();
    for folder in folders {
        for name in machine.list(folder) {
            let wanted = starts.iter().any(|start| name.starts_with(start));
            if wanted && !found.iter().any(|(_, known)| *known == name) {
                found.push((format!("{folder}/{name}"), name));
            }
        }
    }
    found
}

fn version(machine: &dyn Machine) -> Option<String> {
    let files = libraries(machine, &["libvulkan.so.1."]);
    let (_, name) = files.first()?;
    name.strip_prefix("libvulkan.so.").map(str::to_owned)
}
