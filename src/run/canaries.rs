//! Nothing outside a window is touched on the device: each buffer is bound with canaries before and behind its
//! window, chunk by chunk, for every kernel of the corpus and above all for those that leave their bounds.
//!
//! And a grid in many dispatches, with bases in all three dimensions, gives what it gives in one: here a device is said
//! to take two workgroups in a dimension, not 65,535.

#[path = "../../tests/corpus/mod.rs"]
mod corpus;

use std::sync::Arc;
use std::time::Duration;

use corpus::{Dist, Op, Row, plain};
use wgpu::util::DeviceExt;

use super::job::Job;
use crate::device::{Device, DeviceGroup};
use crate::kernel::{Constants, Folded, Kernel};
use crate::plan::{Axis, Distribution, Limits, Plan, ReduceOp, Request};
use crate::rewrite::{GridData, LOG_WORDS};

/// Enough for every adapter's alignment of bindings.
const CANARY: u64 = 256;
const BYTE: u8 = 0xCA;

#[test]
fn canaries_live() {
    let group = match DeviceGroup::builder().allow_software(true).open() {
        Ok(group) => group,
        Err(error) if std::env::var_os("CI").is_some() => panic!("{error}"),
        Err(error) => return println!("ignored: {error}"),
    };
    let mut chunks = 0;
    let mut failures = Vec::new();
    let mut models: Vec<&str> = Vec::new();
    for device in group.devices() {
        if models.contains(&device.info().name.as_str()) {
            continue;
        }
        models.push(&device.info().name);
        for row in corpus::oob_rows().iter().chain(&corpus::rows()) {
            if device.wgpu().features().contains(plain::features(row)) {
                chunks += check_row(device, row, &mut failures);
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(chunks > 500, "only {chunks} chunks ran");
}

fn check_row(device: &Device, row: &Row, failures: &mut Vec<String>) -> usize {
    let mut kernel = Kernel::from_file(row.path()).unwrap();
    if let Some(entry) = row.entry {
        kernel = kernel.entry(entry).unwrap();
    }
    let constants: Constants = (row.constants.iter())
        .map(|(name, value)| ((*name).to_owned(), value.to_bits()))
        .collect();
    let folded = kernel.fold(&constants).unwrap();
    let bindings = &folded.interface.bindings;
    let content: Vec<Vec<u8>> = bindings
        .iter()
        .map(|b| {
            let initial = row.bindings.iter().zip(row.initial());
            let mut initial = initial.filter(|(of, _)| of.name == b.name);
            initial.next().unwrap().1
        })
        .collect();
    let lens: Vec<u32> = (bindings.iter().zip(&content))
        .map(|(b, bytes)| {
            b.fixed_len()
                .unwrap_or_else(|| ((bytes.len() as u64 - b.header_bytes()) / b.stride()) as u32)
        })
        .collect();
    let mut ran = 0;
    for cut in row.cuts.iter().map(Some).chain([None]) {
        let distributions: Vec<_> = bindings
            .iter()
            .map(|b| {
                let stated = cut?.distributions.iter().find(|(name, _)| *name == b.name);
                stated.map(|(_, dist)| distribution(*dist))
            })
            .collect();
        let plan = Plan::new(&Request {
            kernel: row.file,
            folded: &folded,
            grid: row.workgroups,
            lens: &lens,
            content: &vec![None; lens.len()],
            distributions: &distributions,
            axis: cut.map(|cut| [Axis::X, Axis::Y, Axis::Z][cut.axis.index()]),
            trusted: row.twin.is_some(),
            divide: cut.is_some(),
        })
        .unwrap();
        let total = plan.total();
        let third = (total.div_ceil(3).div_ceil(plan.step) * plan.step).max(1);
        let mut start = 0;
        while start < total {
            let end = (start + third).min(total);
            let limits = limits(device, &folded);
            let external = vec![false; bindings.len()];
            let job = Job::new(&plan, &folded, &limits, start..end, false, &external);
            if let Err(why) = run(device, &folded, &job, &content) {
                failures.push(format!(
                    "{} {start}..{end} on {}: {why}",
                    row.name(),
                    device.name()
                ));
            }
            ran += 1;
            start = end;
        }
    }
    if let Err(why) = many_dispatches(device, row, &folded, &lens, &content) {
        failures.push(format!(
            "{} in many dispatches on {}: {why}",
            row.name(),
            device.name()
        ));
    }
    ran
}

/// The whole grid, two workgroups a dimension at a time, against the twin or plain wgpu.
fn many_dispatches(
    device: &Device,
    row: &Row,
    folded: &Arc<Folded>,
    lens: &[u32],
    content: &[Vec<u8>],
) -> Result<(), String> {
    let bindings = &folded.interface.bindings;
    let plan = Plan::new(&Request {
        kernel: row.file,
        folded,
        grid: row.workgroups,
        lens,
        content: &vec![None; lens.len()],
        distributions: &vec![None; bindings.len()],
        axis: None,
        trusted: false,
        divide: false,
    })
    .unwrap();
    let mut limits = limits(device, folded);
    limits.workgroups = 2;
    let external = vec![false; bindings.len()];
    let job = Job::new(&plan, folded, &limits, 0..1, false, &external);
    let pieces = row.workgroups.map(|n| n.div_ceil(2) as usize);
    assert_eq!(job.dispatches.len(), pieces.iter().product::<usize>());
    let got = run(device, folded, &job, content)?;
    let want = match row.twin {
        Some(twin) => twin(&row.initial()),
        None => plain::run(&device.wgpu(), &device.queue(), row)?,
    };
    for (of, want) in row.outputs().zip(want) {
        let index = bindings.iter().position(|b| b.name == of.name).unwrap();
        if got[index][..want.len()] != want {
            return Err(format!("{} differs", of.name));
        }
    }
    Ok(())
}

fn limits(device: &Device, folded: &Folded) -> Limits {
    let (session, _) = device.session(Duration::ZERO).unwrap();
    session.limits(device.info(), folded, device.memory_budget())
}

/// Runs one chunk on buffers with canaries, and says where one died. Gives what the windows hold.
fn run(
    device: &Device,
    folded: &Arc<Folded>,
    job: &Job,
    content: &[Vec<u8>],
) -> Result<Vec<Vec<u8>>, String> {
    let (session, _) = device.session(Duration::ZERO).map_err(|(_, why)| why)?;
    let pipeline =
        (session.pipelines.get(&session, folded, &job.options)).map_err(|e| e.to_string())?;
    let bindings = &folded.interface.bindings;
    let wgpu = device.wgpu();
    let create = |contents: &[u8], usage| {
        wgpu.create_buffer_init(&wgpu::util::BufferInitDescriptor {
            label: None,
            contents,
            usage: usage | wgpu::BufferUsages::COPY_SRC,
        })
    };
    let mut buffers = Vec::new();
    for ((binding, of), bytes) in bindings.iter().zip(&job.buffers).zip(content) {
        let mut held = vec![BYTE; (CANARY * 2 + of.bytes) as usize];
        let (header, stride) = (binding.header_bytes(), binding.stride());
        let first = (header + u64::from(of.window.base) * stride) as usize;
        let len = (u64::from(of.window.len) * stride) as usize;
        let at = (CANARY + header) as usize;
        held[CANARY as usize..at].copy_from_slice(&bytes[..header as usize]);
        held[at..at + len].copy_from_slice(&bytes[first..first + len]);
        let usage = if binding.is_storage() {
            wgpu::BufferUsages::STORAGE
        } else {
            wgpu::BufferUsages::UNIFORM
        };
        buffers.push((create(&held, usage), CANARY + header + len as u64, of.bytes));
    }
    let ours = [
        (
            pipeline.grid_data,
            create(&padded(&job.grid_data), wgpu::BufferUsages::UNIFORM),
        ),
        (
            pipeline.log,
            create(&[0; LOG_WORDS as usize * 4], wgpu::BufferUsages::STORAGE),
        ),
    ];
    let groups: Vec<_> = (0..)
        .zip(&pipeline.groups)
        .map(|(group, layout)| {
            let bind = |buffer, offset, bytes| {
                wgpu::BindingResource::Buffer(wgpu::BufferBinding {
                    buffer,
                    offset,
                    size: std::num::NonZeroU64::new(bytes),
                })
            };
            let theirs = bindings
                .iter()
                .zip(&buffers)
                .filter(|(b, _)| b.group == group);
            let mut entries: Vec<_> = theirs
                .map(|(b, (buffer, _, bytes))| wgpu::BindGroupEntry {
                    binding: b.binding,
                    resource: bind(buffer, CANARY, *bytes),
                })
                .collect();
            for ((at, buffer), bytes) in ours.iter().zip([GridData::bytes(bindings.len()), 32]) {
                if let Some(at) = at.filter(|at| at.group == group) {
                    entries.push(wgpu::BindGroupEntry {
                        binding: at.binding,
                        resource: bind(buffer, 0, bytes),
                    });
                }
            }
            wgpu.create_bind_group(&wgpu::BindGroupDescriptor {
                label: None,
                layout,
                entries: &entries,
            })
        })
        .collect();
    let mut encoder = wgpu.create_command_encoder(&Default::default());
    {
        let mut pass = encoder.begin_compute_pass(&Default::default());
        pass.set_pipeline(&pipeline.pipeline);
        for (index, [x, y, z]) in (0u64..).zip(job.dispatches.iter().copied()) {
            for (number, group) in (0..).zip(&groups) {
                let is_grid = pipeline.grid_data.is_some_and(|at| at.group == number);
                let offset = [(index * job.grid_stride) as u32];
                pass.set_bind_group(number, group, if is_grid { &offset } else { &[] });
            }
            pass.dispatch_workgroups(x, y, z);
        }
    }
    let mut reads = Vec::new();
    for (buffer, ..) in &buffers {
        let read = wgpu.create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size: buffer.size(),
            usage: wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        encoder.copy_buffer_to_buffer(buffer, 0, &read, 0, buffer.size());
        reads.push(read);
    }
    device.queue().submit([encoder.finish()]);
    for read in &reads {
        read.map_async(wgpu::MapMode::Read, .., |_| {});
    }
    wgpu.poll(wgpu::PollType::wait_indefinitely()).unwrap();
    let mut held = Vec::new();
    for ((read, (_, end, _)), binding) in reads.iter().zip(&buffers).zip(bindings) {
        let bytes = read.get_mapped_range(..).unwrap();
        let behind = bytes.iter().skip(*end as usize);
        let before = bytes.iter().take(CANARY as usize);
        if before.chain(behind).any(|byte| *byte != BYTE) {
            return Err(format!(
                "{} was written outside of its window",
                binding.name
            ));
        }
        held.push(bytes[CANARY as usize..].to_vec());
    }
    Ok(held)
}

fn padded(grid_data: &[u8]) -> Vec<u8> {
    let mut padded = grid_data.to_vec();
    padded.resize(padded.len().max(256).next_multiple_of(16), 0);
    padded
}

fn distribution(dist: Dist) -> Distribution {
    match dist {
        Dist::Split(n, d) => Distribution::split((n as u32, d as u32)),
        Dist::Halo(n, d, before, after) => {
            Distribution::halo((n as u32, d as u32), before as u32, after as u32)
        }
        Dist::Broadcast => Distribution::broadcast(),
        Dist::Reduce(Op::Sum) => Distribution::reduce(ReduceOp::Sum),
        Dist::Reduce(Op::Min) => Distribution::reduce(ReduceOp::Min),
        Dist::Reduce(Op::Max) => Distribution::reduce(ReduceOp::Max),
    }
}
