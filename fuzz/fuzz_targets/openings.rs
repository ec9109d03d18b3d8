//! Fuzzes the reader of openings: any text is openings that can be used, or an error.
#![no_main]

#[path = "../../tests/support/fuzzed_readers.rs"]
#[allow(dead_code)]
mod fuzzed_readers;

libfuzzer_sys::fuzz_target!(|input: &[u8]| fuzzed_readers::openings(input));
