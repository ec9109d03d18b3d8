//! Fuzzes the readers of records: any bytes are records or errors, however they are read.
#![no_main]

#[path = "../../tests/support/fuzzed_records.rs"]
mod fuzzed_records;

libfuzzer_sys::fuzz_target!(|input: &[u8]| fuzzed_records::hold(input));
