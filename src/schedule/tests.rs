//! Queues against what they promise, with devices that come and go.

use proptest::prelude::*;

use super::*;

/// Devices that can hold `max` take in turn until nothing is left; each chunk, in order, with its device.
fn drain(queue: &mut Queue, max: &[Option<u32>]) -> Vec<(usize, Range<u32>)> {
    let mut taken = Vec::new();
    loop {
        let before = taken.len();
        for (device, max) in max.iter().enumerate() {
            let range = max.and_then(|max| queue.take(device, max));
            taken.extend(range.map(|range| (device, range)));
        }
        if taken.len() == before {
            assert!(queue.is_empty() && queue.left().is_empty());
            return taken;
        }
    }
}

/// Workgroups of each device.
fn shares(taken: &[(usize, Range<u32>)], devices: usize) -> Vec<u32> {
    let mut shares = vec![0; devices];
    for (device, range) in taken {
        shares[*device] += range.end - range.start;
    }
    shares
}

/// Schedule, total, step, devices that are able: the workgroups that each gets when all take in turn,
/// with room for anything.
#[test]
fn shares_of_the_schedules() {
    use Schedule::{Dynamic, Even, Single, Weighted};
    let all = [true; 3];
    type Row = (Schedule, u32, u32, [bool; 3], [u32; 3]);
    let rows: [Row; 18] = [
        (Even, 9, 1, all, [3, 3, 3]),
        (Even, 10, 1, all, [3, 4, 3]),
        (Even, 11, 1, all, [4, 3, 4]),
        (Even, 9, 1, [true, false, true], [5, 0, 4]),
        (Even, 9, 4, all, [4, 4, 1]),
        (Even, 1, 1, all, [0, 1, 0]),
        (Even, 0, 1, all, [0, 0, 0]),
        (Even, u32::MAX, 1, all, [u32::MAX / 3; 3]),
        (Weighted(vec![3.0, 2.0, 1.0]), 12, 1, all, [6, 4, 2]),
        (Weighted(vec![1.0, 0.0, 1.0]), 12, 1, all, [6, 0, 6]),
        (Weighted(vec![1e300, 1e-300, 0.0]), 12, 1, all, [12, 0, 0]),
        (
            Weighted(vec![3.0, 2.0, 1.0]),
            12,
            1,
            [false, true, true],
            [0, 8, 4],
        ),
        (Weighted(vec![2.0, 1.0, 1.0]), 16, 8, all, [8, 8, 0]),
        (Single(1), 12, 1, all, [0, 12, 0]),
        (Single(2), 12, 5, all, [0, 0, 12]),
        (Dynamic, 96, 1, all, [32, 32, 32]),
        (Dynamic, 96, 1, [false, true, false], [0, 96, 0]),
        (Dynamic, 5, 1, all, [2, 2, 1]),
    ];
    for (schedule, total, step, able, want) in rows {
        let mut queue = Queue::new(&schedule, total, step, &able);
        let taken = drain(&mut queue, &able.map(|able| able.then_some(u32::MAX)));
        assert_eq!(
            shares(&taken, 3),
            want,
            "{schedule:?} of {total} by {step} for {able:?}"
        );
    }
}

/// Weights that say nothing leave everything to everyone.
#[test]
fn weights_without_a_sum() {
    for weights in [
        vec![0.0; 2],
        vec![f64::MAX; 2],
        vec![f64::NAN, 1.0],
        vec![],
        vec![1.0],
    ] {
        let mut queue = Queue::new(&Schedule::Weighted(weights.clone()), 10, 1, &[true; 2]);
        let taken = drain(&mut queue, &[Some(3); 2]);
        assert_eq!(shares(&taken, 2).iter().sum::<u32>(), 10, "{weights:?}");
    }
}

/// One device needs no chunks; several get enough of them to balance.
#[test]
fn dynamic_chunks() {
    for (devices, total, chunk) in [(1, 1000, 1000), (2, 1000, 32), (3, 960, 20), (4, 10, 1)] {
        let mut queue = Queue::new(&Schedule::Dynamic, total, 1, &vec![true; devices]);
        assert_eq!(queue.take(0, u32::MAX), Some(0..chunk), "{devices} devices");
    }
    // Never more than the device can hold, in steps.
    let mut queue = Queue::new(&Schedule::Dynamic, 1000, 6, &[true; 2]);
    assert_eq!(queue.take(0, 20), Some(0..18));
    assert_eq!(queue.take(1, u32::MAX), Some(18..48));
}

/// Who was kept a part gets it first, then takes from the shared ranges; what failed comes next.
#[test]
fn own_before_shared() {
    let mut queue = Queue::new(&Schedule::Single(1), 10, 1, &[true; 2]);
    assert_eq!(queue.take(0, 4), None);
    assert_eq!(queue.take(1, 4), Some(0..4));
    queue.put_back(0..4);
    assert_eq!(queue.left(), [0..4, 4..10]);
    assert_eq!(queue.take(0, 3), Some(0..3));
    queue.abandon(1);
    assert_eq!(queue.left(), [3..4, 4..10]);
    assert_eq!(queue.take(0, 10), Some(3..4));
    assert_eq!(queue.take(0, 10), Some(4..10));
    assert!(queue.is_empty());
    queue.put_back(7..7);
    assert!(queue.is_empty(), "nothing was put back");
    // Devices that there are not.
    assert_eq!(queue.take(2, 10), None);
    queue.abandon(2);
}

fn schedules(devices: usize) -> impl Strategy<Value = Schedule> {
    prop_oneof![
        Just(Schedule::Dynamic),
        Just(Schedule::Even),
        (0..devices + 1).prop_map(Schedule::Single),
        prop::collection::vec(0.0..10.0f64, devices).prop_map(Schedule::Weighted),
    ]
}

fn setups() -> impl Strategy<Value = (Schedule, Vec<bool>, Vec<u32>)> {
    (1..6usize).prop_flat_map(|devices| {
        let max = prop_oneof![1..40u32, 1..=u32::MAX];
        (
            schedules(devices),
            prop::collection::vec(any::<bool>(), devices),
            prop::collection::vec(max, devices),
        )
    })
}

proptest! {
    /// Devices take, finish or fail at random. Those that fail take nothing more, but one of the able
    /// ones lives on: in the end every workgroup was finished once.
    #[test]
    fn every_workgroup_once(
        (schedule, mut able, max) in setups(),
        total in prop_oneof![0..500u32, (u32::MAX - 500)..=u32::MAX],
        step in 1..20u32,
        survivor: prop::sample::Index,
        events in prop::collection::vec((any::<prop::sample::Index>(), 0..4u8), 0..60),
    ) {
        let survivor = survivor.index(able.len());
        able[survivor] = true;
        let mut queue = Queue::new(&schedule, total, step, &able);
        // What is kept in chunks of a few workgroups would never end with 2^32 of them.
        let big = total > 1000;
        let max: Vec<_> = max.iter().map(|max| if big { (*max).max(1 << 27) } else { *max }).collect();
        let mut alive = able.clone();
        let mut finished = Vec::new();
        let take = |queue: &mut Queue, device: usize, alive: bool, finished: &mut Vec<Range<u32>>| {
            let Some(range) = queue.take(device, max[device]) else { return false };
            let limit = max[device].max(step);
            assert!(!range.is_empty() && range.end - range.start <= limit, "{range:?} of {limit}");
            assert!(range.start.is_multiple_of(step), "{range:?} by {step}");
            assert!(range.end.is_multiple_of(step) || range.end == total, "{range:?} by {step}");
            if alive { finished.push(range) } else { queue.put_back(range) }
            true
        };
        for (device, fails) in events {
            let device = device.index(able.len());
            if alive[device] {
                let dies = fails == 0 && device != survivor;
                alive[device] = !dies;
                take(&mut queue, device, !dies, &mut finished);
                if dies {
                    queue.abandon(device);
                }
            }
        }
        // Whatever the devices left open is the shared work of those alive; what was kept for one
        // that is alive is its own.
        let left = queue.left();
        let mut covered: Vec<_> = finished.iter().chain(&left).cloned().collect();
        covered.sort_by_key(|range| range.start);
        let mut reached = 0;
        for range in covered {
            prop_assert_eq!(range.start, reached);
            reached = range.end;
        }
        prop_assert_eq!(reached, total);
        loop {
            let mut any = false;
            for (device, alive) in alive.iter().enumerate() {
                any |= *alive && take(&mut queue, device, true, &mut finished);
            }
            if !any {
                break;
            }
        }
        prop_assert!(queue.is_empty(), "left: {:?}", queue.left());
        finished.sort_by_key(|range| range.start);
        let mut reached = 0;
        for range in finished {
            prop_assert_eq!(range.start, reached);
            reached = range.end;
        }
        prop_assert_eq!(reached, total);
    }

    /// A part is within one step of its proportion.
    #[test]
    fn proportions(
        weights in prop::collection::vec(0.0..10.0f64, 1..6),
        total in 1..1_000_000u32,
        step in 1..20u32,
    ) {
        prop_assume!(weights.iter().sum::<f64>() > 0.0);
        let able = vec![true; weights.len()];
        let mut queue = Queue::new(&Schedule::Weighted(weights.clone()), total, step, &able);
        let sum: f64 = weights.iter().sum();
        for (device, weight) in weights.iter().enumerate() {
            let own = queue.take(device, u32::MAX).map_or(0, |range| range.end - range.start);
            let want = f64::from(total) * weight / sum;
            prop_assert!((f64::from(own) - want).abs() <= 2.0 * f64::from(step) + 1.0, "{own} for {want}");
        }
        prop_assert!(queue.is_empty());
    }
}
