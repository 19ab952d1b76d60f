//! What goes to stdout and stderr: results, the log, the progress bar.

use std::io::{self, ErrorKind, Write};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use log::LevelFilter;
use polygpu::Progress;
use serde_json::Value;

use crate::failure::Failure;

/// Runs shorter than this show no progress.
const LONG_RUN: Duration = Duration::from_secs(1);

/// Prints to stdout. A reader that has seen enough (`| head`) is no failure.
pub fn print(text: &str) -> Result<(), Failure> {
    let mut stdout = io::stdout().lock();
    let written = stdout
        .write_all(text.as_bytes())
        .and_then(|()| stdout.flush());
    match written {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(Failure::Run(format!("cannot write to stdout: {error}")))
        }
        _ => Ok(()),
    }
}

/// Prints a JSON document.
pub fn print_json(value: &Value) -> Result<(), Failure> {
    print(&format!("{value:#}\n"))
}

/// A library's value as JSON.
pub fn json(value: impl serde::Serialize) -> Result<Value, Failure> {
    serde_json::to_value(value).map_err(|error| Failure::Run(format!("cannot make JSON: {error}")))
}

/// Starts the log on stderr. `RUST_LOG` overrules `-v`.
///
/// What wgpu and naga say below errors concerns their users, not ours; with `-vv` it is shown.
/// Adapters that are left out, most of them duplicates on every machine, are for `polygpu devices`
/// to list, and need no warning in each run.
pub fn start_log(verbose: u8) {
    let (ours, theirs) = match verbose {
        0 => (LevelFilter::Warn, LevelFilter::Error),
        1 => (LevelFilter::Info, LevelFilter::Error),
        _ => (LevelFilter::Debug, LevelFilter::Warn),
    };
    let mut builder = env_logger::Builder::new();
    builder
        .filter_level(theirs)
        .filter_module("polygpu", ours)
        .format(|out, record| {
            let level = record.level().as_str().to_lowercase();
            writeln!(out, "{level}: {}", record.args())
        });
    if verbose == 0 {
        builder.filter_module("polygpu::adapter", LevelFilter::Error);
    }
    builder.parse_default_env().init();
}

/// A bar on stderr that appears when a run turns out to be long, if stderr is a terminal.
pub fn progress() -> impl FnMut(Progress) + Send {
    let began = Instant::now();
    let mut bar: Option<ProgressBar> = None;
    move |progress| {
        if bar.is_none() && began.elapsed() >= LONG_RUN {
            bar = Some(new_bar(progress.total.into(), began));
        }
        if let Some(bar) = &bar {
            bar.set_position(progress.done.into());
            if progress.done == progress.total {
                bar.finish_and_clear();
            }
        }
    }
}

fn new_bar(total: u64, began: Instant) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::stderr())
        .with_elapsed(began.elapsed());
    match ProgressStyle::with_template("{wide_bar} {pos} of {len} workgroups, {eta} left") {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
