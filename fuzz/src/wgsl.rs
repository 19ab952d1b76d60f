//! Any text as a kernel: loaded, reflected and planned over small arrays.

use polygpu::{Axis, Kernel, Launch};

use crate::bytes::array;

/// Elements of each array, content of the uniforms, workgroups.
const LAUNCHES: [(u64, u32, [u32; 3]); 5] = [
    (1000, 1000, [16, 1, 1]),
    (64, 8, [2, 3, 2]),
    (1, 0, [1, 1, 1]),
    (0, 1, [5, 1, 1]),
    (300, u32::MAX, [70_000, 2, 1]),
];

/// An error is as good as a plan; a panic, a hang or too much memory is not.
pub fn check(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let kernel = match Kernel::from_wgsl("fuzzed.wgsl", text) {
        Ok(kernel) => kernel,
        Err(error) => return drop(error.to_string()),
    };
    let overrides = kernel.overrides();
    for entry in kernel.entries().iter().take(3) {
        let Ok(kernel) = kernel.entry(entry) else {
            panic!("{entry:?} is listed, and can't be chosen");
        };
        for value in [None, Some(1.0), Some(0.0), Some(-2.5e9)] {
            let constants: Vec<_> = overrides
                .iter()
                .filter(|info| value.is_some() || !info.has_default)
                .map(|info| (info.key.as_str(), value.unwrap_or(4.0)))
                .collect();
            if value.is_some() && constants.is_empty() {
                break;
            }
            match kernel.interface_with(&constants) {
                Ok(interface) => plan(&kernel, &interface, &constants),
                Err(error) => drop(error.to_string()),
            }
        }
    }
}

fn plan(kernel: &Kernel, interface: &polygpu::Interface, constants: &[(&str, f64)]) {
    for (len, number, grid) in LAUNCHES {
        let content = [u64::from(number) << 32 | u64::from(number); 16];
        let mut arrays = Vec::new();
        for binding in &interface.bindings {
            let len = binding.fixed_len().map_or(len, u64::from);
            let bytes = len
                .checked_mul(binding.stride())
                .and_then(|bytes| bytes.checked_add(binding.header_bytes()));
            let Some(array) = bytes.and_then(|bytes| array(bytes, &content)) else {
                return;
            };
            arrays.push((binding, array, bytes.unwrap_or(0) as usize));
        }
        let mut launch = Launch::dry(kernel).workgroups(grid);
        for (binding, array, bytes) in &mut arrays {
            let data = as_bytes(array, *bytes);
            launch = if binding.is_writable() {
                launch.bind_mut(&binding.name, data)
            } else {
                launch.bind(&binding.name, &*data)
            };
        }
        for (name, value) in constants {
            launch = launch.constant(name, *value);
        }
        match launch.plan() {
            Ok(plan) => drop(plan.to_string()),
            Err(error) => drop(error.to_string()),
        }
        if let Err(error) = launch.axis(Axis::Y).plan() {
            drop(error.to_string());
        }
    }
}

/// The array as that many bytes.
fn as_bytes(array: &mut [u64], bytes: usize) -> &mut [u8] {
    let all: &mut [u8] = bytemuck::cast_slice_mut(array);
    let len = all.len().min(bytes);
    &mut all[..len]
}
