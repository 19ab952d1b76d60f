//! A machine as it was recorded: its files, nodes, variables and libraries as plain data.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::adapter::machine::{Errno, Machine, Owner};

/// A machine of which everything is known.
#[derive(Default)]
pub(crate) struct Recorded {
    files: BTreeMap<String, File>,
    env: BTreeMap<String, String>,
    /// What the dynamic linker says of a library: nothing, where it loads.
    libraries: BTreeMap<String, String>,
    not_linux: bool,
}

enum File {
    Text(String),
    Link(String),
    /// A device node, or a file that can't be read.
    Node {
        refused: Option<Errno>,
        owner: Option<Owner>,
    },
}

impl Recorded {
    /// As `tests/situations/README.md` describes the file.
    pub fn from_json(machine: &Value) -> Self {
        let mut recorded = Self {
            not_linux: machine["linux"].as_bool() == Some(false),
            ..Self::default()
        };
        for (path, file) in object(&machine["files"]) {
            recorded.files.insert(path.clone(), file_of(file));
        }
        for (slot, gpu) in object(&machine["pci"]) {
            let words: Vec<&str> = gpu.as_str().unwrap().split(' ').collect();
            let (vendor, device) = words[0].split_once(':').unwrap();
            recorded.pci(slot, [words[1], vendor, device], words.get(2).copied());
        }
        for (name, value) in object(&machine["env"]) {
            let value = value.as_str().unwrap().to_owned();
            recorded.env.insert(name.clone(), value);
        }
        for (name, says) in object(&machine["libraries"]) {
            let says = says.as_str().unwrap().to_owned();
            recorded.libraries.insert(name.clone(), says);
        }
        recorded
    }

    pub fn file(&mut self, path: &str, text: &str) {
        let text = File::Text(text.to_owned());
        self.files.insert(path.to_owned(), text);
    }

    /// What Linux shows of a slot: class, vendor and device, and the driver.
    pub fn pci(&mut self, slot: &str, ids: [&str; 3], driver: Option<&str>) {
        let folder = format!("/sys/bus/pci/devices/{slot}");
        for (name, id) in ["class", "vendor", "device"].into_iter().zip(ids) {
            let id = if name == "class" && id.len() == 4 {
                format!("{id}00")
            } else {
                id.to_owned()
            };
            self.file(&format!("{folder}/{name}"), &format!("0x{id}\n"));
        }
        if let Some(driver) = driver {
            let link = File::Link(format!("../../../bus/pci/drivers/{driver}"));
            self.files.insert(format!("{folder}/driver"), link);
        }
    }

    fn at(&self, path: &str) -> Option<&File> {
        match self.files.get(path) {
            Some(File::Link(target)) if target.starts_with('/') => self.at(target),
            Some(File::Link(target)) => {
                let (folder, _) = path.rsplit_once('/')?;
                self.at(&format!("{folder}/{target}"))
            }
            other => other,
        }
    }
}

fn object(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flatten()
}

fn file_of(file: &Value) -> File {
    if let Some(text) = file.as_str() {
        return File::Text(text.to_owned());
    }
    if let Some(target) = file["link"].as_str() {
        return File::Link(target.to_owned());
    }
    let refused = file["refused"].as_str().map(|errno| match errno {
        "EACCES" => Errno::Denied,
        "EPERM" => Errno::Forbidden,
        "EIO" | "ENXIO" | "ENODEV" => Errno::Dead,
        other => panic!("no such errno: {other}"),
    });
    let owner = file["mode"].as_str().map(|mode| Owner {
        mode: u32::from_str_radix(mode, 8).unwrap(),
        group: u32::try_from(file["group"].as_u64().unwrap()).unwrap(),
    });
    File::Node { refused, owner }
}

impl Machine for Recorded {
    fn is_linux(&self) -> bool {
        !self.not_linux
    }

    fn read(&self, path: &str) -> Result<String, Errno> {
        match self.at(path) {
            Some(File::Text(text)) => Ok(text.clone()),
            Some(File::Node { refused, .. }) => Err(refused.unwrap_or(Errno::Other)),
            Some(File::Link(_)) | None => Err(Errno::Missing),
        }
    }

    fn list(&self, path: &str) -> Vec<String> {
        let folder = format!("{path}/");
        let inside = self
            .files
            .keys()
            .filter_map(|file| file.strip_prefix(&folder));
        let names = inside.filter_map(|rest| rest.split('/').next());
        let mut names: Vec<String> = names.map(str::to_owned).collect();
        names.sort();
        names.dedup();
        names
    }

    fn exists(&self, path: &str) -> bool {
        self.at(path).is_some() || !self.list(path).is_empty()
    }

    fn link(&self, path: &str) -> Option<String> {
        match self.files.get(path) {
            Some(File::Link(target)) => Some(target.clone()),
            _ => None,
        }
    }

    fn open(&self, path: &str) -> Result<(), Errno> {
        match self.at(path) {
            Some(File::Node { refused, .. }) => refused.map_or(Ok(()), Err),
            Some(_) => Ok(()),
            None => Err(Errno::Missing),
        }
    }

    fn owner(&self, path: &str) -> Option<Owner> {
        match self.at(path) {
            Some(File::Node { owner, .. }) => *owner,
            _ => None,
        }
    }

    fn env(&self, name: &str) -> Option<String> {
        self.env.get(name).cloned()
    }

    fn load(&self, library: &str) -> Result<(), String> {
        match self.libraries.get(library).map(String::as_str) {
            Some("") => Ok(()),
            Some(says) => Err(says.to_owned()),
            None => Err(format!(
                "{library}: cannot open shared object file: No such file or directory"
            )),
        }
    }
}
