//! Why the command failed, and its exit code.

use std::fmt;
use std::process::ExitCode;

use polygpu::Error;

/// What ends the command early.
#[derive(Debug)]
pub enum Failure {
    /// Something in what the user gave is wrong.
    Input(String),
    /// It was right, and failed where it ran.
    Run(String),
}

impl Failure {
    pub fn exit_code(&self) -> ExitCode {
        match self {
            Self::Input(_) => ExitCode::from(2),
            Self::Run(_) => ExitCode::from(1),
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Input(why) | Self::Run(why) => f.write_str(why.trim_end()),
        }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        let text = error.to_string();
        match error {
            Error::UnknownAdapter { .. }
            | Error::DeviceIndex { .. }
            | Error::ReadKernel { .. }
            | Error::Wgsl { .. }
            | Error::EntryPoint { .. }
            | Error::Constant { .. }
            | Error::Unsupported { .. }
            | Error::UnknownBinding { .. }
            | Error::Argument { .. }
            | Error::Missing { .. }
            | Error::Grid { .. }
            | Error::Launch { .. }
            | Error::Distribution { .. } => Self::Input(text),
            _ => Self::Run(text),
        }
    }
}
