//! `polygpu run`: reads the arrays, launches the kernel, writes the results.

use std::fs;
use std::path::Path;

use polygpu::{Binding, DeviceGroup, Error, Interface, Kernel, Launch, Report};

use crate::arrays::{Array, FileKind};
use crate::failure::Failure;
use crate::options::{Options, borrowed, refuse_twice};
use crate::output;
use crate::values::Value;
use crate::verify::Comparison;

/// Runs a kernel. What is wrong with the input is found before a device is opened, where it can be.
pub fn run(options: &Options, as_json: bool) -> Result<(), Failure> {
    let job = Job::read(options)?;
    let mut arrays = read_arrays(&job, options)?;
    check_outputs(&job, &arrays, options)?;
    let gpus = open(options)?;

    let before = options.verify.then(|| arrays.clone());
    let launch = gpus.launch(&job.kernel);
    let launch = job.divided(launch, &mut arrays, options);
    let report = launch.on_progress(output::progress()).run()?;
    for (name, path) in &options.out {
        let array = arrays.iter().find(|array| array.binding.name == *name);
        if let Some(array) = array {
            array.write(path).map_err(Failure::Run)?;
        }
    }
    let comparisons = match before {
        Some(whole) => Some(verify(&job, &gpus, &arrays, whole)?),
        None => None,
    };
    tell(&report, comparisons.as_deref(), options, as_json)
}

/// The kernel and the values that it is given, apart from the arrays.
pub struct Job {
    pub kernel: Kernel,
    interface: Interface,
    values: Vec<Value>,
    constants: Vec<(String, f64)>,
    grid: Grid,
}

#[derive(Clone, Copy)]
enum Grid {
    Invocations([usize; 3]),
    Workgroups([u32; 3]),
}

impl Job {
    pub fn read(options: &Options) -> Result<Self, Failure> {
        refuse_twice("--constant", &options.constant)?;
        refuse_twice("--distribute", &options.distribute)?;
        let grid = match (options.grid.invocations, options.grid.workgroups) {
            (Some(size), _) => Grid::Invocations(size),
            (None, Some(size)) => Grid::Workgroups(size),
            (None, None) => return Err(Failure::Input("there is no grid".to_owned())),
        };
        let mut kernel = Kernel::from_file(&options.kernel)?;
        if let Some(entry) = &options.entry {
            kernel = kernel.entry(entry)?;
        }
        let interface = kernel.interface_with(&borrowed(&options.constant))?;
        let values = options
            .set
            .iter()
            .map(|(name, text)| Value::read(&kernel, &interface, name, text))
            .collect::<Result<_, _>>()?;
        Ok(Self {
            kernel,
            interface,
            values,
            constants: options.constant.clone(),
            grid,
        })
    }

    /// The launch as far as it is the same on one device and on many.
    fn launch<'a>(&self, mut launch: Launch<'a>, arrays: &'a mut [Array]) -> Launch<'a> {
        for Array { binding, bytes, .. } in arrays {
            launch = match binding.is_writable() {
                true => launch.bind_mut(&binding.name, bytes.as_mut_slice()),
                false => launch.bind(&binding.name, bytes.as_slice()),
            };
        }
        for value in &self.values {
            launch = value.set(launch);
        }
        for (name, value) in &self.constants {
            launch = launch.constant(name, *value);
        }
        match self.grid {
            Grid::Invocations(size) => launch.invocations(size),
            Grid::Workgroups(size) => launch.workgroups(size),
        }
    }

    /// The launch with what the options say of its division.
    pub fn divided<'a>(
        &self,
        launch: Launch<'a>,
        arrays: &'a mut [Array],
        options: &Options,
    ) -> Launch<'a> {
        let mut launch = self.launch(launch, arrays);
        for (name, distribution) in &options.distribute {
            launch = launch.distribute(name, *distribution);
        }
        if let Some(axis) = options.axis {
            launch = launch.axis(axis);
        }
        if let Some(schedule) = &options.schedule {
            launch = launch.schedule(schedule.clone());
        }
        launch
    }
}

/// The binding of this name, or the error that lists those that exist.
pub fn find<'a>(
    kernel: &Kernel,
    interface: &'a Interface,
    name: &str,
) -> Result<&'a Binding, Failure> {
    let found = interface.bindings.iter().find(|b| b.name == name);
    found.ok_or_else(|| {
        let available = interface.bindings.iter().map(ToString::to_string).collect();
        let unused = kernel.declares(name);
        let (kernel, name) = (kernel.label().to_owned(), name.to_owned());
        Failure::from(Error::UnknownBinding {
            kernel,
            unused,
            name,
            available,
        })
    })
}

pub fn read_arrays(job: &Job, options: &Options) -> Result<Vec<Array>, Failure> {
    refuse_twice("--bind", &options.bind)?;
    let read = |(name, source): &(String, String)| {
        let binding = find(&job.kernel, &job.interface, name)?;
        let array = Array::read(binding, source);
        array.map_err(|why| Failure::Input(format!("--bind {name}: {why}")))
    };
    options.bind.iter().map(read).collect()
}

/// Finds out before the run whether its results can be kept.
fn check_outputs(job: &Job, arrays: &[Array], options: &Options) -> Result<(), Failure> {
    let mut paths: Vec<&Path> = Vec::new();
    for (name, path) in &options.out {
        let refuse = |why: String| Failure::Input(format!("--out {name}: {why}"));
        let kind = FileKind::of(path).map_err(refuse)?;
        let binding = find(&job.kernel, &job.interface, name)?;
        if !binding.is_writable() {
            return Err(refuse(format!(
                "it is var<{}>, which the kernel can't write",
                binding.space
            )));
        }
        let Some(array) = arrays.iter().find(|array| array.binding.name == *name) else {
            return Err(refuse(format!(
                "give it a content too: --bind {name}=FILE.npy or --bind {name}=zeros:LEN"
            )));
        };
        if let Some(why) = array.unwritable(kind) {
            return Err(refuse(why));
        }
        check_folder(path).map_err(refuse)?;
        if paths.contains(&path.as_path()) {
            return Err(refuse(format!("{} was given twice", path.display())));
        }
        paths.push(path);
    }
    match &options.report {
        Some(path) => check_folder(path).map_err(|why| Failure::Input(format!("--report: {why}"))),
        None => Ok(()),
    }
}

fn check_folder(path: &Path) -> Result<(), String> {
    if path.is_dir() {
        return Err(format!("{} is a folder", path.display()));
    }
    match path.parent() {
        Some(folder) if folder != Path::new("") && !folder.is_dir() => {
            Err(format!("there is no folder {}", folder.display()))
        }
        _ => Ok(()),
    }
}

fn open(options: &Options) -> Result<DeviceGroup, Failure> {
    let mut builder = DeviceGroup::builder();
    if let Some(list) = &options.devices {
        builder = builder.visible(list);
    }
    if let Some(n) = options.logical {
        builder = builder.logical_devices(n.into());
    }
    Ok(builder.open()?)
}

/// Runs the job whole on one device, from the same contents, and compares.
fn verify(
    job: &Job,
    gpus: &DeviceGroup,
    arrays: &[Array],
    mut whole: Vec<Array>,
) -> Result<Vec<Comparison>, Failure> {
    let ran = one_device(job, gpus, &mut whole);
    ran.map_err(|error| Failure::Run(format!("--verify, whole on one device: {error}")))?;
    let pairs = arrays.iter().zip(&whole);
    Ok(pairs
        .filter(|(array, _)| array.binding.is_writable())
        .map(|(array, whole)| Comparison::new(array, whole))
        .collect())
}

fn one_device(job: &Job, gpus: &DeviceGroup, arrays: &mut [Array]) -> polygpu::Result<Report> {
    let constants = borrowed(&job.constants);
    let mut able = 0;
    for (index, device) in gpus.devices().iter().enumerate() {
        if device.unfit(&job.kernel, &constants)?.is_empty() {
            able = index;
            break;
        }
    }
    let launch = gpus.on(able)?.launch(&job.kernel);
    job.launch(launch, arrays).run()
}

/// Prints the report, and fails where the verification did.
fn tell(
    report: &Report,
    comparisons: Option<&[Comparison]>,
    options: &Options,
    as_json: bool,
) -> Result<(), Failure> {
    let mut value = output::json(report)?;
    if let (Some(fields), Some(comparisons)) = (value.as_object_mut(), comparisons) {
        let comparisons = comparisons.iter().map(Comparison::to_json).collect();
        fields.insert("verify".to_owned(), comparisons);
    }
    if let Some(path) = &options.report {
        write_report(path, &value)?;
    }
    if as_json {
        output::print_json(&value)?;
    } else {
        let lines = comparisons.unwrap_or_default().iter();
        let lines: String = lines.map(|comparison| format!("{comparison}\n")).collect();
        output::print(&format!("{report}{lines}"))?;
    }
    let wrong: Vec<_> = comparisons
        .unwrap_or_default()
        .iter()
        .filter(|comparison| !comparison.agrees())
        .map(Comparison::name)
        .collect();
    if wrong.is_empty() {
        return Ok(());
    }
    Err(Failure::Run(format!(
        "the results are not those of one device: {}",
        wrong.join(", ")
    )))
}

fn write_report(path: &Path, value: &serde_json::Value) -> Result<(), Failure> {
    fs::write(path, format!("{value:#}\n"))
        .map_err(|error| Failure::Run(format!("cannot write {}: {error}", path.display())))
}
