//! The smoke tests of the adapters in use, and what the doctor says to them.

use super::diagnosis::{Diagnosis, Finding, Severity};
use crate::adapter::{Adapter, Backend};
use crate::device::{Device, OpenOptions, SmokeTest};
use crate::error::Result;

/// Tests the adapters in use, in the order of the diagnosis.
pub(super) fn run(diagnosis: &mut Diagnosis, adapters: &[Adapter]) {
    let used = diagnosis.adapters.iter().zip(adapters);
    let tests = used.map(|(entry, adapter)| {
        let is_used = entry.left_out.is_none();
        is_used.then(|| Device::open_silently(adapter, &OpenOptions::default())?.smoke_test())
    });
    judge(diagnosis, tests.collect());
}

/// Adds the tests of the adapters, and what they mean. `None` where an adapter was not tested.
pub(super) fn judge(diagnosis: &mut Diagnosis, tests: Vec<Option<Result<SmokeTest>>>) {
    let had_gpu = diagnosis.usable;
    let mut findings = Vec::new();
    let mut good_gpu = false;
    for (entry, test) in diagnosis.adapters.iter_mut().zip(tests) {
        let Some(test) = test else { continue };
        let name = entry.adapter.label();
        let driver = format!("{} {}", entry.adapter.driver, entry.adapter.driver_info);
        let driver = driver.trim();
        match test {
            Err(error) => findings.push(
                Finding::problem(
                    "smoke-test-failed",
                    format!("{name} can't run a small kernel"),
                )
                .saw(error.to_string())
                .advise("look into the kernel's log for what its driver says: dmesg | tail -n 50")
                .advise("look whether another program holds its memory (nvidia-smi, amd-smi, intel_gpu_top)")
                .advise("if nothing else uses it: reset the GPU, or start the machine anew"),
            ),
            Ok(test) => {
                if let Some(wrong) = &test.wrong {
                    let meaning = format!("{name} computes wrongly, and is left out");
                    let finding = Finding::problem("wrong-results", meaning)
                        .saw(format!("its driver is {driver}"))
                        .saw(format!("in a kernel with a known answer, {wrong}"));
                    findings.push(match entry.adapter.backend {
                        // GLSL leaves the remainder of negative numbers undefined, and wgpu passes it through.
                        Backend::Gl => finding.advise("install a Vulkan driver for it: in GL, integers may come out otherwise"),
                        _ => finding
                            .advise("install another version of its driver")
                            .advise("if that changes nothing, the card or its memory is broken: replace it"),
                    });
                } else {
                    good_gpu |= !entry.adapter.is_software();
                }
                if !test.clock_is_right() {
                    let meaning =
                        format!("the clock of {name} is wrong: times in reports are, too");
                    findings.push(
                        Finding::new("wrong-clock", Severity::Warning, meaning)
                            .saw(test.to_string())
                            .advise("trust the times on the host; results are not touched by this"),
                    );
                }
                entry.smoke_test = Some(test);
            }
        }
    }
    diagnosis.usable = had_gpu && good_gpu;
    diagnosis.findings.splice(0..0, findings);
    diagnosis.findings.sort_by_key(|finding| finding.severity);
}
