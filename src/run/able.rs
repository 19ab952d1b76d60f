//! Which devices can take a launch, and how large a chunk each.

use std::sync::Arc;
use std::time::Duration;

use crate::device::{Device, Session};
use crate::error::Fault;
use crate::kernel::Folded;
use crate::plan::{Fit, Limits, Plan, fit};
use crate::report::{PassedOver, Reopened, Report};

/// The devices of a launch by their number, each with what it runs on, or why it can't.
pub(super) struct Sessions<'a>(Vec<(&'a Device, Result<Arc<Session>, String>)>);

impl<'a> Sessions<'a> {
    /// Opens the devices again that were lost. If all that is left hangs, it waits for that as long as `patience` lasts.
    pub fn of(devices: &'a [Device], patience: Duration, report: &mut Report) -> Self {
        let mut sessions: Vec<_> = devices.iter().map(|d| d.session(Duration::ZERO)).collect();
        if sessions.iter().all(Result::is_err) {
            for (session, device) in sessions.iter_mut().zip(devices) {
                if matches!(session, Err((Fault::Hang, _))) {
                    *session = device.session(patience);
                    if session.is_ok() {
                        break;
                    }
                }
            }
        }
        let mut all = Vec::with_capacity(devices.len());
        for (index, (device, session)) in devices.iter().zip(sessions).enumerate() {
            let session = match session {
                Ok((session, lost)) => {
                    report.reopened.extend(lost.map(|why| Reopened {
                        index,
                        name: device.name().to_owned(),
                        why,
                    }));
                    Ok(session)
                }
                Err((_, why)) => Err(why),
            };
            all.push((device, session));
        }
        Self(all)
    }

    pub fn iter(&self) -> impl Iterator<Item = &(&'a Device, Result<Arc<Session>, String>)> {
        self.0.iter()
    }
}

/// What each device can take; those that can't run the launch are passed over with reasons.
pub(super) fn fits(
    sessions: &Sessions<'_>,
    memory_budget: Option<u64>,
    plan: &Plan,
    folded: &Folded,
    report: &mut Report,
) -> Vec<Option<(Fit, Limits)>> {
    let mut fits = Vec::new();
    for (index, (device, session)) in sessions.iter().enumerate() {
        let fit = match session {
            Err(why) => Err(vec![why.clone()]),
            Ok(session) => {
                let budget = memory_budget.unwrap_or(device.memory_budget());
                let limits = session.limits(device.info(), folded, budget);
                fit(plan, folded, &limits).map(|fit| (fit, limits))
            }
        };
        fits.push(match fit {
            Ok(fit) => Some(fit),
            Err(reasons) => {
                log::info!("{}: passed over: {}", device.name(), reasons.join("; "));
                report.passed_over.push(PassedOver {
                    index,
                    name: device.name().to_owned(),
                    reasons,
                });
                None
            }
        });
    }
    same_subgroups(plan, folded, sessions, &mut fits, report);
    fits
}

/// Kernels that see subgroups are spread only over devices whose subgroups are equal.
fn same_subgroups(
    plan: &Plan,
    folded: &Folded,
    sessions: &Sessions<'_>,
    fits: &mut [Option<(Fit, Limits)>],
    report: &mut Report,
) {
    if !folded.subgroups || plan.axis.is_none() {
        return;
    }
    let first = fits
        .iter()
        .flatten()
        .next()
        .map(|(_, limits)| limits.subgroup_size);
    for (index, (slot, (device, _))) in fits.iter_mut().zip(sessions.iter()).enumerate() {
        if let Some((_, limits)) = slot
            && Some(limits.subgroup_size) != first
        {
            report.passed_over.push(PassedOver {
                index,
                name: device.name().to_owned(),
                reasons: vec![
                    "the kernel uses subgroups, and theirs are of another size than the first device's"
                        .to_owned(),
                ],
            });
            *slot = None;
        }
    }
}
