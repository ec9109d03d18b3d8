//! Fuzzes the reader of positions: any text is a position that is written and read again, or an
//! error.
#![no_main]

#[path = "../../tests/support/fuzzed_readers.rs"]
#[allow(dead_code)]
mod fuzzed_readers;

libfuzzer_sys::fuzz_target!(|input: &[u8]| fuzzed_readers::positions(input));
