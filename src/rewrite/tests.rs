//! Every kernel of the corpus stays valid, however it is rewritten.

mod unguarded;

use std::path::Path;

use naga::valid::Capabilities;

use super::{Options, rewrite};
use crate::kernel::{Constants, Kernel, validate};

#[test]
fn rewritten_modules_are_valid() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut failures = Vec::new();
    let mut count = 0;
    for folder in ["tests/kernels", "tests/kernels/oob", "shaders"] {
        for file in std::fs::read_dir(root.join(folder)).unwrap() {
            let path = file.unwrap().path();
            if path.extension().is_none_or(|e| e != "wgsl") {
                continue;
            }
            let kernel = Kernel::from_file(&path).unwrap();
            for entry in kernel.entries() {
                count += 1;
                if let Err(why) = check(&kernel.entry(&entry).unwrap()) {
                    failures.push(format!("{} {entry}: {why}", path.display()));
                }
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(count >= 130, "only {count} entry points were found");
}

fn check(kernel: &Kernel) -> Result<(), String> {
    let mut constants = Constants::new();
    for constant in kernel.overrides() {
        if !constant.has_default {
            constants.insert(constant.name, 16f64.to_bits());
        }
    }
    let folded = kernel.fold(&constants).map_err(|e| e.to_string())?;
    let bindings = &folded.interface.bindings;
    let windowed: Vec<bool> = (bindings.iter().zip(&folded.uses))
        .map(|(binding, uses)| binding.is_storage() && binding.is_array() && uses.whole.is_none())
        .collect();
    let none = vec![false; bindings.len()];
    let variants = [
        (false, false, &none),
        (true, false, &none),
        (true, false, &windowed),
        (true, true, &windowed),
    ];
    for (virtual_grid, checked, windowed) in variants {
        let options = Options {
            virtual_grid,
            windowed: windowed.clone(),
            checked,
            proven: std::sync::Arc::default(),
        };
        let rewritten = rewrite(&folded, &options).map_err(|e| format!("{options:?}: {e:?}"))?;
        validate(&rewritten.module, Capabilities::all())
            .map_err(|e| format!("{options:?}: {}", e.emit_to_string(kernel.wgsl())))?;
    }
    Ok(())
}
