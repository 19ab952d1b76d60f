//! The thread that waits for a device. It starts with the first job and ends with the device; with
//! nothing to do it sleeps.

use std::sync::mpsc::{SendError, Sender, channel};
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

    /// Runs `job` after those sent before. Where no thread can be had, or a job before it panics,
    /// it is dropped.
    pub fn send(&self, job: impl FnOnce() + Send + 'static) {
        let mut jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner);
        let mut job: Job = Box::new(job);
        // A job that panicked has ended the thread: then another one takes over.
        if let Some(sender) = &*jobs {
            match sender.send(job) {
                Ok(()) => return,
                Err(SendError(back)) => job = back,
            }
        }
        let (sender, receiver) = channel::<Job>();
        let thread = thread::Builder::new().name(self.name.clone());
        let started = thread.spawn(move || receiver.iter().for_each(|job| job()));
        let sent = started.is_ok() && sender.send(job).is_ok();
        *jobs = sent.then_some(sender);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_thread_takes_over_after_a_panic() {
        let worker = Worker::new("test");
        let answers = || {
            let (sender, received) = channel();
            worker.send(move || sender.send(()).unwrap());
            received.recv().is_ok()
        };
        assert!(answers() && answers());
        // Without the message that a panic would print.
        worker.send(|| std::panic::resume_unwind(Box::new(())));
        // What was sent before the thread was gone goes with it.
        assert!((0..10_000).any(|_| answers()));
        assert!(answers());
    }
}
