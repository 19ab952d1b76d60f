#![no_main]

#[allow(dead_code, reason = "the other target uses the rest")]
#[path = "../src/bytes.rs"]
mod bytes;
#[path = "../src/wgsl.rs"]
mod wgsl;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    // Otherwise the fuzzer ends at every panic, also at those of naga that the library catches.
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| drop(std::panic::take_hook()));
    wgsl::check(data);
});
