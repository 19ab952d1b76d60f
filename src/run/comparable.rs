//! What [`verify`](super::Launch::verify) asks of a launch: a kernel that gives the same result each time, and devices that
//! compute it bit for bit alike.

use super::coordinator::Comparable;
use super::launch::Launch;
use crate::device::Device;
use crate::error::{Error, Result};
use crate::kernel::{Folded, depends_on_order, has_floats};
use crate::plan::{Fit, Limits, Plan};
use crate::report::{PassedOver, Report};

/// Refuses a launch that can't be verified, whatever the devices.
pub(super) fn check(launch: &Launch<'_>, folded: &Folded, plan: &Plan) -> Result<()> {
    let refuse = |why: String| {
        Err(Error::Launch {
            kernel: plan.kernel.clone(),
            why,
        })
    };
    let Some(fraction) = launch.verify else {
        return Ok(());
    };
    if !(0.0..=1.0).contains(&fraction) {
        return refuse(format!(
            "`verify` takes a share of the chunks, from 0 for none to 1 for all, not {fraction}"
        ));
    }
    if fraction == 0.0 {
        return Ok(());
    }
    if launch.has_buffers() {
        return refuse(
            "`verify` compares results on the host, and those of `bind_buffer` stay on the device: bind arrays"
                .to_owned(),
        );
    }
    let workgroups: u64 = plan.grid.into_iter().map(u64::from).product();
    let together = plan.axis.is_none() && workgroups > 1;
    match depends_on_order(folded, together) {
        None => Ok(()),
        Some((line, why)) => refuse(format!(
            "line {line}: {why}, so that two runs may differ with nothing wrong: `verify` can't tell"
        )),
    }
}

/// The devices that can be compared with each other. Those without a peer are passed over.
pub(super) fn pair(
    launch: &Launch<'_>,
    plan: &Plan,
    folded: &Folded,
    fits: &mut [Option<(Fit, Limits)>],
    report: &mut Report,
) -> Result<Option<Comparable>> {
    let able: Vec<usize> = (0..)
        .zip(&*fits)
        .filter_map(|(index, fit)| fit.as_ref().map(|_| index))
        .collect();
    let fraction = launch.verify.filter(|fraction| *fraction > 0.0);
    // Where nothing runs, there is nothing to compare; that no device is able has an error of its own.
    let Some(fraction) = fraction.filter(|_| !able.is_empty() && !plan.grid.contains(&0)) else {
        return Ok(None);
    };
    let floats = has_floats(folded);
    let by_model = floats || folded.subgroups;
    let devices = &launch.devices;
    // A class goes by the number of its first device.
    let class = |device: &Device| {
        let mut able = able.iter().copied();
        able.find(|index| {
            devices
                .get(*index)
                .is_some_and(|first| !by_model || is_one_model(first, device))
        })
    };
    let classes: Vec<usize> = (0..)
        .zip(devices)
        .map(|(index, device)| class(device).unwrap_or(index))
        .collect();
    let why = match (able.len(), floats) {
        (1, _) => "no other device can run this launch",
        (_, true) => {
            "the kernel computes with floats, and no other device is of its model and driver"
        }
        (_, false) => "the kernel uses subgroups, and no other device is of its model and driver",
    };
    let mut lonely = Vec::new();
    for index in &able {
        let peers = able
            .iter()
            .filter(|other| classes.get(**other) == classes.get(*index));
        if peers.count() > 1 {
            continue;
        }
        if let (Some(fit), Some(device)) = (fits.get_mut(*index), devices.get(*index)) {
            *fit = None;
            lonely.push(device.name());
            log::info!("{}: passed over: verify: {why}", device.name());
            report.passed_over.push(PassedOver {
                index: *index,
                name: device.name().to_owned(),
                reasons: vec![format!("`verify` compares two devices: {why}")],
            });
        }
    }
    if fits.iter().all(Option::is_none) {
        return Err(Error::Launch {
            kernel: plan.kernel.clone(),
            why: format!(
                "`verify` compares what two devices compute, bit by bit, and no two can be compared ({}): {why}; add a second device of \
                 one model, or open one twice (`logical_devices`), which finds errors that come and go",
                lonely.join(", ")
            ),
        });
    }
    Ok(Some(Comparable { fraction, classes }))
}

/// Whether floats come out the same on two devices.
fn is_one_model(a: &Device, b: &Device) -> bool {
    let of = |device: &Device| {
        let info = device.info();
        (
            info.name.clone(),
            (info.vendor, info.device, info.backend),
            info.driver.clone(),
            info.driver_info.clone(),
        )
    };
    of(a) == of(b)
}
