//! Whether a device can run a kernel, and how large a chunk it can take.

use super::{BindingPlan, Plan};
use crate::kernel::Folded;
use crate::rewrite::GridData;

/// What a device allows, as plain numbers.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Limits {
    pub workgroup_size: [u32; 3],
    pub workgroup_invocations: u32,
    pub workgroup_memory_bytes: u64,
    pub workgroups: u32,
    pub storage_buffers: u32,
    pub uniform_buffers: u32,
    pub bind_groups: u32,
    pub bindings_per_group: u32,
    pub storage_binding_bytes: u64,
    pub uniform_binding_bytes: u64,
    pub buffer_bytes: u64,
    pub uniform_offset_bytes: u64,
    pub memory_budget: u64,
    /// `None` where subgroups are absent or vary in size.
    pub subgroup_size: Option<u32>,
    /// Features that the kernel needs and the device was opened without, by name.
    pub missing_features: Vec<String>,
}

/// What a device can take of a launch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Fit {
    /// The largest chunk, in workgroups along the axis, a multiple of the plan's step.
    pub max_chunk: u32,
}

/// A launch splits grids into at most this many dispatches a chunk.
const MAX_DISPATCHES: u64 = 1 << 16;

/// What chunks are put together from lies at multiples of this.
pub(crate) const ALIGN: u64 = 16;

/// The log of a checked launch and the timestamps come back beside the results.
const EXTRA_BYTES: u64 = 64;

/// Whether `limits` allow this launch; `Err` holds every reason against it.
pub(crate) fn fit(plan: &Plan, folded: &Folded, limits: &Limits) -> Result<Fit, Vec<String>> {
    let mut reasons = kernel_reasons(folded, limits);
    reasons.extend(log_reason(plan, limits));
    reasons.extend(grid_data_reason(plan, limits));
    if plan.axis.is_some() && folded.subgroups && limits.subgroup_size.is_none() {
        reasons.push("the kernel uses subgroups, and their size is not fixed here".to_owned());
    }
    if !reasons.is_empty() {
        return Err(reasons);
    }
    let total = plan.total();
    let step = plan.step.max(1);
    if plan.axis.is_none() || total == 0 {
        return match chunk_reasons(plan, limits, total) {
            reasons if reasons.is_empty() => Ok(Fit { max_chunk: total }),
            reasons => Err(reasons),
        };
    }
    // Cost grows with the chunk, so the largest one that fits is found by bisection, in steps.
    let workgroups = |steps: u64| {
        let all = steps.saturating_mul(step.into());
        u32::try_from(all).unwrap_or(u32::MAX).min(total)
    };
    let (mut good, mut bad) = (0u64, u64::from(total.div_ceil(step)) + 1);
    while bad - good > 1 {
        let steps = good + (bad - good) / 2;
        if chunk_reasons(plan, limits, workgroups(steps)).is_empty() {
            good = steps;
        } else {
            bad = steps;
        }
    }
    if good == 0 {
        return Err(chunk_reasons(plan, limits, workgroups(1)));
    }
    Ok(Fit {
        max_chunk: workgroups(good),
    })
}

/// Why a device can't run a kernel whatever the grid; empty where it can.
pub(crate) fn kernel_reasons(folded: &Folded, limits: &Limits) -> Vec<String> {
    let interface = &folded.interface;
    let mut reasons: Vec<_> = limits
        .missing_features
        .iter()
        .map(|feature| format!("the kernel needs {feature}, which it does not have"))
        .collect();
    let mut exceeds = |what: &str, needed: u64, limit: u64| {
        if needed > limit {
            reasons.push(format!("{what}: {needed} needed, {limit} allowed"));
        }
    };
    let [x, y, z] = interface.workgroup_size;
    let [max_x, max_y, max_z] = limits.workgroup_size;
    exceeds("workgroup size x", x.into(), max_x.into());
    exceeds("workgroup size y", y.into(), max_y.into());
    exceeds("workgroup size z", z.into(), max_z.into());
    exceeds(
        "invocations of a workgroup",
        u64::from(x) * u64::from(y) * u64::from(z),
        limits.workgroup_invocations.into(),
    );
    exceeds(
        "bytes of workgroup memory",
        interface.workgroup_memory_bytes,
        limits.workgroup_memory_bytes,
    );
    let storage = interface.bindings.iter().filter(|b| b.is_storage()).count() as u64;
    let uniform = interface.bindings.len() as u64 - storage;
    exceeds("storage buffers", storage, limits.storage_buffers.into());
    exceeds("uniform buffers", uniform, limits.uniform_buffers.into());
    let groups = interface.bindings.iter().map(|b| u64::from(b.group) + 1);
    exceeds(
        "bind groups",
        groups.max().unwrap_or(0),
        limits.bind_groups.into(),
    );
    let numbers = interface.bindings.iter().map(|b| u64::from(b.binding) + 1);
    exceeds(
        "binding numbers",
        numbers.max().unwrap_or(0),
        limits.bindings_per_group.into(),
    );
    reasons
}

/// A checked launch writes its log into a storage buffer beside those of the kernel.
fn log_reason(plan: &Plan, limits: &Limits) -> Option<String> {
    let storage = plan.bindings.iter().filter(|b| !b.uniform).count() as u64;
    let is_full = plan.checked && storage == u64::from(limits.storage_buffers);
    is_full.then(|| {
        format!(
            "storage buffers: {} needed, one of them to check the distributions, {} allowed; `trust_distribution` does without",
            storage + 1,
            limits.storage_buffers
        )
    })
}

/// The grid data is a uniform beside those of the kernel, where it takes any.
fn grid_data_reason(plan: &Plan, limits: &Limits) -> Option<String> {
    let uniform = plan.bindings.iter().filter(|b| b.uniform).count() as u64;
    let needed = plan.axis.is_some()
        || dispatches(plan, limits, plan.total()) > 1
        || !plan.bindings.iter().all(BindingPlan::is_exact);
    let is_full = needed && uniform == u64::from(limits.uniform_buffers);
    is_full.then(|| {
        format!(
            "uniform buffers: {} needed, one of them to divide the grid, {} allowed",
            uniform + 1,
            limits.uniform_buffers
        )
    })
}

/// Why a chunk of this many workgroups along the axis does not fit; empty where it does.
fn chunk_reasons(plan: &Plan, limits: &Limits, workgroups: u32) -> Vec<String> {
    let mut reasons = Vec::new();
    let (mut buffers, mut up, mut down) = (0u64, 0u64, EXTRA_BYTES);
    for binding in &plan.bindings {
        let bytes = window_bytes(plan, binding, workgroups);
        let (what, limit) = if binding.uniform {
            ("uniform binding", limits.uniform_binding_bytes)
        } else {
            ("storage binding", limits.storage_binding_bytes)
        };
        let limit = limit.min(limits.buffer_bytes);
        if bytes > limit {
            reasons.push(format!(
                "{what} {:?}: {bytes} bytes in one chunk, {limit} allowed",
                binding.name
            ));
        }
        let bytes = bytes.next_multiple_of(ALIGN);
        buffers = buffers.saturating_add(bytes);
        up = up.saturating_add(bytes);
        if binding.written {
            down = down.saturating_add(bytes);
        }
    }
    let dispatches = dispatches(plan, limits, workgroups);
    if dispatches > MAX_DISPATCHES {
        reasons.push(format!(
            "{dispatches} dispatches in one chunk, {MAX_DISPATCHES} allowed"
        ));
    }
    let grid_data = GridData::bytes(plan.bindings.len());
    let grid = dispatches
        .saturating_mul(grid_data.next_multiple_of(limits.uniform_offset_bytes.max(ALIGN)));
    up = up.saturating_add(grid);
    for (what, bytes) in [("upload", up), ("download", down)] {
        if bytes > limits.buffer_bytes {
            reasons.push(format!(
                "{what}: {bytes} bytes in one chunk, {} allowed in a buffer",
                limits.buffer_bytes
            ));
        }
    }
    let all = buffers
        .saturating_add(grid)
        .saturating_add(up)
        .saturating_add(down);
    if all > limits.memory_budget {
        reasons.push(format!(
            "memory: {all} bytes in one chunk with its transfers, {} in the budget",
            limits.memory_budget
        ));
    }
    reasons
}

fn window_bytes(plan: &Plan, binding: &BindingPlan, workgroups: u32) -> u64 {
    binding.buffer_bytes(plan.largest_window(binding, workgroups))
}

/// Number of dispatches that a chunk takes, each within the limit of workgroups per dimension.
fn dispatches(plan: &Plan, limits: &Limits, workgroups: u32) -> u64 {
    plan.extent(&(0..workgroups))
        .iter()
        .map(|range| u64::from((range.end - range.start).div_ceil(limits.workgroups.max(1))))
        .fold(1, u64::saturating_mul)
}
