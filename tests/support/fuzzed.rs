//! What must hold for any line and any session. Property tests and fuzzers invent them.

use std::io::Write;
use std::sync::{Arc, Mutex};

use sarsen::server::commands::{Command, parse};
use sarsen::server::serve;

mod tame;

use tame::tame;

/// The limit for the text of an error, in bytes.
const MAX_ERROR: usize = 500;

/// Reads any line. It is a command, blank, or an error with a short text.
pub fn parses(line: &str) {
    match parse(line) {
        Err(error) => {
            let error = error.to_string();
            assert!(!error.is_empty() && error.len() < MAX_ERROR, "{error}");
        }
        Ok(Some(Command::Go(go))) => {
            let meant = go.is_limited() || go.infinite || go.problems.is_empty();
            assert!(meant, "an endless mistake: {line}");
        }
        Ok(_) => {}
    }
}

/// An output that can be read afterwards.
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

/// Runs a whole session in process. It must end well, answer every `go` once, and print plain
/// lines.
pub fn holds(lines: &[impl AsRef<[u8]>]) {
    let (mut input, mut searches) = (Vec::new(), 0);
    let mut told_to_quit = false;
    for line in lines {
        let (tamed, is_go, is_quit) = tame(line.as_ref());
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
        assert!(!line.starts_with("info string error: the game's code has panicked"), "{line}");
    }
}
