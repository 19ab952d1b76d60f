//! Wakes a launch when its time is up. A thread of its own, since whoever polls may sleep until then and the
//! devices' threads may hang in a driver; only launches with a timeout have one.

use std::io;
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::task::Context;
use std::thread;
use std::time::Instant;

use futures::task::AtomicWaker;

pub(super) struct Alarm {
    at: Instant,
    waker: Arc<AtomicWaker>,
    /// Dropped with the alarm, which ends the thread.
    _alive: Sender<()>,
}

impl Alarm {
    pub fn new(at: Instant) -> io::Result<Self> {
        let waker: Arc<AtomicWaker> = Arc::default();
        let (alive, ended) = channel();
        let sleeper = waker.clone();
        let wait = move || {
            let left = at.saturating_duration_since(Instant::now());
            if ended.recv_timeout(left) == Err(RecvTimeoutError::Timeout) {
                sleeper.wake();
            }
        };
        thread::Builder::new()
            .name("polygpu timeout".to_owned())
            .spawn(wait)?;
        Ok(Self {
            at,
            waker,
            _alive: alive,
        })
    }

    /// Whether the time is up; if not, the task of `cx` is woken when it is.
    pub fn has_rung(&self, cx: &Context<'_>) -> bool {
        // Before the look at the clock: an alarm that rings in between finds whom to wake.
        self.waker.register(cx.waker());
        Instant::now() >= self.at
    }
}
