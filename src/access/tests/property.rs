//! Random kernels: what the analysis and the plan say of them, held against what the interpreter sees them do.
//!
//! `make fuzz` runs 100,000 kernels; `POLYGPU_FUZZ=n` any number, from `POLYGPU_FUZZ_FROM` on, and
//! `POLYGPU_FUZZ_SEED=n` one alone, with its text. A violation is printed with the kernel, made as small as it gets
//! by leaving out what is not needed for it.

mod facts;
mod separable;
mod shrink;
mod split;

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::grammar::{self, Case, Rng};
use super::interpreter::{Log, Program, run};
use crate::access::{Facts, Known, analyse};
use crate::kernel::{Constants, Folded, Kernel};

/// A kernel that was run, and what was found out about it before.
pub struct Trial<'a> {
    pub case: &'a Case,
    pub folded: &'a Folded,
    pub program: &'a Program<'a>,
    pub lens: Vec<u32>,
    /// Words of each binding before the run.
    pub before: Vec<Vec<u32>>,
    pub after: Vec<Vec<u32>>,
    pub log: Log,
    pub facts: Arc<Facts>,
}

/// What became of a kernel.
#[derive(Debug, Clone, Default)]
pub struct Outcome {
    pub split: bool,
    /// Why not.
    pub refused: String,
    /// The log shows that it can be cut, by accesses that are affine in the ids.
    pub separable: bool,
    /// It has a loop that did not end within the budget, and that is said to end.
    pub suspect: bool,
    pub exhausted: bool,
}

/// Why a case is of no use, or what is wrong.
#[derive(Debug)]
pub enum Failure {
    Invalid(String),
    Violation(String),
}

/// Checks one kernel in a launch, and in another that differs in one thing, for which what was found out about the
/// first must not be taken. `seed` chooses the cuts and the other launch.
pub fn check(case: &Case, seed: u64) -> Result<Outcome, Failure> {
    let kernel = Kernel::from_wgsl("fuzz.wgsl", case.wgsl.clone());
    let kernel = kernel.map_err(|error| Failure::Invalid(error.to_string()))?;
    let folded = kernel.fold(&Constants::new());
    let folded = folded.map_err(|error| Failure::Invalid(error.to_string()))?;
    let program = Program::new(&folded);
    let outcome = check_launch(case, &folded, &program, seed)?;
    let other = another_launch(case, &mut Rng::new(!seed));
    match check_launch(&other, &folded, &program, seed) {
        Err(Failure::Violation(why)) => Err(Failure::Violation(format!(
            "in a second launch, workgroups {:?}, {}: {why}",
            other.workgroups,
            difference(case, &other)
        ))),
        _ => Ok(outcome),
    }
}

fn check_launch(
    case: &Case,
    folded: &Folded,
    program: &Program<'_>,
    seed: u64,
) -> Result<Outcome, Failure> {
    for binding in &folded.interface.bindings {
        let mut buffers = case.buffers.iter();
        let buffer = buffers.find(|buffer| buffer.name == binding.name);
        let bytes = buffer.map_or(0, |buffer| buffer.words.len() as u64 * 4);
        let len = binding.fixed_len().map(u64::from);
        let want = len.map_or(0, |len| len * binding.stride());
        if bytes < want.max(binding.min_bytes()) {
            return Err(Failure::Invalid(format!("{} is too short", binding.name)));
        }
    }
    let trial = Trial::new(case, folded, program);
    facts::check(&trial).map_err(Failure::Violation)?;
    let refused = split::check(&trial, &mut Rng::new(seed)).map_err(Failure::Violation)?;
    let endless = !trial.log.runaways.is_empty() && (trial.is_small() || trial.log.repeats);
    if trial.facts.loops_end && endless {
        let loops = &trial.log.runaways;
        let why = format!("loops are said to end, and do not: {loops:?}");
        return Err(Failure::Violation(why));
    }
    Ok(Outcome {
        split: refused.is_none(),
        refused: refused.unwrap_or_default(),
        separable: separable::is_separable(&trial, seed),
        suspect: trial.facts.loops_end && !trial.log.runaways.is_empty(),
        exhausted: trial.log.exhausted,
    })
}

/// The same kernel with another size, another length or another grid.
fn another_launch(case: &Case, rng: &mut Rng) -> Case {
    let mut other = case.clone();
    let is_size = |name: &str| matches!(name, "p" | "q") || name.starts_with('u');
    let sizes: Vec<usize> = (0..case.buffers.len())
        .filter(|at| is_size(&case.buffers[*at].name))
        .collect();
    match rng.below(4) {
        0 => {
            let d = rng.below(3) as usize;
            let groups = &mut other.workgroups[d];
            *groups = if rng.chance(50) {
                *groups + 1
            } else {
                (*groups - 1).max(1)
            };
        }
        1 => {
            let at = rng.below(case.buffers.len() as u32) as usize;
            let buffer = &mut other.buffers[at];
            if !is_size(&buffer.name) {
                // In steps of the largest element.
                let shorter = (buffer.words.len() / 2).next_multiple_of(4) + 2;
                buffer.words.truncate(shorter);
            }
        }
        _ if sizes.is_empty() => {}
        _ => {
            let buffer = &mut other.buffers[rng.pick(&sizes)];
            // The sixth of `p` is a float.
            let at = rng.below(buffer.words.len().min(5) as u32) as usize;
            let old = buffer.words[at];
            buffer.words[at] = rng.pick(&[0, 1, old.saturating_add(1), old / 2, 7, u32::MAX, 16]);
        }
    }
    other
}

fn difference(case: &Case, other: &Case) -> String {
    let both = case.buffers.iter().zip(&other.buffers);
    let mut different = both.filter(|(a, b)| a.words != b.words);
    different.next().map_or(String::new(), |(a, b)| {
        let head: Vec<_> = b.words.iter().take(6).collect();
        format!("{} is {} words {head:?}", a.name, b.words.len())
    })
}

impl<'a> Trial<'a> {
    /// Whether no size is so large that a loop up to it takes long.
    fn is_small(&self) -> bool {
        let all = self.folded.interface.bindings.iter().zip(&self.before);
        let sizes = all.filter(|(binding, _)| !binding.is_storage() || binding.name == "q");
        let mut words = sizes.flat_map(|(_, words)| words);
        words.all(|word| *word < 1000)
    }

    fn new(case: &'a Case, folded: &'a Folded, program: &'a Program<'a>) -> Self {
        let bindings = &folded.interface.bindings;
        let words = bindings.iter().map(|binding| {
            let mut buffers = case.buffers.iter();
            buffers
                .find(|buffer| buffer.name == binding.name)
                .unwrap()
                .words
                .clone()
        });
        let before: Vec<Vec<u32>> = words.collect();
        let lens: Vec<u32> = (bindings.iter().zip(&before))
            .map(|(binding, words)| {
                let bytes = words.len() as u64 * 4 - binding.header_bytes();
                binding
                    .fixed_len()
                    .unwrap_or((bytes / binding.stride()) as u32)
            })
            .collect();
        let (after, log) = execute(program, case.workgroups, &before);
        let facts = with_content(folded, &before, |content| {
            Arc::new(analyse(
                folded,
                &Known {
                    grid: case.workgroups,
                    lens: &lens,
                    content,
                },
            ))
        });
        Self {
            case,
            folded,
            program,
            lens,
            before,
            after,
            log,
            facts,
        }
    }
}

/// Runs the whole grid.
fn execute(program: &Program<'_>, grid: [u32; 3], before: &[Vec<u32>]) -> (Vec<Vec<u32>>, Log) {
    let mut memory = before.to_vec();
    let mut log = Log::default();
    run(program, grid, &grid.map(|n| 0..n), &mut memory, &mut log);
    (memory, log)
}

/// The content that a launch tells the analysis: that of the bindings that are not written.
pub fn with_content<T>(
    folded: &Folded,
    before: &[Vec<u32>],
    f: impl FnOnce(&[Option<&[u8]>]) -> T,
) -> T {
    let all = folded.uses.iter().zip(before);
    let content: Vec<Option<&[u8]>> = all
        .map(|(uses, words)| {
            uses.any_write()
                .is_none()
                .then(|| bytemuck::cast_slice(words))
        })
        .collect();
    f(&content)
}

/// An entry of the log as a message names it.
pub fn describe(trial: &Trial<'_>, event: &super::interpreter::Event) -> String {
    let binding = &trial.folded.interface.bindings[event.binding as usize].name;
    format!(
        "{:?} of {binding}[{}] words {:?} by workgroup {:?} invocation {}",
        event.kind,
        event.element.map_or("header".to_owned(), |e| e.to_string()),
        event.words,
        event.workgroup,
        event.local
    )
}

/// A case as a message shows it, and as `regressions.rs` takes it.
pub fn show(case: &Case) -> String {
    let mut text = format!("{}\nworkgroups {:?}\n", case.wgsl.trim(), case.workgroups);
    let used = |buffer: &&grammar::Buffer| case.wgsl.contains(&format!("> {}:", buffer.name));
    for buffer in case.buffers.iter().filter(used) {
        let _ = writeln!(text, "(\"{}\", &{:?}),", buffer.name, buffer.words);
    }
    text
}

#[derive(Debug, Default)]
struct Counts {
    kernels: u64,
    invalid: u64,
    split: u64,
    separable: u64,
    proven: u64,
    suspects: Vec<u64>,
    exhausted: u64,
    missed: Vec<u64>,
    /// Why the separable ones are not split, and how often.
    reasons: BTreeMap<String, u64>,
    violations: Vec<String>,
}

impl Counts {
    fn add(&mut self, seed: u64, case: &Case, result: Result<Outcome, Failure>) {
        self.kernels += 1;
        match result {
            Ok(outcome) => {
                self.split += u64::from(outcome.split);
                self.separable += u64::from(outcome.separable);
                self.proven += u64::from(outcome.separable && outcome.split);
                self.exhausted += u64::from(outcome.exhausted);
                if outcome.separable && !outcome.split {
                    self.missed.push(seed);
                    let why = outcome.refused.replace(|c: char| c.is_ascii_digit(), "");
                    *self.reasons.entry(why).or_default() += 1;
                }
                if outcome.suspect {
                    self.suspects.push(seed);
                }
            }
            Err(Failure::Invalid(why)) => {
                self.invalid += 1;
                println!("seed {seed} is not valid: {why}");
            }
            Err(Failure::Violation(why)) if self.violations.len() < 12 => {
                let small = shrink::shrink(case, &mut |case| {
                    matches!(checked(case, seed), Err(Failure::Violation(_)))
                });
                let now = match checked(&small, seed) {
                    Err(Failure::Violation(why)) => why,
                    _ => "nothing".to_owned(),
                };
                let text = format!("seed {seed}: {why}\nmade smaller: {now}\n{}", show(&small));
                println!("{text}");
                self.violations.push(text);
            }
            Err(Failure::Violation(why)) => self.violations.push(format!("seed {seed}: {why}")),
        }
    }

    fn join(&mut self, other: Self) {
        self.kernels += other.kernels;
        self.invalid += other.invalid;
        self.split += other.split;
        self.separable += other.separable;
        self.proven += other.proven;
        self.exhausted += other.exhausted;
        self.suspects.extend(other.suspects);
        self.missed.extend(other.missed);
        for (why, count) in other.reasons {
            *self.reasons.entry(why).or_default() += count;
        }
        self.violations.extend(other.violations);
    }

    fn percent(&self, of: u64) -> f64 {
        100.0 * of as f64 / (self.kernels - self.invalid).max(1) as f64
    }
}

/// As `check`; a panic is a violation as well.
fn checked(case: &Case, seed: u64) -> Result<Outcome, Failure> {
    std::panic::catch_unwind(|| check(case, seed)).unwrap_or_else(|panic| {
        let text = (panic.downcast_ref::<String>().cloned())
            .or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()));
        Err(Failure::Violation(format!(
            "panic: {}",
            text.unwrap_or_default()
        )))
    })
}

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

#[test]
fn no_violations() {
    if let Some(seed) = number("POLYGPU_FUZZ_SEED") {
        let case = grammar::generate(seed);
        println!("{}", show(&case));
        let mut counts = Counts::default();
        counts.add(seed, &case, checked(&case, seed));
        println!("{counts:?}");
        assert!(counts.violations.is_empty(), "there is a violation");
        return;
    }
    let count = number("POLYGPU_FUZZ").unwrap_or(2000);
    let first = number("POLYGPU_FUZZ_FROM").unwrap_or(0);
    let next = AtomicU64::new(first);
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    let mut counts = Counts::default();
    std::thread::scope(|scope| {
        let work = || {
            let mut counts = Counts::default();
            loop {
                let seed = next.fetch_add(1, Ordering::Relaxed);
                if seed >= first + count {
                    return counts;
                }
                let case = grammar::generate(seed);
                counts.add(seed, &case, checked(&case, seed));
            }
        };
        let workers: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        for worker in workers {
            counts.join(worker.join().unwrap());
        }
    });
    let of_separable = 100.0 * counts.proven as f64 / counts.separable.max(1) as f64;
    println!(
        "{} kernels ({} not valid): {:.1} % split, {:.1} % refused; {:.1} % are separable by affine accesses, of which {of_separable:.1} % are split; {} cut short",
        counts.kernels,
        counts.invalid,
        counts.percent(counts.split),
        100.0 - counts.percent(counts.split),
        counts.percent(counts.separable),
        counts.exhausted,
    );
    let some = |seeds: &[u64]| seeds.iter().copied().take(30).collect::<Vec<_>>();
    for (why, count) in &counts.reasons {
        println!("{count:6} separable and not split: {why}");
    }
    println!(
        "separable and not split, among others: {:?}",
        some(&counts.missed)
    );
    println!(
        "loops that are said to end and did not, among others: {:?}",
        some(&counts.suspects)
    );
    let first_lines = counts
        .violations
        .iter()
        .filter_map(|text| text.lines().next());
    assert!(
        counts.violations.is_empty(),
        "{} violations, see above:\n{}",
        counts.violations.len(),
        first_lines.take(40).collect::<Vec<_>>().join("\n")
    );
    assert!(
        counts.invalid * 50 <= counts.kernels,
        "too many kernels are not valid"
    );
    assert!(counts.percent(counts.split) >= 30.0, "too few are split");
    assert!(counts.percent(counts.split) <= 70.0, "too few are refused");
    assert!(
        of_separable >= 80.0,
        "too few of the separable ones are split"
    );
}
