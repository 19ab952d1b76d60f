//! The options of `polygpu run`, and how their texts are read.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::str::FromStr;

use polygpu::{Axis, Distribution, Schedule};

use crate::failure::Failure;

/// Run a kernel on every GPU of the machine
///
/// Without --distribute the kernel is divided where that is proven to be right, else it runs whole on one GPU.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  polygpu run saxpy.wgsl --invocations 1000000 --bind x=x.npy --bind y=y.npy --set a=2 --out y=y.npy
  polygpu run blur.wgsl --invocations 1920,1080 --bind image=in.npy --bind blurred=zeros:2073600 \\
      --set size.width=1920 --set size.height=1080 --out blurred=out.npy")]
pub struct Options {
    /// The WGSL file
    pub kernel: PathBuf,

    /// The entry point, where the file has several
    #[arg(long, value_name = "NAME")]
    pub entry: Option<String>,

    #[command(flatten)]
    pub grid: Grid,

    /// The content of a binding: FILE.npy, FILE.bin (raw bytes) or zeros:LEN (elements)
    #[arg(long, value_name = "NAME=SRC", value_parser = named::<String>)]
    pub bind: Vec<(String, String)>,

    /// A uniform, or a member of one (params.n=1000); vectors are 1,2,3
    #[arg(long, value_name = "NAME=V", value_parser = named::<String>)]
    pub set: Vec<(String, String)>,

    /// An override, by name or @id
    #[arg(long, value_name = "NAME=V", value_parser = constant)]
    pub constant: Vec<(String, f64)>,

    /// Where the result of a binding goes: FILE.npy or FILE.bin
    #[arg(long, value_name = "NAME=FILE", value_parser = named::<PathBuf>)]
    pub out: Vec<(String, PathBuf)>,

    /// How a binding divides, per invocation: split:N, halo:N:BEFORE:AFTER, broadcast, or reduce:sum|min|max
    #[arg(long, value_name = "NAME=HOW", value_parser = named::<Distribution>)]
    pub distribute: Vec<(String, Distribution)>,

    /// The dimension of the grid that is divided: x, y or z
    #[arg(long)]
    pub axis: Option<Axis>,

    /// Which GPUs, in which order: indices, PCI ids or parts of names, separated by commas, as in POLYGPU_VISIBLE_DEVICES
    #[arg(long, value_name = "LIST")]
    pub devices: Option<String>,

    /// Who runs which part: dynamic, even, weights:A,B,... or single:INDEX
    #[arg(long, value_parser = schedule)]
    pub schedule: Option<Schedule>,

    /// Open each GPU N times, to try several GPUs on one
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=64))]
    pub logical: Option<u16>,

    /// Run once more, whole on one GPU, and compare the results
    #[arg(long)]
    pub verify: bool,

    /// Write the report as JSON
    #[arg(long, value_name = "FILE.json")]
    pub report: Option<PathBuf>,
}

/// The size of the grid.
#[derive(clap::Args)]
#[group(required = true, multiple = false)]
pub struct Grid {
    /// The grid in invocations, rounded up to workgroups
    #[arg(long, value_name = "X[,Y[,Z]]", value_parser = grid::<usize>)]
    pub invocations: Option<[usize; 3]>,

    /// The grid in workgroups
    #[arg(long, value_name = "X[,Y[,Z]]", value_parser = grid::<u32>)]
    pub workgroups: Option<[u32; 3]>,
}

/// Constants as the library takes them.
pub fn borrowed(constants: &[(String, f64)]) -> Vec<(&str, f64)> {
    let constants = constants.iter();
    constants.map(|(name, v)| (name.as_str(), *v)).collect()
}

/// Refuses an option that was given twice for one name.
pub fn refuse_twice<T>(option: &str, pairs: &[(String, T)]) -> Result<(), Failure> {
    let mut seen = BTreeSet::new();
    match pairs.iter().find(|(name, _)| !seen.insert(name)) {
        Some((name, _)) => Err(Failure::Input(format!("{option} {name} was given twice"))),
        None => Ok(()),
    }
}

/// `NAME=VALUE`.
fn named<T: FromStr<Err: ToString>>(text: &str) -> Result<(String, T), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() && !value.is_empty() => {
            let value = value.parse().map_err(|why: T::Err| why.to_string())?;
            Ok((name.to_owned(), value))
        }
        _ => Err("write a name, `=` and a value".to_owned()),
    }
}

/// `NAME=V` of an override: a number, or `true` or `false`.
pub fn constant(text: &str) -> Result<(String, f64), String> {
    let (name, value) = named::<String>(text)?;
    let number = match value.as_str() {
        "true" => 1.0,
        "false" => 0.0,
        value => value
            .parse()
            .ok()
            .filter(|number: &f64| number.is_finite())
            .ok_or_else(|| format!("{value:?} is not a finite number, true or false"))?,
    };
    Ok((name, number))
}

/// `X`, `X,Y` or `X,Y,Z`; what is left out is 1.
fn grid<T: FromStr + From<u8> + Copy>(text: &str) -> Result<[T; 3], String> {
    let mut size = [T::from(1); 3];
    let parts: Vec<_> = text.split(',').collect();
    if parts.len() > size.len() {
        return Err("a grid has at most three dimensions".to_owned());
    }
    for (to, part) in size.iter_mut().zip(parts) {
        let part = part.trim();
        *to = part.parse().map_err(|_| {
            let bits = 8 * size_of::<T>();
            format!("{part:?} is not a whole number of at most {bits} bits")
        })?;
    }
    Ok(size)
}

fn schedule(text: &str) -> Result<Schedule, String> {
    match text.split_once(':') {
        None if text == "dynamic" => Ok(Schedule::Dynamic),
        None if text == "even" => Ok(Schedule::Even),
        Some(("weights", list)) => list
            .split(',')
            .map(|weight| {
                weight
                    .trim()
                    .parse()
                    .map_err(|_| format!("{weight:?} is not a number"))
            })
            .collect::<Result<_, _>>()
            .map(Schedule::Weighted),
        Some(("single", index)) => index
            .parse()
            .map(Schedule::Single)
            .map_err(|_| format!("{index:?} is not the number of a device")),
        _ => Err("write dynamic, even, weights:A,B,... or single:INDEX".to_owned()),
    }
}
