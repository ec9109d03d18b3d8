//! Other protocols than our own: whole sessions with the real process, and hostile ones.

mod gtp;
mod hostile;
mod nboard;

use std::process::Command;

use crate::support::process::feed;

const SARSEN: &str = env!("CARGO_BIN_EXE_sarsen");

/// All that the engine says to an input. It must end well.
fn said(input: impl AsRef<[u8]>) -> String {
    let output = feed(&mut Command::new(SARSEN), input.as_ref());
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && errors.is_empty(), "{:?}: {errors}", output.status);
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn the_first_line_decides_who_speaks() {
    for first in [
        "protocol_version",
        "name",
        "boardsize 8",
        "1 quit",
        "7 undo",
        "play b d3",
        "  2 version",
        "\n \r\n\t\nlist_commands # all",
        "known_command x",
        "# name\n\n# more\nlist_commands",
        "genmove b",
        "3 play",
    ] {
        let said = said(format!("{first}\nfoo\n"));
        assert!(said.starts_with(['=', '?']), "{first}: {said}");
        assert!(
            first.contains("quit") || said.ends_with("? unknown command\n\n"),
            "{first}: {said}"
        );
    }
    for first in ["nboard 2", " nboard 1"] {
        assert_eq!(said(format!("{first}\nfoo\nping 3\n")), "set myname Sarsen\npong 3\n");
    }
    let unknown = |word: &str| format!("info string error: unknown command '{word}'; ");
    for (first, answer) in [
        ("undo", "info string error: cannot take back 1"),
        ("play", "info string error: unknown command 'play'; run 'sarsen play' in the shell"),
        ("isready", "readyok"),
        ("query p1turn", "response true"),
        ("# x\nisready", &unknown("#")),
        ("nboard", &unknown("nboard")),
        ("nboard two", &unknown("nboard")),
        ("names", &unknown("names")),
        ("1 names", &unknown("1")),
        ("NAME", &unknown("NAME")),
        ("\u{ff}", &unknown("\u{ff}".escape_default().to_string().as_str())),
    ] {
        // What comes later does not matter.
        let said = said(format!("{first}\nname\nnboard 2\n"));
        assert!(said.starts_with(answer), "{first}: {said}");
        assert_eq!(said.matches("unknown command 'name'").count(), 1, "{first}: {said}");
        assert_eq!(
            said.matches("unknown command 'nboard'").count(),
            1 + usize::from(first.contains("nboard")),
            "{first}: {said}"
        );
    }
    assert_eq!(said("quit\nname\n"), "");
    assert_eq!(said("\n\n"), "");
}
