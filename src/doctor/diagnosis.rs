//! What the doctor says: plain data that prints as its own explanation.

use std::fmt;

use crate::adapter::{AdapterInfo, Reason};
use crate::device::SmokeTest;

/// Why GPUs are, or are not, usable on this machine. Made by [`doctor`](crate::doctor()).
///
/// Displays as a text for the terminal; with the feature `serde` it serialises.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Diagnosis {
    /// Whether a GPU is used, and computes right. Software adapters do not count, also where they are allowed.
    pub usable: bool,
    /// The distribution, and the container if it is one, such as `Ubuntu 22.04.4 LTS, in a Docker container`.
    pub system: String,
    /// The Vulkan loader with its version where that can be told, or why it does not load.
    pub loader: String,
    /// The GPUs and display chips that the PCI bus shows, whatever drivers there are.
    pub bus: Vec<String>,
    /// The adapters that drivers show.
    pub adapters: Vec<AdapterDiagnosis>,
    /// What was found, the root cause first. Empty on a healthy machine.
    pub findings: Vec<Finding>,
}

/// One adapter in a [`Diagnosis`].
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct AdapterDiagnosis {
    /// Which one.
    pub adapter: AdapterInfo,
    /// Why it is not used. `None` where it is, and where the whole choice failed.
    pub left_out: Option<Reason>,
    /// Its smoke test, where it is used and can run one.
    pub smoke_test: Option<SmokeTest>,
}

/// One thing that was found.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Finding {
    /// A stable name, such as `icd-missing`; [`doctor`](crate::doctor()) lists them.
    pub code: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// The facts, with paths and values.
    pub seen: Vec<String>,
    /// What they mean.
    pub meaning: String,
    /// What to do: the commands that mend it, one each. Where there are several, one of them is enough, unless they
    /// say otherwise.
    pub advice: Vec<String>,
}

/// How bad a [`Finding`] is, the worst first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum Severity {
    /// It keeps a GPU from being used.
    Problem,
    /// It may do so, or may be meant so.
    Warning,
    /// Good to know.
    Note,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Problem => "problem",
            Self::Warning => "warning",
            Self::Note => "note",
        })
    }
}

impl Diagnosis {
    /// The finding to mend first.
    pub fn root_cause(&self) -> Option<&Finding> {
        let mut findings = self.findings.iter();
        findings.find(|finding| finding.severity == Severity::Problem)
    }
}

impl Finding {
    pub(super) fn new(code: &'static str, severity: Severity, meaning: impl Into<String>) -> Self {
        Self {
            code,
            severity,
            seen: Vec::new(),
            meaning: meaning.into(),
            advice: Vec::new(),
        }
    }

    pub(super) fn problem(code: &'static str, meaning: impl Into<String>) -> Self {
        Self::new(code, Severity::Problem, meaning)
    }

    pub(super) fn saw(mut self, fact: impl Into<String>) -> Self {
        self.seen.push(fact.into());
        self
    }

    pub(super) fn saw_all(mut self, facts: impl IntoIterator<Item = String>) -> Self {
        self.seen.extend(facts);
        self
    }

    pub(super) fn advise(mut self, advice: impl Into<String>) -> Self {
        self.advice.push(advice.into());
        self
    }

    pub(super) fn advise_all(mut self, advice: impl IntoIterator<Item = String>) -> Self {
        self.advice.extend(advice);
        self
    }

    /// In one or two lines, for errors.
    pub(super) fn brief(&self) -> String {
        let (code, meaning) = (self.code, &self.meaning);
        match self.advice.first() {
            Some(advice) => format!("{meaning} ({code})\n  to do: {advice}"),
            None => format!("{meaning} ({code})"),
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}: {} ({})", self.severity, self.meaning, self.code)?;
        for fact in &self.seen {
            writeln!(f, "   seen   {fact}")?;
        }
        for advice in &self.advice {
            writeln!(f, "   to do  {advice}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Diagnosis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "system    {}", self.system)?;
        writeln!(f, "loader    {}", self.loader)?;
        section(f, "PCI bus", self.bus.iter().cloned())?;
        let adapters = self.adapters.iter().map(|entry| {
            let info = &entry.adapter;
            let what = format!("{} ({}, {})", info.label(), info.backend, info.kind);
            match &entry.left_out {
                Some(reason) => format!("{what}: left out, {reason}"),
                None => what,
            }
        });
        section(f, "adapters", adapters)?;
        let tests = self.adapters.iter().filter_map(|a| a.smoke_test.as_ref());
        if tests.clone().next().is_some() {
            section(f, "tests", tests.map(ToString::to_string))?;
        }
        writeln!(f)?;
        for (number, finding) in (1..).zip(&self.findings) {
            writeln!(f, "{number}. {finding}")?;
        }
        match (self.usable, self.root_cause()) {
            (true, None) => writeln!(f, "A GPU is usable."),
            (true, Some(_)) => writeln!(f, "A GPU is usable; another one is not."),
            (false, _) => writeln!(f, "No GPU is usable."),
        }
    }
}

fn section(
    f: &mut fmt::Formatter<'_>,
    name: &str,
    lines: impl Iterator<Item = String>,
) -> fmt::Result {
    let mut head = name;
    for line in lines {
        writeln!(f, "{head:9} {line}")?;
        head = "";
    }
    if head == name {
        writeln!(f, "{name:9} none")?;
    }
    Ok(())
}
