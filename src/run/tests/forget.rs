//! Launches that are dropped or forgotten in mid-flight, and launches that overlap.

use std::future::poll_fn;
use std::ops::Range;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::task::{Context, Waker};
use std::time::Duration;

use super::executor::Executor;
use super::recorder::{Before, Data, Record, Recorder, Settings, TOTAL};
use super::{Coordinator, DEVICES, Schedule, lanes, workgroups};

/// How a launch is left.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Leave {
    Drop,
    Forget,
}

fn launch<'a>(
    data: &'a mut Data,
    executor: &Executor,
) -> (Coordinator<'a, Recorder>, Vec<Arc<Mutex<Record>>>) {
    let recorders: Vec<_> = (0..DEVICES)
        .map(|_| Recorder::new(executor.clone(), None))
        .collect();
    let records = recorders.iter().map(|r| r.record.clone()).collect();
    let task = data.task(Settings::default(), DEVICES);
    (Coordinator::new(task, lanes(recorders, 1)), records)
}

fn done(records: &[Arc<Mutex<Record>>]) -> Vec<u32> {
    let ranges = records.iter().flat_map(|r| r.lock().unwrap().done.clone());
    workgroups(&ranges.collect::<Vec<_>>())
}

/// After `steps` chunks a launch is left: nothing is written from then on. What was committed stays.
#[test]
fn left_at_every_step() {
    for leave in [Leave::Drop, Leave::Forget] {
        for steps in 0..TOTAL as usize {
            let mut data = Data::new();
            let executor = Executor::queued();
            let (mut coordinator, records) = launch(&mut data, &executor);
            let mut cx = Context::from_waker(Waker::noop());
            assert!(coordinator.poll(&mut cx).is_pending());
            for _ in 0..steps {
                assert!(executor.step(0));
                assert!(coordinator.poll(&mut cx).is_pending());
            }
            let committed = done(&records);
            match leave {
                Leave::Drop => drop(coordinator),
                Leave::Forget => std::mem::forget(coordinator),
            }
            executor.finish();
            // Nobody waits for what had not begun.
            let ran = done(&records).len() - committed.len();
            let waiting = DEVICES.min(TOTAL as usize - steps);
            assert_eq!(ran, if leave == Leave::Drop { 0 } else { waiting });
            data.assert_committed(&committed, &format!("{leave:?} after {steps}"));
        }
    }
}

/// The same with threads that are in the middle of chunks, over and over.
#[test]
fn left_while_threads_run() {
    for round in 0..400usize {
        let mut data = Data::new();
        let executor = Executor::threads();
        let (mut coordinator, _) = launch(&mut data, &executor);
        let mut cx = Context::from_waker(Waker::noop());
        let mut over = false;
        for _ in 0..round % 60 {
            over = over || coordinator.poll(&mut cx).is_ready();
            if over {
                break;
            }
            std::thread::yield_now();
        }
        if round % 2 == 0 {
            drop(coordinator);
        } else {
            std::mem::forget(coordinator);
        }
        // The arrays are the caller's again, while threads may still be at work: nothing but the
        // caller changes them.
        let before = data.snapshot();
        executor.finish();
        assert_eq!(data.snapshot(), before, "round {round}");
        data.assert_each_workgroup_old_or_new(&format!("round {round}"));
        if over {
            data.assert_committed(&(0..TOTAL).collect::<Vec<_>>(), "over");
        }
    }
}

/// Dropping the arrays right after a forgotten launch is sound too.
#[test]
fn the_arrays_may_go_away() {
    for _ in 0..200 {
        let executor = Executor::threads();
        let mut data = Data::new();
        let (mut coordinator, _) = launch(&mut data, &executor);
        let mut cx = Context::from_waker(Waker::noop());
        let _ = coordinator.poll(&mut cx);
        std::mem::forget(coordinator);
        drop(data);
        executor.finish();
    }
}

/// Two launches awaited on one thread overlap: a chunk in the middle of each waits for one of the
/// other, so that neither could end before the other began.
#[test]
fn two_launches_overlap() {
    let (a_sends, b_hears) = channel();
    let (b_sends, a_hears) = channel();
    let executor = Executor::threads();
    let (mut a, mut b) = (Data::new(), Data::new());
    let mut ends = Vec::new();
    let mut run = |data, sends, hears| {
        let mut recorder = Recorder::new(executor.clone(), None);
        recorder.before = Some(meet(sends, hears));
        let idle = Recorder::new(executor.clone(), None);
        ends.push(recorder.record.clone());
        // Each device has a part of its own, so that the other one can't take it.
        let settings = Settings {
            schedule: Schedule::Even,
            ..Settings::default()
        };
        let task = Data::task(data, settings, 2);
        let mut coordinator = Coordinator::new(task, lanes(vec![recorder, idle], 1));
        async move { poll_fn(|cx| coordinator.poll(cx)).await }
    };
    let first = run(&mut a, a_sends, a_hears);
    let second = run(&mut b, b_sends, b_hears);
    let (first, second) = pollster::block_on(futures::future::join(first, second));
    for report in [first.unwrap(), second.unwrap()] {
        assert!(
            report.retries.is_empty(),
            "they did not meet: {:?}",
            report.retries
        );
    }
    let all: Vec<_> = (0..TOTAL).collect();
    a.assert_committed(&all, "first");
    b.assert_committed(&all, "second");
}

/// In the device's second chunk, tells the other launch and waits for its word.
fn meet(sends: Sender<()>, hears: Receiver<()>) -> Before {
    let state = Mutex::new((0, sends, hears));
    Box::new(move |_: &Range<u32>| {
        let mut state = state.lock().unwrap();
        state.0 += 1;
        if state.0 == 2 {
            state.1.send(()).unwrap();
            let heard = state.2.recv_timeout(Duration::from_secs(20));
            heard.expect("the other launch is not under way");
        }
    })
}
