//! The thread that waits for a device. It starts with the first job and ends with the device; with
//! nothing to do it sleeps.

use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

type Job = Box<dyn FnOnce() + Send>;

pub(crate) struct Worker {
    name: String,
    jobs: Mutex<Option<Sender<Job>>>,
}

impl Worker {
    pub fn new(name: &str) -> Self {
        Self {
            name: format!("polygpu {name}"),
            jobs: Mutex::new(None),
        }
    }

    /// Runs `job` after those sent before. `false` if no thread can be had.
    pub fn send(&self, job: impl FnOnce() + Send + 'static) -> bool {
        let mut jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner);
        if jobs.is_none() {
            let (sender, receiver) = channel::<Job>();
            let thread = thread::Builder::new().name(self.name.clone());
            if thread
                .spawn(move || receiver.iter().for_each(|job| job()))
                .is_err()
            {
                return false;
            }
            *jobs = Some(sender);
        }
        jobs.as_ref()
            .is_some_and(|jobs| jobs.send(Box::new(job)).is_ok())
    }
}
