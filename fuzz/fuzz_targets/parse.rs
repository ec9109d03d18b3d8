//! Fuzzes the parser: any line is a command, blank, or an error that can be printed.
#![no_main]

#[path = "../../tests/support/fuzzed.rs"]
#[allow(dead_code)]
mod fuzzed;

libfuzzer_sys::fuzz_target!(|line: &str| fuzzed::parses(line));
