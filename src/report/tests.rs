use super::*;

const MS: Duration = Duration::from_millis(1);

/// Two devices that did the work, one that had nothing to do.
fn spread() -> Report {
    Report {
        kernel: "shaders/saxpy.wgsl".to_owned(),
        grid: [1000, 1, 1],
        refused: None,
        axis: Some(Axis::X),
        devices: vec![
            DeviceReport {
                index: 0,
                name: "NVIDIA A100 #0".to_owned(),
                software: false,
                ranges: vec![0..500, 700..1000],
                bytes_up: 3 << 20,
                bytes_down: 1 << 20,
                kernel_time: Some(12 * MS),
                host_time: 40 * MS,
                finished: 41 * MS,
            },
            DeviceReport {
                index: 2,
                name: "Grafikkarte µ".to_owned(),
                software: true,
                ranges: vec![500..700],
                bytes_up: 768,
                bytes_down: 256 << 10,
                kernel_time: None,
                host_time: Duration::from_micros(20_500),
                finished: Duration::from_micros(20_500),
            },
            DeviceReport {
                index: 3,
                name: "idle".to_owned(),
                software: true,
                ..DeviceReport::default()
            },
        ],
        passed_over: vec![PassedOver {
            index: 1,
            name: "SwiftShader".to_owned(),
            reasons: vec![
                "invocations of a workgroup: 1024 needed, 256 allowed".to_owned(),
                "the kernel needs f16, which it does not have".to_owned(),
            ],
        }],
        reopened: vec![Reopened {
            index: 2,
            name: "Grafikkarte µ".to_owned(),
            why: "lost (Unknown): device removed".to_owned(),
        }],
        retries: vec![Retry {
            index: 2,
            device: "Grafikkarte µ".to_owned(),
            chunk: 700..800,
            fault: Fault::OutOfMemory,
            why: "running a chunk: out of memory\nin a buffer".to_owned(),
        }],
        verified: None,
        wall: 42 * MS,
    }
}

#[test]
fn text() {
    let cases = [
        (
            Report {
                verified: Some(Verified {
                    chunks: 2,
                    workgroups: 300,
                }),
                reopened: vec![],
                passed_over: Vec::new(),
                retries: Vec::new(),
                ..spread()
            },
            "\
shaders/saxpy.wgsl: 1000 x 1 x 1 workgroups, cut along x
   device          chunks   share       up       down  kernel    host
0  NVIDIA A100 #0       2  80.0 %  3.0 MiB    1.0 MiB  12.0ms  40.0ms
2  Grafikkarte µ        1  20.0 %    768 B  256.0 KiB       -  20.5ms
3  idle                 0   0.0 %      0 B        0 B       -       -
wall time 42.0ms, balance 0.50
software: the CPU did the work of device 2
verified: 2 of 3 chunks ran on two devices, with equal results
",
        ),
        (
            spread(),
            "\
shaders/saxpy.wgsl: 1000 x 1 x 1 workgroups, cut along x
   device          chunks   share       up       down  kernel    host
0  NVIDIA A100 #0       2  80.0 %  3.0 MiB    1.0 MiB  12.0ms  40.0ms
2  Grafikkarte µ        1  20.0 %    768 B  256.0 KiB       -  20.5ms
3  idle                 0   0.0 %      0 B        0 B       -       -
wall time 42.0ms, balance 0.50
software: the CPU did the work of device 2
opened again:
  2  Grafikkarte µ: lost (Unknown): device removed
retries:
  chunk 700..800, failed on Grafikkarte µ: running a chunk: out of memory
    in a buffer
passed over:
  1  SwiftShader: invocations of a workgroup: 1024 needed, 256 allowed; the kernel needs f16, which it does not have
",
        ),
        (
            Report {
                kernel: "whole".to_owned(),
                grid: [4, 3, 2],
                devices: vec![DeviceReport {
                    name: "one".to_owned(),
                    ranges: vec![Range { start: 0, end: 1 }],
                    bytes_up: 5 << 40,
                    host_time: Duration::from_secs(83),
                    finished: Duration::from_secs(83),
                    ..DeviceReport::default()
                }],
                wall: Duration::from_nanos(83_000_400_000),
                ..Report::default()
            },
            "\
whole: 4 x 3 x 2 workgroups, whole on one device
   device  chunks    share       up  down  kernel   host
0  one          1  100.0 %  5.0 TiB   0 B       -  83.0s
wall time 83.0s
",
        ),
        (
            Report {
                kernel: "empty".to_owned(),
                axis: Some(Axis::Z),
                wall: Duration::from_nanos(1500),
                ..Report::default()
            },
            "\
empty: 0 x 0 x 0 workgroups, cut along z
  device  chunks  share  up  down  kernel  host
wall time 1.5µs
",
        ),
    ];
    for (report, want) in cases {
        assert_eq!(report.to_string(), want);
    }
}

#[test]
fn bytes() {
    for (bytes, want) in [
        (0, "0 B"),
        (1023, "1023 B"),
        (1024, "1.0 KiB"),
        (1536, "1.5 KiB"),
        ((1 << 20) - 52, "1023.9 KiB"),
        ((1 << 20) - 1, "1.0 MiB"),
        (10 << 30, "10.0 GiB"),
        (u64::MAX, "16.0 EiB"),
    ] {
        assert_eq!(human(bytes), want);
    }
}

#[test]
fn balance() {
    let finishing = |finished: &[u64]| Report {
        devices: finished
            .iter()
            .map(|ms| DeviceReport {
                // A device that finished at 0 ran nothing.
                ranges: (*ms > 0).then_some(0..1).into_iter().collect(),
                finished: Duration::from_millis(*ms),
                ..DeviceReport::default()
            })
            .collect(),
        ..Report::default()
    };
    for (finished, want) in [
        (&[][..], None),
        (&[5], None),
        (&[5, 0], None),
        (&[5, 5], Some(1.0)),
        (&[8, 0, 6, 2], Some(0.25)),
    ] {
        assert_eq!(finishing(finished).balance(), want, "{finished:?}");
    }
}

#[test]
#[cfg(feature = "serde")]
fn json() {
    let mut report = spread();
    report.devices.truncate(1);
    let want = serde_json::json!({
        "kernel": "shaders/saxpy.wgsl",
        "grid": [1000, 1, 1],
        "axis": "X",
        "refused": null,
        "devices": [{
            "index": 0,
            "name": "NVIDIA A100 #0",
            "software": false,
            "ranges": [{"start": 0, "end": 500}, {"start": 700, "end": 1000}],
            "bytes_up": 3 << 20,
            "bytes_down": 1 << 20,
            "kernel_time": {"secs": 0, "nanos": 12_000_000},
            "host_time": {"secs": 0, "nanos": 40_000_000},
            "finished": {"secs": 0, "nanos": 41_000_000},
        }],
        "passed_over": [{
            "index": 1,
            "name": "SwiftShader",
            "reasons": [
                "invocations of a workgroup: 1024 needed, 256 allowed",
                "the kernel needs f16, which it does not have",
            ],
        }],
        "reopened": [{
            "index": 2,
            "name": "Grafikkarte µ",
            "why": "lost (Unknown): device removed",
        }],
        "verified": null,
        "retries": [{
            "index": 2,
            "device": "Grafikkarte µ",
            "chunk": {"start": 700, "end": 800},
            "fault": "OutOfMemory",
            "why": "running a chunk: out of memory\nin a buffer",
        }],
        "wall": {"secs": 0, "nanos": 42_000_000},
    });
    let text = serde_json::to_string(&report).unwrap();
    let back: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(back, want);
}
