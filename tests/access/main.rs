//! Kernels of our own, each with the launches of a table and what the plan must say of them: along which axis
//! the launch is cut, how each binding is read and written, or which line forbids it.
//!
//! The expectations are proofs from the WGSL, not records of what the analysis said.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a panic is a failed test"
)]

#[path = "../common/mod.rs"]
mod common;
mod rig;
mod row;
mod table;

use std::collections::BTreeSet;

use row::{Outcome, Row, folder, path, refused_lines};

fn all_rows() -> Vec<Row> {
    let mut rows = table::rows();
    rows.extend(table::ambitious());
    rows
}

/// The `.wgsl` files of the folder, without the ending.
fn kernels() -> BTreeSet<String> {
    let files = std::fs::read_dir(folder()).unwrap();
    let files = files.map(|file| file.unwrap().file_name().into_string().unwrap());
    files
        .filter_map(|file| Some(file.strip_suffix(".wgsl")?.to_owned()))
        .collect()
}

fn check(rows: Vec<Row>) {
    let mut failures = Vec::new();
    let count = rows.len();
    for row in rows {
        let plan = match row.plan() {
            Ok(plan) => plan,
            Err(error) => {
                failures.push(format!("{}: {error}", row.name()));
                continue;
            }
        };
        let differences = row.differences(&plan);
        if !differences.is_empty() {
            let differences = differences.join("\n    ");
            failures.push(format!("{}:\n    {differences}\n{plan}", row.name()));
        }
    }
    assert!(
        failures.is_empty(),
        "{} of {count} rows:\n\n{}",
        failures.len(),
        failures.join("\n")
    );
}

#[test]
fn rows_are_planned_as_proven() {
    check(table::rows());
}

/// Rows where more than a good prover may be needed: the cut that would be right, or a refusal.
#[test]
fn ambitious_rows_are_sound() {
    check(table::ambitious());
}

#[test]
fn rows_load_and_name_their_bindings() {
    let broken = kernels().into_iter().filter_map(|kernel| {
        let error = polygpu::Kernel::from_file(path(&kernel)).err()?;
        Some(error.to_string())
    });
    let broken: Vec<_> = broken.collect();
    assert!(broken.is_empty(), "{}", broken.join("\n"));
    let mut names = BTreeSet::new();
    for row in all_rows() {
        assert!(names.insert(row.name()), "{}: twice", row.name());
        let interface = row.interface();
        let of = |storage: bool| -> BTreeSet<&str> {
            let all = interface.bindings.iter();
            let all = all.filter(|b| !storage || b.is_storage());
            all.map(|b| b.name.as_str()).collect()
        };
        let given: BTreeSet<&str> = row.names().into_iter().collect();
        assert_eq!(given, of(false), "{}", row.name());
        for listed in row.listed() {
            let listed: BTreeSet<&str> = listed.into_iter().collect();
            assert_eq!(listed, of(true), "{}", row.name());
        }
    }
}

#[test]
fn every_kernel_has_a_row() {
    let rows = all_rows();
    let used: BTreeSet<String> = rows.iter().map(|row| row.kernel.to_owned()).collect();
    assert_eq!(kernels(), used);
    assert!(used.len() >= 100, "{} kernels", used.len());
    for kernel in used {
        let text = std::fs::read_to_string(path(&kernel)).unwrap();
        let header = text
            .lines()
            .take_while(|line| line.starts_with("//"))
            .count();
        assert!(
            (1..=3).contains(&header),
            "{kernel}: {header} lines of header"
        );
    }
}

/// A "no" is tested as often as a "yes".
#[test]
fn half_of_the_rows_say_no() {
    let rows = table::rows();
    let no = rows.iter().filter(|row| row.says_no()).count();
    println!(
        "{no} of {} rows are refused or have a broadcast",
        rows.len()
    );
    assert!(2 * no >= rows.len(), "{no} of {}", rows.len());
}

/// A marked line is one that a row expects, and the other way round.
#[test]
fn refused_lines_are_marked() {
    for kernel in kernels() {
        let rows = all_rows().into_iter().filter(|row| row.kernel == kernel);
        let mut culprits = BTreeSet::new();
        let mut refusable = false;
        for row in rows {
            for outcome in &row.expected {
                match outcome {
                    Outcome::Whole(names, _) => culprits.extend(names.iter().copied()),
                    Outcome::Refused => refusable = true,
                    Outcome::Cut(..) => {}
                }
            }
        }
        for culprit in &culprits {
            assert!(
                !refused_lines(&kernel, culprit).is_empty(),
                "{kernel}: no line is marked for {culprit}"
            );
        }
        let text = std::fs::read_to_string(path(&kernel)).unwrap();
        let markers = text
            .lines()
            .filter_map(|line| line.split("// refused: ").nth(1));
        for marker in markers {
            assert!(
                refusable || culprits.contains(marker),
                "{kernel}: no row has {marker} refused"
            );
        }
    }
}
