//! Fuzzes the reader of rules as text: any bytes are a game that can be played, or an error.
#![no_main]

#[path = "../../tests/support/fuzzed_rules.rs"]
#[allow(dead_code)]
mod fuzzed_rules;

libfuzzer_sys::fuzz_target!(|input: &[u8]| fuzzed_rules::rules(input));
