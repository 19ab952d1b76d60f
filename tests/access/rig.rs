//! What the table says may be cut runs on the rig with five grids: over one device several times and over two of one
//! model, bit for bit what it gives whole on one of them; what has no floats over all devices, too.

use polygpu::{Axis, Binding, DeviceGroup, Layout, Scalar, Schedule};

use crate::common;
use crate::row::Content;
use crate::table;

/// Grids of more invocations are left to the benches.
const MOST: u64 = 1 << 20;

/// Kernels whose result depends on which invocation comes first, on one device as well: a counter in workgroup memory gives
/// out the places, or several read and write one word without atomics.
const RACES: [&str; 2] = ["local_compact", "bytes_store"];

#[test]
fn split_kernels_on_the_rig() {
    let Some(gpus) = common::group() else { return };
    let one = gpus.on(0).unwrap();
    let thrice = common::times(&gpus.devices()[0], 3);
    let mut groups = vec![("one device three times", thrice)];
    groups.extend(common::twins(&gpus).map(|twins| ("two of one model", twins)));
    let (mut ran, mut failures) = (0, Vec::new());
    for row in table::rows() {
        let plan = row.plan().unwrap();
        let Some(axis) = plan.axis else { continue };
        if RACES.contains(&row.kernel) {
            continue;
        }
        for grid in grids(plan.grid, axis) {
            let size = grid.iter().zip(plan.workgroup_size);
            let invocations: u64 = size.map(|(n, s)| u64::from(*n) * u64::from(s)).product();
            let dry = row.launch(None, Some(grid), &content, |launch| launch.plan());
            if invocations > MOST || !matches!(dry.0, Ok(plan) if plan.axis.is_some()) {
                continue;
            }
            let run = |group: &DeviceGroup, schedule: Schedule| {
                let act = |launch: polygpu::Launch<'_>| launch.schedule(schedule).run();
                let (report, after) = row.launch(Some(group), Some(grid), &content, act);
                report.unwrap_or_else(|e| panic!("{}: {e}", row.name()));
                after
            };
            let want = run(&one, Schedule::Dynamic);
            let has_floats = row.interface().bindings.iter().any(|b| is_float(&b.layout));
            let all = (!has_floats).then(|| ("all devices", gpus.clone()));
            for (how, group) in groups.iter().cloned().chain(all) {
                let weights = (0..group.devices().len()).map(|i| 1.0 + ((i + ran) % 3) as f64);
                let schedule = match ran % 2 {
                    0 => Schedule::Weighted(weights.collect()),
                    _ => Schedule::Dynamic,
                };
                ran += 1;
                for ((name, want), (_, got)) in want.iter().zip(run(&group, schedule)) {
                    if *want != got {
                        let at = want.iter().zip(&got).position(|(a, b)| a != b);
                        failures.push(format!(
                            "{} {grid:?} {how}: {name} at byte {at:?}",
                            row.name()
                        ));
                    }
                }
            }
        }
    }
    println!("{ran} launches");
    assert!(
        failures.is_empty(),
        "{} of {ran}:\n{}",
        failures.len(),
        failures.join("\n")
    );
    assert!(ran > 500, "only {ran}");
}

/// The grid of the row and four others near it.
fn grids(own: [u32; 3], axis: Axis) -> [[u32; 3]; 5] {
    let n = own[axis.index()];
    [n, n + 1, n.saturating_sub(1).max(2), 2 * n + 1, 7].map(|n| {
        let mut grid = own;
        grid[axis.index()] = n;
        grid
    })
}

/// Small numbers where they may be indices, floats from 0.5 to 1.
fn content(content: &Content, binding: &Binding) -> Vec<u8> {
    let mut bytes = content.bytes(binding.stride(), binding.header_bytes());
    if matches!(content, Content::Len(_)) {
        for word in bytes.chunks_exact_mut(4) {
            let random = u32::from_le_bytes(word.try_into().unwrap());
            let value = match is_float(&binding.layout) {
                true => 0x3f00_0000 | (random & 0x7f_ffff),
                false => random % 211,
            };
            word.copy_from_slice(&value.to_le_bytes());
        }
    }
    bytes
}

fn is_float(layout: &Layout) -> bool {
    match layout {
        Layout::Scalar(scalar) | Layout::Vector { scalar, .. } | Layout::Matrix { scalar, .. } => {
            matches!(scalar, Scalar::F32 | Scalar::F16 | Scalar::F64)
        }
        Layout::Array { element, .. } => is_float(element),
        Layout::Struct { members, .. } => members.iter().any(|member| is_float(&member.layout)),
    }
}
