//! Fuzzes the reader of files of weights, books and proofs: any bytes are one, or an error.
#![no_main]

#[path = "../../tests/support/fuzzed_readers.rs"]
#[allow(dead_code)]
mod fuzzed_readers;

libfuzzer_sys::fuzz_target!(|input: &[u8]| fuzzed_readers::files(input));
