#![no_main]

#[path = "../src/bytes.rs"]
mod bytes;
#[path = "../src/launch.rs"]
mod launch;

libfuzzer_sys::fuzz_target!(|data: &[u8]| launch::check(data));
