//! Whole sessions of arbitrary lines, in process: they end, nothing panics, and every `go` is
//! answered. `PROPTEST_CASES=100000 cargo test --release --test process session_fuzz` tries more.
//! `fuzz/` has the same test for a fuzzer.

use proptest::prelude::*;

fn regex(text: &str) -> impl Strategy<Value = String> + use<> {
    prop::string::string_regex(text).expect("a regular expression")
}

/// Lines of all kinds: commands, near misses, and any bytes.
fn lines() -> impl Strategy<Value = Vec<Vec<u8>>> {
    let words = "(depth|nodes|movetime|p1time|p2time|infinite|ponder|searchmoves|startpos|fen|moves|name|value|Hash|Game|MultiPV|connect4|stonehenge|perft|4|1|0|-3|5x4|6@7|7/7/7/7/7/7|x)";
    let command = "(go|go|go|position|position startpos moves|move|undo|newgame|setoption|query|stop|ponderhit|isready|show|help|ugi|uci|quit)";
    let line = prop_oneof![
        8 => regex(&format!("{command}( {words}){{0,5}}")).prop_map(String::into_bytes),
        1 => prop::collection::vec(any::<u8>(), 0..40),
        1 => regex("\\PC{0,40}").prop_map(String::into_bytes),
    ];
    prop::collection::vec(line, 0..40)
}

proptest! {
    #[test]
    fn any_session_ends_and_answers(lines in lines()) {
        crate::fuzzed::holds(&lines);
    }
}
