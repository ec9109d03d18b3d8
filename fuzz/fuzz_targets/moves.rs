//! Fuzzes the reader of lists of moves, which may be glued together: any text is moves, or an
//! error.
#![no_main]

#[path = "../../tests/support/fuzzed_readers.rs"]
#[allow(dead_code)]
mod fuzzed_readers;

libfuzzer_sys::fuzz_target!(|input: &[u8]| fuzzed_readers::moves(input));
