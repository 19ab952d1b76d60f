//! `polygpu devices`.

use crate::failure::Failure;
use crate::output::{json, print, print_json};

/// Prints the inventory.
pub fn devices(as_json: bool) -> Result<(), Failure> {
    let inventory = polygpu::adapters()?;
    if as_json {
        print_json(&json(&inventory)?)
    } else {
        print(&inventory.to_string())
    }
}
