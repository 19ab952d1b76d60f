//! What can be seen of a machine: its files, device nodes, variables and libraries.
//!
//! All that is decided from them is pure over [`Machine`], so that the tests decide over recorded machines.

use std::path::Path;

/// A machine as this process sees it.
pub(crate) trait Machine {
    /// Whether it runs Linux: the paths that are looked at are Linux's.
    fn is_linux(&self) -> bool;
    /// The content of a file.
    fn read(&self, path: &str) -> Result<String, Errno>;
    /// The names in a folder, sorted. None where it can't be read.
    fn list(&self, path: &str) -> Vec<String>;
    /// Whether there is something at this path, links followed.
    fn exists(&self, path: &str) -> bool;
    /// Where a symbolic link points, as it is written there.
    fn link(&self, path: &str) -> Option<String>;
    /// Opens a device node as drivers do, and closes it.
    fn open(&self, path: &str) -> Result<(), Errno>;
    /// Who may open a file.
    fn owner(&self, path: &str) -> Option<Owner>;
    /// An environment variable.
    fn env(&self, name: &str) -> Option<String>;
    /// Loads a shared library, or says what the dynamic linker says.
    fn load(&self, library: &str) -> Result<(), String>;
}

/// Mode and group of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Owner {
    /// The permission bits.
    pub mode: u32,
    /// The group's id.
    pub group: u32,
}

/// Why a file can't be read or opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Errno {
    /// ENOENT.
    Missing,
    /// EACCES: the permission bits forbid it.
    Denied,
    /// EPERM: the bits allow it, and something else (a device cgroup) does not.
    Forbidden,
    /// ENXIO, ENODEV, EIO: the node is there and no device answers.
    Dead,
    /// Any other.
    Other,
}

impl Errno {
    /// As the C library writes it.
    pub fn text(self) -> &'static str {
        match self {
            Self::Missing => "no such file",
            Self::Denied => "permission denied (EACCES)",
            Self::Forbidden => "operation not permitted (EPERM)",
            Self::Dead => "no device answers (ENXIO, ENODEV or EIO)",
            Self::Other => "can't be opened",
        }
    }

    fn of(error: &std::io::Error) -> Self {
        match error.raw_os_error() {
            Some(2 | 20) => Self::Missing,
            Some(13) => Self::Denied,
            Some(1) => Self::Forbidden,
            Some(5 | 6 | 19) => Self::Dead,
            _ => Self::Other,
        }
    }
}

/// The machine that this process runs on.
pub(crate) struct Live;

impl Machine for Live {
    fn is_linux(&self) -> bool {
        cfg!(target_os = "linux")
    }

    fn read(&self, path: &str) -> Result<String, Errno> {
        let bytes = std::fs::read(path).map_err(|error| Errno::of(&error))?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    fn list(&self, path: &str) -> Vec<String> {
        let entries = std::fs::read_dir(path).into_iter().flatten().flatten();
        let mut names: Vec<String> = entries
            .map(|entry| entry.file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    fn exists(&self, path: &str) -> bool {
        Path::new(path).exists()
    }

    fn link(&self, path: &str) -> Option<String> {
        let target = std::fs::read_link(path).ok()?;
        Some(target.to_string_lossy().into_owned())
    }

    fn open(&self, path: &str) -> Result<(), Errno> {
        let opened = std::fs::OpenOptions::new()
            .read(true)
            .write(true)
            .open(path);
        opened.map(drop).map_err(|error| Errno::of(&error))
    }

    #[cfg(unix)]
    fn owner(&self, path: &str) -> Option<Owner> {
        use std::os::unix::fs::MetadataExt as _;
        let file = std::fs::metadata(path).ok()?;
        Some(Owner {
            mode: file.mode() & 0o777,
            group: file.gid(),
        })
    }

    #[cfg(not(unix))]
    fn owner(&self, _path: &str) -> Option<Owner> {
        None
    }

    fn env(&self, name: &str) -> Option<String> {
        let value = std::env::var_os(name)?;
        Some(value.to_string_lossy().into_owned())
    }

    #[cfg(target_os = "linux")]
    #[allow(
        unsafe_code,
        reason = "whether a driver's library loads is known by loading it"
    )]
    fn load(&self, library: &str) -> Result<(), String> {
        // SAFETY: loading runs the library's initialisers. Only the Vulkan loader, the drivers that it would load itself in
        // this process and the libraries that these need are asked for, so nothing runs that Vulkan would not run.
        match unsafe { libloading::Library::new(library) } {
            Ok(loaded) => {
                // Some drivers do not bear to be unloaded.
                std::mem::forget(loaded);
                Ok(())
            }
            // The dynamic linker's own words.
            Err(error) => Err(error.to_string()),
        }
    }

    #[cfg(not(target_os = "linux"))]
    fn load(&self, _library: &str) -> Result<(), String> {
        Ok(())
    }
}
