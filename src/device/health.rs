//! How a device is.

use std::fmt;

use crate::error::Fault;

/// How a device is: what keeps it from work, and how often it was opened again.
///
/// ```
/// let gpus = polygpu::DeviceGroup::open()?;
/// for health in gpus.health() {
///     println!("{health}");
///     assert_eq!((health.fault, health.reopened), (None, 0));
/// }
/// # Ok::<(), polygpu::Error>(())
/// ```
#[derive(Debug, Clone)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Health {
    /// The device's name.
    pub device: String,
    /// [`Fault::Lost`] or [`Fault::Hang`] where it takes no work now; `None` where it does.
    pub fault: Option<Fault>,
    /// What happened, where there is a fault.
    pub why: Option<String>,
    /// How often it was opened again after a loss.
    pub reopened: u32,
    /// How it was lost before it was opened again the last time.
    pub last_loss: Option<String>,
}

impl fmt::Display for Health {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.device)?;
        let why = self.why.as_deref().unwrap_or_default();
        let last = self.last_loss.as_deref().unwrap_or_default();
        match (self.fault, self.reopened) {
            (None, 0) => write!(f, "good"),
            (None, times) => write!(f, "good, opened again (times: {times}, last: {last})"),
            (Some(_), 0) => write!(f, "{why}"),
            (Some(_), times) => write!(f, "{why}; opened again before (times: {times})"),
        }
    }
}
