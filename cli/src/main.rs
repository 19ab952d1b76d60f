//! The command `polygpu`: lists the GPUs, checks WGSL kernels, and runs them on all GPUs at once.

mod arrays;
mod check;
mod devices;
mod doctor;
mod explain;
mod failure;
mod npy;
mod options;
mod output;
mod run;
mod values;
mod verify;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// One WGSL compute kernel over every GPU in the machine.
///
/// Exit code 0: it worked. 1: it failed where it ran. 2: something in what was given is wrong.
#[derive(Parser)]
#[command(name = "polygpu", version)]
struct Cli {
    /// Print JSON, for programs
    #[arg(long, global = true)]
    json: bool,

    /// Say more on stderr: -v each device and launch, -vv each chunk, and what wgpu warns of
    #[arg(short, long, global = true, action = clap::ArgAction::Count)]
    verbose: u8,

    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// List the GPUs of the machine, and those left out with the reasons
    Devices,
    /// Say why a GPU is not seen, and what mends it; exit code 0 where a GPU is usable, else 1
    Doctor,
    Check(check::Options),
    Run(Box<options::Options>),
    /// Say how a kernel would be divided, and why, without running it; the arguments are those of `run`
    Explain(Box<options::Options>),
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    output::start_log(cli.verbose);
    let done = |()| ExitCode::SUCCESS;
    let result = match &cli.command {
        Command::Devices => devices::devices(cli.json).map(done),
        Command::Doctor => doctor::doctor(cli.json),
        Command::Check(options) => check::check(options, cli.json).map(done),
        Command::Run(options) => run::run(options, cli.json).map(done),
        Command::Explain(options) => explain::explain(options, cli.json).map(done),
    };
    match result {
        Ok(code) => code,
        Err(failure) => {
            eprintln!("error: {failure}");
            failure.exit_code()
        }
    }
}
