//! Fuzzes a session: any input is a session that ends and answers every search.
#![no_main]

#[path = "../../tests/support/fuzzed.rs"]
#[allow(dead_code)]
mod fuzzed;

libfuzzer_sys::fuzz_target!(|input: &[u8]| {
    let lines: Vec<&[u8]> = input.split(|&byte| byte == b'\n').collect();
    fuzzed::holds(&lines);
});
