//! Recorded machines, and what must become of each.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::Value;

use super::{Diagnosis, examine, explain, trial};
use crate::adapter::tests::machine::Recorded;
use crate::adapter::{AdapterInfo, AdapterKind, Backend, Policy, identify, select};
use crate::device::SmokeTest;
use crate::error::{Error, Result};

/// A folder of `tests/situations`.
struct Situation {
    name: String,
    recording: Value,
    machine: Recorded,
    found: Vec<AdapterInfo>,
    nonconformant: Vec<AdapterInfo>,
    expected: Value,
}

/// The codes of what smoke tests show, which no record can hold.
const TESTED: [&str; 3] = ["wrong-results", "smoke-test-failed", "wrong-clock"];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/situations")
}

fn situations() -> Vec<Situation> {
    let entries = fs::read_dir(folder()).unwrap();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.is_dir());
    paths.sort();
    let json = |path: PathBuf| -> Value {
        let text = fs::read_to_string(&path).unwrap();
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    };
    let read = |path: PathBuf| {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let machine = json(path.join("machine.json"));
        let source = machine["source"].as_str().unwrap_or_default();
        assert!(source.len() > 20, "{name}: no source");
        let mut found = adapters(&machine["adapters"]);
        identify(&mut found);
        Situation {
            name,
            found,
            nonconformant: adapters(&machine["nonconformant"]),
            machine: Recorded::from_json(&machine),
            recording: machine,
            expected: json(path.join("expected.json")),
        }
    };
    paths.into_iter().map(read).collect()
}

fn adapters(list: &Value) -> Vec<AdapterInfo> {
    list.as_array().into_iter().flatten().map(adapter).collect()
}

fn adapter(value: &Value) -> AdapterInfo {
    let text = |name: &str| value[name].as_str().unwrap_or_default().to_owned();
    let (vendor, device) = text("ids")
        .split_once(':')
        .map_or((0, 0), |(vendor, device)| {
            let id = |text| u32::from_str_radix(text, 16).unwrap();
            (id(vendor), id(device))
        });
    AdapterInfo {
        name: text("name"),
        ordinal: None,
        vendor,
        device,
        kind: match value["kind"].as_str().unwrap() {
            "discrete" => AdapterKind::Discrete,
            "integrated" => AdapterKind::Integrated,
            "virtual" => AdapterKind::Virtual,
            "other" => AdapterKind::Other,
            "software" => AdapterKind::Software,
            other => panic!("no such kind: {other}"),
        },
        pci: value["pci"].as_str().map(str::to_owned),
        driver: text("driver"),
        driver_info: String::new(),
        backend: match value["backend"].as_str() {
            Some("GL") => Backend::Gl,
            _ => Backend::Vulkan,
        },
        memory_bytes: None,
        subgroup_min_size: 32,
        subgroup_max_size: 32,
        compute: value["compute"].as_bool().unwrap_or(true),
    }
}

fn texts(list: &Value) -> Vec<&str> {
    let list = list.as_array().into_iter().flatten();
    list.map(|text| text.as_str().unwrap()).collect()
}

impl Situation {
    fn diagnosis(&self) -> Diagnosis {
        let policy = Policy::of(&self.machine);
        examine(&self.machine, &policy, &self.found, &self.nonconformant)
    }

    /// All that is not as expected.
    fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        let diagnosis = self.diagnosis();
        let codes: Vec<&str> = diagnosis.findings.iter().map(|it| it.code).collect();
        let expected = texts(&self.expected["findings"]);
        if codes != expected {
            faults.push(format!("found {codes:?}, expected {expected:?}"));
        }
        let advice: Vec<&String> = diagnosis
            .findings
            .iter()
            .flat_map(|it| &it.advice)
            .collect();
        for part in texts(&self.expected["advice"]) {
            if !advice.iter().any(|advice| advice.contains(part)) {
                faults.push(format!("no advice holds {part:?}: {advice:#?}"));
            }
        }
        let seen: Vec<&String> = diagnosis.findings.iter().flat_map(|it| &it.seen).collect();
        for part in texts(&self.expected["seen"]) {
            if !seen.iter().any(|seen| seen.contains(part)) {
                faults.push(format!("not seen {part:?}: {seen:#?}"));
            }
        }
        faults.extend(self.selection(&diagnosis));
        faults
    }

    /// Which adapters are used, or the refusal, which has to carry the root cause.
    fn selection(&self, diagnosis: &Diagnosis) -> Vec<String> {
        let policy = Policy::of(&self.machine);
        let mut faults = Vec::new();
        match select(&self.found, &policy) {
            Ok(choice) => {
                let used: Vec<String> = choice
                    .order
                    .iter()
                    .map(|index| self.found[*index].label())
                    .collect();
                let gpu = |index: &usize| !self.found[*index].is_software();
                if used != texts(&self.expected["uses"]) {
                    faults.push(format!("uses {used:?}"));
                }
                if diagnosis.usable != choice.order.iter().any(gpu) {
                    faults.push(format!("usable is {}", diagnosis.usable));
                }
            }
            Err(error) => {
                let text = explain(
                    error,
                    &self.machine,
                    &policy,
                    &self.found,
                    &self.nonconformant,
                )
                .to_string();
                let part = self.expected["refused"].as_str();
                if !part.is_some_and(|part| text.contains(part)) {
                    faults.push(format!("refused: {text}"));
                }
                let cause = diagnosis
                    .root_cause()
                    .map(|cause| format!("({})", cause.code));
                let carries = cause.is_some_and(|code| text.contains(&code))
                    && text.contains("`polygpu doctor` tells more");
                let exempt = text.contains("matches no adapter");
                if !exempt && !carries {
                    faults.push(format!("the error lacks the cause: {text}"));
                }
                if diagnosis.usable {
                    faults.push("usable, although refused".to_owned());
                }
            }
        }
        faults
    }
}

#[test]
fn every_situation_is_understood() {
    let situations = situations();
    assert!(situations.len() >= 36, "{} situations", situations.len());
    let mut failures = Vec::new();
    for situation in &situations {
        for fault in situation.faults() {
            failures.push(format!("{}: {fault}", situation.name));
        }
    }
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

/// The page of codes in the docs is complete, and every code is found in some situation.
#[test]
fn every_code_has_a_situation() {
    let source = include_str!("mod.rs");
    let rows = source.lines().filter(|line| line.starts_with("/// | `"));
    let listed: BTreeSet<&str> = rows
        .flat_map(|row| row.split('`').skip(1).step_by(2))
        .collect();
    let situations = situations();
    let mut found = BTreeSet::from(TESTED);
    for situation in &situations {
        found.extend(situation.diagnosis().findings.iter().map(|it| it.code));
    }
    let unlisted: Vec<_> = found.difference(&listed).collect();
    let never_found: Vec<_> = listed.difference(&found).collect();
    assert!(unlisted.is_empty(), "not in the docs: {unlisted:?}");
    assert!(never_found.is_empty(), "in no situation: {never_found:?}");
}

/// Every finding says what was seen, and the text holds it all.
#[test]
fn findings_are_complete() {
    for situation in situations() {
        let diagnosis = situation.diagnosis();
        let text = diagnosis.to_string();
        for finding in &diagnosis.findings {
            let code = finding.code;
            assert!(!finding.seen.is_empty(), "{}: {code}", situation.name);
            let lines = finding.seen.iter().chain(&finding.advice);
            for line in lines.chain([&finding.meaning]) {
                assert!(text.contains(line), "{}: {code}: {line}", situation.name);
            }
            let advised = !finding.advice.is_empty() || code == "software-only";
            assert!(advised, "{}: {code}: no advice", situation.name);
        }
    }
}

/// What is made of the smoke tests: for each adapter in use what came of it, then the codes, and whether a GPU is usable.
#[test]
fn adapters_that_lie() {
    let test = |wrong: Option<&str>, kernel_ms| -> Option<Result<SmokeTest>> {
        Some(Ok(SmokeTest {
            device: "GPU".to_owned(),
            wrong: wrong.map(str::to_owned),
            upload_bytes_per_second: 1e9,
            download_bytes_per_second: 1e9,
            kernel_time: Some(Duration::from_millis(kernel_ms)),
            host_time: Duration::from_millis(10),
        }))
    };
    let right = || test(None, 9);
    let wrong = || test(Some("y[7] is 0, and should be 9"), 9);
    let fails = || {
        Some(Err(Error::OpenDevice {
            device: "GPU".to_owned(),
            why: "the driver has no time".to_owned(),
        }))
    };
    let twin = situations().into_iter().find(|it| {
        let diagnosis = it.diagnosis();
        diagnosis.usable && diagnosis.findings.is_empty() && it.found.len() > 1
    });
    let twin = twin.expect("a healthy machine with two adapters");
    let mut seen = BTreeSet::new();
    for (first, second, codes, usable) in [
        (right(), None, vec![], true),
        (None, None, vec![], false),
        (wrong(), None, vec!["wrong-results"], false),
        (fails(), None, vec!["smoke-test-failed"], false),
        (test(None, 11), None, vec!["wrong-clock"], true),
        (
            wrong(),
            fails(),
            vec!["wrong-results", "smoke-test-failed"],
            false,
        ),
        (
            test(None, 11),
            wrong(),
            vec!["wrong-results", "wrong-clock"],
            true,
        ),
    ] {
        let mut diagnosis = twin.diagnosis();
        for entry in &mut diagnosis.adapters {
            entry.adapter.kind = AdapterKind::Discrete;
        }
        trial::judge(&mut diagnosis, vec![first, second]);
        let found: Vec<&str> = diagnosis.findings.iter().map(|it| it.code).collect();
        assert_eq!(found, codes, "{diagnosis}");
        assert_eq!(diagnosis.usable, usable, "{diagnosis}");
        let text = diagnosis.to_string();
        for finding in &diagnosis.findings {
            assert!(!finding.advice.is_empty() && !finding.seen.is_empty());
            assert!(text.contains(&finding.seen[0]), "{text}");
        }
        seen.extend(found);
    }
    assert_eq!(seen, BTreeSet::from(TESTED));
}

/// A machine that has lost one more thing of its recording: still there is a cause, and it is known.
#[test]
fn whatever_else_is_missing_has_a_name() {
    let mut tried = 0;
    let mut failures = Vec::new();
    for situation in situations() {
        let recording = &situation.recording;
        for part in ["files", "env", "pci", "libraries"] {
            for key in recording[part]
                .as_object()
                .into_iter()
                .flat_map(|part| part.keys())
            {
                let mut damaged = recording.clone();
                damaged[part].as_object_mut().unwrap().remove(key);
                let machine = Recorded::from_json(&damaged);
                let policy = Policy::of(&machine);
                let diagnosis = examine(&machine, &policy, &[], &[]);
                let cause = diagnosis.root_cause().map(|cause| cause.code);
                let known = situation.name == "macos" || cause != Some("unexplained");
                if cause.is_none() || !known {
                    failures.push(format!("{} without {key}: {cause:?}", situation.name));
                }
                tried += 1;
            }
        }
    }
    assert!(tried > 500, "{tried}");
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

/// What the README shows is what the doctor says.
#[test]
fn the_readme_shows_a_real_diagnosis() {
    let situations = situations();
    let mut situations = situations.iter();
    let shown = situations
        .find(|it| it.name == "docker-capabilities-unset")
        .unwrap();
    let text = shown.diagnosis().to_string();
    let readme = include_str!("../../README.md");
    assert!(readme.contains(&format!("```text\n{text}```")), "{text}");
}
