//! Makes lines harmless that a fuzzer has invented.

use sarsen::server::commands::{Command, Query, Quit, parse};

/// The line, with a small budget if it asks for work. Then whether it is a `go`, and whether it is
/// a `quit`.
pub fn tame(line: &[u8]) -> (Vec<u8>, bool, bool) {
    let mut tamed: Vec<u8> = line.iter().copied().filter(|&byte| byte != b'\n').collect();
    let text = String::from_utf8(tamed.clone()).ok().filter(|text| !text.contains('\0'));
    let command = text.and_then(|text| parse(&text).ok().flatten());
    match &command {
        Some(Command::Go(_)) => tamed.extend(b" nodes 50"),
        Some(Command::Query(Query::Perft(_))) => tamed.extend(b"\nstop"),
        _ => {}
    }
    let is_go = matches!(command, Some(Command::Go(_)));
    (tamed, is_go, command == Some(Command::Quit(Quit)))
}
