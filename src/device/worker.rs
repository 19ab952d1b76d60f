//! The thread that waits for a device. It starts with the first job and ends with the device; with
//! nothing to do it sleeps.

use std::sync::mpsc::{SendError, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

type Job = Box<dyn FnOnce() + Send>;

pub(crate) struct Worker {
    name: String,
    jobs: Mutex<Option<Sender<Job>>>,
    unfinished: Arc<Unfinished>,
}

/// The number of jobs that were sent and have not ended.
#[derive(Default)]
struct Unfinished {
    jobs: Mutex<usize>,
    rests: Condvar,
}

/// Counts one job for as long as it lives, done or not.
struct Counted(Arc<Unfinished>);

impl Counted {
    fn new(unfinished: &Arc<Unfinished>) -> Self {
        *unfinished
            .jobs
            .lock()
            .unwrap_or_else(PoisonError::into_inner) += 1;
        Self(unfinished.clone())
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        *self.0.jobs.lock().unwrap_or_else(PoisonError::into_inner) -= 1;
        self.0.rests.notify_all();
    }
}

impl Worker {
    pub fn new(name: &str) -> Self {
        Self {
            name: format!("polygpu {name}"),
            jobs: Mutex::new(None),
            unfinished: Arc::default(),
        }
    }

    /// Waits until it has nothing to do, for as long as `patience` lasts.
    pub fn rest(&self, patience: Duration) {
        let jobs = self.unfinished.jobs.lock();
        let jobs = jobs.unwrap_or_else(PoisonError::into_inner);
        let rests = &self.unfinished.rests;
        drop(rests.wait_timeout_while(jobs, patience, |jobs| *jobs > 0));
    }

    /// Runs `job` after those sent before. Where no thread can be had, or a job before it panics,
    /// it is dropped.
    pub fn send(&self, job: impl FnOnce() + Send + 'static) {
        let mut jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner);
        let counted = Counted::new(&self.unfinished);
        let mut job: Job = Box::new(move || {
            job();
            drop(counted);
        });
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
