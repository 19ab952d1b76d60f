#![no_main]
#![allow(dead_code, reason = "a part of the command's source")]

#[path = "../../cli/src/arrays.rs"]
mod arrays;
#[path = "../src/npy.rs"]
mod check;
#[path = "../../cli/src/npy.rs"]
mod npy;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    // Otherwise the fuzzer ends at every panic, also at one that is caught.
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| drop(std::panic::take_hook()));
    check::check(data);
});
