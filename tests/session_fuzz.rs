//! Whole sessions of arbitrary lines, in process: they end, nothing panics, and every `go` is answered.
//! `PROPTEST_CASES=100000 cargo test --release --test session_fuzz` for longer.
#![allow(missing_docs)]

use std::io::Write;
use std::sync::{Arc, Mutex};

use proptest::prelude::*;
use sarsen::protocol::{Command, Query, parse};
use sarsen::server::serve;

/// An output that can be looked at afterwards.
#[derive(Clone, Default)]
struct Shared(Arc<Mutex<Vec<u8>>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().expect("no writer panics").write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

fn regex(text: &str) -> impl Strategy<Value = String> + use<> {
    prop::string::string_regex(text).expect("a regular expression")
}

/// Lines of all kinds: commands, what nearly is one, and anything.
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

/// The line with a small budget if it asks for work, and whether it is a `go` or a `quit`.
fn tame(line: &[u8]) -> (Vec<u8>, bool, bool) {
    let mut tamed: Vec<u8> = line.iter().copied().filter(|&byte| byte != b'\n').collect();
    let text = String::from_utf8(tamed.clone()).ok().filter(|text| !text.contains('\0'));
    let command = text.and_then(|text| parse(&text).ok().flatten());
    match &command {
        Some(Command::Go(_)) => tamed.extend(b" movetime 1"),
        Some(Command::Query(Query::Perft(_))) => tamed.extend(b"\nstop"),
        _ => {}
    }
    let is_go = matches!(command, Some(Command::Go(_)));
    (tamed, is_go, command == Some(Command::Quit))
}

fn holds(lines: &[Vec<u8>]) {
    let (mut input, mut searches) = (Vec::new(), 0);
    let mut told_to_quit = false;
    for line in lines {
        let (tamed, is_go, is_quit) = tame(line);
        searches += usize::from(is_go && !told_to_quit);
        told_to_quit |= is_quit;
        input.extend(tamed);
        input.push(b'\n');
    }
    let output = Shared::default();
    serve(sarsen::games::registry(), std::io::Cursor::new(input), output.clone())
        .expect("it ends well");
    let output =
        String::from_utf8(output.0.lock().expect("no writer panics").clone()).expect("ASCII");
    let answers = output.lines().filter(|line| line.starts_with("bestmove ")).count();
    assert_eq!(answers, searches, "{output}");
    for line in output.lines() {
        assert!(
            line.bytes().all(|b| b == b' ' || b.is_ascii_graphic()) && !line.ends_with(' '),
            "{line:?}"
        );
        assert!(!line.contains("has panicked"), "{line}");
    }
}

proptest! {
    #[test]
    fn any_session_ends_and_answers(lines in lines()) {
        holds(&lines);
    }
}
