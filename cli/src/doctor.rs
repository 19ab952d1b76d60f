//! `polygpu doctor`.

use std::process::ExitCode;

use crate::failure::Failure;
use crate::output::{json, print, print_json};

/// Prints the diagnosis. It worked where a GPU is usable.
pub fn doctor(as_json: bool) -> Result<ExitCode, Failure> {
    let diagnosis = polygpu::doctor();
    if as_json {
        print_json(&json(&diagnosis)?)?;
    } else {
        print(&diagnosis.to_string())?;
    }
    Ok(match diagnosis.usable {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    })
}
