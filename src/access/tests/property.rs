//! WIP
use super::grammar;
use super::interpreter::{Log, Program, run};
use crate::kernel::{Constants, Kernel};

#[test]
fn kernels_are_valid() {
    let (mut bad, mut exhausted, mut runaways, mut steps, mut events) = (0, 0, 0, 0, 0);
    let (mut fold, mut exec) = (std::time::Duration::ZERO, std::time::Duration::ZERO);
    let mut misses = 0;
    for seed in 0..2000 {
        let case = grammar::generate(seed);
        if seed < 6 {
            println!("{}", case.wgsl);
        }
        let t = std::time::Instant::now();
        let kernel = match Kernel::from_wgsl("fuzz.wgsl", case.wgsl.clone()) {
            Ok(kernel) => kernel,
            Err(error) => {
                bad += 1;
                if bad < 12 {
                    println!("{seed}: {error}");
                }
                continue;
            }
        };
        let folded = match kernel.fold(&Constants::new()) {
            Ok(f) => f,
            Err(error) => {
                bad += 1;
                println!("{seed}: {error}\n{}", case.wgsl);
                continue;
            }
        };
        fold += t.elapsed();
        let t = std::time::Instant::now();
        let program = Program::new(&folded);
        let mut memory: Vec<Vec<u32>> = folded
            .interface
            .bindings
            .iter()
            .map(|b| {
                case.buffers
                    .iter()
                    .find(|x| x.name == b.name)
                    .unwrap()
                    .words
                    .clone()
            })
            .collect();
        let mut log = Log::default();
        run(
            &program,
            case.workgroups,
            &case.workgroups.map(|n| 0..n),
            &mut memory,
            &mut log,
        );
        exec += t.elapsed();
        exhausted += u32::from(log.exhausted);
        runaways += u32::from(!log.runaways.is_empty());
        misses += u32::from(!log.misses.is_empty());
        steps += log.steps;
        events += log.events.len();
    }
    println!(
        "bad {bad} exhausted {exhausted} runaways {runaways} misses {misses} steps {steps} events {events} fold {fold:?} run {exec:?}"
    );
}
