//! What stands for the devices' threads.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Waker};
use std::thread::JoinHandle;

use super::recorder::Recorder;
use crate::error::Result;
use crate::report::Report;
use crate::run::coordinator::Coordinator;

pub(super) type Work = Box<dyn FnOnce() + Send>;

/// Runs what devices are given: when the test says so, in an order that the test chooses, or on threads.
#[derive(Clone)]
pub(super) enum Executor {
    Queued(Arc<Mutex<VecDeque<Work>>>),
    Threads(Arc<Mutex<Vec<JoinHandle<()>>>>),
}

impl Executor {
    pub fn queued() -> Self {
        Self::Queued(Arc::default())
    }

    pub fn threads() -> Self {
        Self::Threads(Arc::default())
    }

    pub fn send(&self, work: Work) {
        match self {
            Self::Queued(queue) => queue.lock().unwrap().push_back(work),
            Self::Threads(threads) => {
                let thread = std::thread::spawn(work);
                threads.lock().unwrap().push(thread);
            }
        }
    }

    /// Chunks in flight.
    pub fn waiting(&self) -> usize {
        match self {
            Self::Queued(queue) => queue.lock().unwrap().len(),
            Self::Threads(threads) => threads.lock().unwrap().len(),
        }
    }

    /// Finishes one chunk in flight: the `order`-th. `false` where there is none.
    pub fn step(&self, order: usize) -> bool {
        let Self::Queued(queue) = self else {
            return false;
        };
        let work = {
            let mut queue = queue.lock().unwrap();
            let last = queue.len().saturating_sub(1);
            queue.remove(order.min(last))
        };
        // A thread that panics takes nobody with it.
        work.map(|work| catch_unwind(AssertUnwindSafe(work)))
            .is_some()
    }

    /// Waits for all that is in flight.
    pub fn finish(&self) {
        while self.step(0) {}
        if let Self::Threads(threads) = self {
            let threads = std::mem::take(&mut *threads.lock().unwrap());
            threads.into_iter().for_each(|t| t.join().unwrap());
        }
    }

    /// Polls a launch to its end.
    pub fn drive(
        &self,
        coordinator: &mut Coordinator<'_, Recorder>,
        order: usize,
    ) -> Result<Report> {
        let mut cx = Context::from_waker(Waker::noop());
        loop {
            if let Poll::Ready(result) = coordinator.poll(&mut cx) {
                return result;
            }
            assert!(self.step(order), "it waits, and nothing is in flight");
        }
    }
}
