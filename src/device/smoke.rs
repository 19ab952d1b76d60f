//! Whether a device computes right, and how fast it copies. Drivers that give wrong results without a word are rare and
//! real, so each device shows once that it can.

use std::fmt;
use std::time::{Duration, Instant};

use super::{Device, DeviceGroup, Purpose, Session};
use crate::error::{Error, Fault, Result};
use crate::kernel::Kernel;
use crate::report::Report;

/// What the smoke test of a device found: see [`Device::smoke_test`].
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct SmokeTest {
    /// The device's name.
    pub device: String,
    /// What it computed wrongly; `None` where all was right.
    pub wrong: Option<String>,
    /// Bytes a second from the host's memory to the device's.
    pub upload_bytes_per_second: f64,
    /// Bytes a second from the device's memory to the host's.
    pub download_bytes_per_second: f64,
    /// Time in the kernel by the device's own clock, where it has one.
    pub kernel_time: Option<Duration>,
    /// The time that the host saw pass meanwhile.
    pub host_time: Duration,
}

impl SmokeTest {
    /// Whether the device's clock shows no more time than has passed. Always, where it has none.
    pub fn clock_is_right(&self) -> bool {
        // The host's clock began before and ended after: a hundredth is for what the two differ by.
        self.kernel_time
            .is_none_or(|time| time <= self.host_time + self.host_time / 100)
    }
}

impl fmt::Display for SmokeTest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const MB: f64 = 1e6;
        write!(f, "{}: ", self.device)?;
        match &self.wrong {
            None => write!(f, "computes right")?,
            Some(wrong) => write!(f, "COMPUTES WRONGLY: {wrong}")?,
        }
        let (up, down) = (
            self.upload_bytes_per_second / MB,
            self.download_bytes_per_second / MB,
        );
        write!(f, "; copies {up:.0} MB/s up, {down:.0} MB/s down")?;
        match self.kernel_time {
            Some(time) if !self.clock_is_right() => {
                let host = self.host_time;
                write!(f, "; ITS CLOCK IS WRONG: {time:.1?} of {host:.1?}")
            }
            Some(_) => write!(f, "; its clock is right"),
            None => write!(f, "; it has no clock"),
        }
    }
}

impl Device {
    /// Runs a small kernel whose answer is known, copies some memory there and back, and looks at the device's clock.
    ///
    /// [`DeviceGroup::open`] runs the kernel on each device, and leaves out those that compute wrongly.
    ///
    /// # Errors
    /// If the device can't run it, which says nothing about its results.
    pub fn smoke_test(&self) -> Result<SmokeTest> {
        let (wrong, report) = run(self, &kernel()?)?;
        let (session, _) = self.session(WAIT).map_err(|(fault, why)| Error::Device {
            device: self.name().to_owned(),
            fault,
            why,
        })?;
        let (upload, download) = copy(&session)?;
        let ran = report.devices.first();
        Ok(SmokeTest {
            device: self.name().to_owned(),
            wrong,
            upload_bytes_per_second: upload,
            download_bytes_per_second: download,
            kernel_time: ran.and_then(|device| device.kernel_time),
            host_time: ran.map_or(report.wall, |device| device.host_time),
        })
    }
}

/// The kernel of the test.
pub(super) fn kernel() -> Result<Kernel> {
    Kernel::from_wgsl("smoke.wgsl", include_str!("smoke.wgsl"))
}

/// Refuses a device that computes wrongly.
pub(super) fn check(device: &Device, kernel: &Kernel) -> Result<()> {
    match run(device, kernel)? {
        (None, _) => Ok(()),
        (Some(wrong), _) => Err(Error::OpenDevice {
            device: device.name().to_owned(),
            why: format!("it computes wrongly: {wrong}"),
        }),
    }
}

/// What a device computes wrongly, with the report of the launch.
fn run(device: &Device, kernel: &Kernel) -> Result<(Option<String>, Report)> {
    let x = numbers();
    let mut y = vec![u32::MAX; x.len()];
    let mut sums = [1, 2];
    let report = DeviceGroup::from_devices(vec![device.clone()])?
        .launch(kernel)
        .bind("x", &x)
        .bind_mut("y", &mut y)
        .bind_mut("sums", &mut sums)
        .invocations([x.len()])
        // A minute, since nothing is measured yet.
        .watchdog(WAIT / 60)
        .run()?;
    Ok((judge(&y, &sums), report))
}

/// A prime number of elements: the last workgroup is not full.
const LEN: u32 = 10_007;
const WORKGROUP: usize = 64;

fn numbers() -> Vec<u32> {
    (0..LEN).map(|i| i.wrapping_mul(0x9E37_79B9)).collect()
}

/// The kernel's twin.
fn mix(n: u32, i: u32) -> u32 {
    let mut v = n.wrapping_mul(747_796_405).wrapping_add(2_891_336_453);
    v = ((v >> ((v >> 28) + 4)) ^ v).wrapping_mul(277_803_737);
    for k in 0..i & 7 {
        v = (v / (k + 3)) ^ (v % (i + 1)) ^ (v << 5);
    }
    let signed = v.cast_signed() / 7 - (v.cast_signed() >> 3) % 11;
    let quarters = (v & 0xffff) + 4 * (i & 0xff);
    signed.cast_unsigned() ^ quarters
}

/// The first thing that is wrong.
fn judge(y: &[u32], sums: &[u32]) -> Option<String> {
    let mut right_sums = [1u32, 2];
    let mut wrong = None;
    let mixed: Vec<u32> = (0..).zip(numbers()).map(|(i, n)| mix(n, i)).collect();
    for (row, (got, values)) in (0..).zip(y.chunks(WORKGROUP).zip(mixed.chunks(WORKGROUP))) {
        for (at, (got, value)) in got.iter().zip(values).enumerate() {
            // Beyond the end of the array the kernel's row holds zeros.
            let neighbour = values.get((at + 1) % WORKGROUP).copied().unwrap_or(0);
            let want = value ^ (neighbour >> 1);
            if *got != want {
                let i = row * WORKGROUP + at;
                wrong.get_or_insert_with(|| format!("y[{i}] is {got}, and should be {want}"));
            }
            if let Some(sum) = right_sums.get_mut(at & 1) {
                *sum = sum.wrapping_add(*value);
            }
        }
    }
    for (i, (got, want)) in sums.iter().zip(right_sums).enumerate() {
        if *got != want {
            wrong.get_or_insert_with(|| format!("sums[{i}] is {got}, and should be {want}"));
        }
    }
    wrong
}

/// Beyond this a device hangs.
const WAIT: Duration = Duration::from_secs(60);

const COPIED: u64 = 8 << 20;
const ROUNDS: usize = 5;

/// Bytes a second up and down, the median of some rounds.
fn copy(session: &Session) -> Result<(f64, f64)> {
    let take = |purpose| {
        session.scoped(Fault::Other, "allocating memory to copy", |wgpu| {
            Ok(session.pool.take(wgpu, purpose, COPIED))
        })
    };
    let upload = take(Purpose::Upload)?;
    let [storage, download] = [take(Purpose::Storage)?, take(Purpose::Download)?];
    upload.unmap();
    let time = |from: &wgpu::Buffer, to: &wgpu::Buffer| {
        let began = Instant::now();
        let submission = session.scoped(Fault::Other, "copying", |wgpu| {
            let mut encoder = wgpu.create_command_encoder(&Default::default());
            encoder.copy_buffer_to_buffer(from, 0, to, 0, COPIED);
            Ok(session.queue().submit([encoder.finish()]))
        })?;
        session.wait(submission, Some(WAIT))?;
        Ok(COPIED as f64 / began.elapsed().as_secs_f64())
    };
    let (mut up, mut down) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        up.push(time(&upload, &storage)?);
        down.push(time(&storage, &download)?);
    }
    session.pool.give(Purpose::Storage, storage);
    session.pool.give(Purpose::Download, download);
    let median = |rounds: &mut Vec<f64>| {
        rounds.sort_by(f64::total_cmp);
        rounds.get(ROUNDS / 2).copied().unwrap_or_default()
    };
    Ok((median(&mut up), median(&mut down)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_adapter_is_right() {
        let gpus = DeviceGroup::builder().allow_software(true).open().unwrap();
        for device in gpus.devices() {
            let test = device.smoke_test().unwrap();
            assert_eq!(test.wrong, None, "{test}");
            assert!(test.clock_is_right(), "{test}");
            assert!(
                test.upload_bytes_per_second > 1e6 && test.download_bytes_per_second > 1e6,
                "{test}"
            );
            println!("{test}");
        }
    }

    /// A device that computes something else is found out, whatever it is.
    #[test]
    fn wrong_results_are_seen() {
        let right = include_str!("smoke.wgsl");
        let gpus = DeviceGroup::builder().allow_software(true).open().unwrap();
        for (from, to, seen) in [
            ("277803737u", "277803739u", "y["),
            ("% (i + 1u)", "% (i + 2u)", "y["),
            ("/ 7 -", "/ 7 +", "y["),
            ("* 0.25", "* 0.125", "y["),
            ("(at + 1u) % 64u", "at", "y["),
            ("neighbour >> 1u", "neighbour >> 2u", "y["),
            (
                "atomicAdd(&sums[i & 1u], v)",
                "atomicMax(&sums[i & 1u], v)",
                "sums[",
            ),
            (
                "if (i < arrayLength(&y)) {",
                "if (i < 10006u) {",
                "y[10006]",
            ),
        ] {
            let wgsl = right.replace(from, to);
            assert_ne!(wgsl, right, "{from}");
            let kernel = Kernel::from_wgsl("liar.wgsl", wgsl).unwrap();
            for device in gpus.devices() {
                let (wrong, _) = run(device, &kernel).unwrap();
                let wrong = wrong.unwrap_or_else(|| panic!("{from} to {to} is not seen"));
                assert!(wrong.starts_with(seen), "{to}: {wrong}");
            }
        }
    }

    #[test]
    fn texts() {
        let mut test = SmokeTest {
            device: "GPU 0".to_owned(),
            wrong: None,
            upload_bytes_per_second: 12.3e9,
            download_bytes_per_second: 1.5e6,
            kernel_time: Some(Duration::from_millis(2)),
            host_time: Duration::from_millis(3),
        };
        let text = "GPU 0: computes right; copies 12300 MB/s up, 2 MB/s down; its clock is right";
        assert_eq!(test.to_string(), text);
        test.wrong = judge(&[1], &[1, 2]);
        test.kernel_time = Some(Duration::from_millis(300));
        let text = "GPU 0: COMPUTES WRONGLY: y[0] is 1, and should be ";
        let clock = "; ITS CLOCK IS WRONG: 300.0ms of 3.0ms";
        let got = test.to_string();
        assert!(got.starts_with(text) && got.ends_with(clock), "{got}");
        test.kernel_time = None;
        assert!(test.clock_is_right());
        assert!(test.to_string().ends_with("; it has no clock"));
    }
}
