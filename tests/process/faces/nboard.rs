//! The protocol of NBoard.

use std::ffi::OsString;
use std::time::Instant;

use sarsen::client::Client;
use sarsen::games::registry;

use super::{SARSEN, said};
use crate::support::process::PATIENCE;

/// The game of the protocol's own example.
const GAME: &str = "(;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[./mEdax]PW[chris]RE[?]\
                    TI[15:00]TY[8]BO[8 ---------------------------O*------*O---------------------------\
                     *]B[F5]W[F6]B[D3]W[C5]B[E6]W[F7]B[E7]W[F4];)";

struct Program(Client);

impl Program {
    fn start() -> Self {
        let mut client = Client::start(&[OsString::from(SARSEN)]).unwrap();
        client.send("nboard 2").unwrap();
        assert_eq!(client.line(PATIENCE).unwrap(), "set myname Sarsen");
        Self(client)
    }

    /// Lines up to and including the first that starts with this.
    fn until(&mut self, start: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line = self.0.line(PATIENCE).unwrap();
            lines.push(line);
            if lines.last().unwrap().starts_with(start) {
                return lines;
            }
        }
    }

    fn send(&mut self, line: &str) {
        self.0.send(line).unwrap();
    }

    /// What is said before the answer to a ping.
    fn told(&mut self, line: &str) -> Vec<String> {
        self.send(&format!("{line}\nping 77"));
        let mut lines = self.until("pong 77");
        lines.pop();
        lines
    }

    /// The move that is found.
    fn go(&mut self) -> String {
        self.send("go");
        let last = self.until("=== ").pop().unwrap();
        let parts: Vec<&str> = last.strip_prefix("=== ").unwrap().split('/').collect();
        if parts.len() == 3 {
            assert!(parts[1..].iter().all(|number| number.parse::<f64>().is_ok()), "{last}");
            self.until("status");
        } else {
            assert_eq!(last, "=== PA");
        }
        parts[0].to_owned()
    }
}

#[test]
fn forced_passes_may_be_left_out() {
    let mut program = Program::start();
    // Black has no move, and white takes the last square.
    let board = format!("{}*-", "O".repeat(62));
    let game = |moves: &str| format!("set game (;GM[Othello]TY[8]BO[8 {board} *]{moves};)");
    assert!(program.told(&game("")).is_empty());
    assert!(program.told("move H8//0.1").is_empty());
    assert_eq!(program.told("go"), ["status the game is over"]);
    assert!(program.told(&game("W[H8]")).is_empty());
    assert_eq!(program.told("go"), ["status the game is over"]);
    assert!(program.told(&game("")).is_empty());
    assert!(program.told("move A1")[0].starts_with("status error: 'A1' is not a legal move"));
    assert_eq!(program.go(), "PA");
}

#[test]
fn a_whole_game_is_played() {
    let mut program = Program::start();
    assert!(program.told("set depth 3").is_empty());
    assert!(program.told(&format!("set game {GAME}")).is_empty());
    let mut session = registry().open("othello", "").unwrap();
    session.play("f5 f6 d3 c5 e6 f7 e7 f4").unwrap();
    while session.to_move().is_some() {
        let found = program.go();
        let m = if found == "PA" { "pass".to_owned() } else { found.to_lowercase() };
        session.play(&m).unwrap_or_else(|error| panic!("{found}: {error}"));
        assert!(program.told(&format!("move {found}/1.5/0.25")).is_empty());
    }
    assert_eq!(program.told("go"), ["status the game is over"]);
    assert_eq!(program.told("learn"), ["learned"]);
}

#[test]
fn hints_have_so_many_moves() {
    let mut program = Program::start();
    program.send(&format!("set depth 4\nset game {GAME}\nhint 3"));
    let lines = program.until("status");
    assert_eq!(lines.last().unwrap(), "status thinking");
    // The status line alone ends it.
    let mut lines = Vec::new();
    while lines.last().is_none_or(|line| line != "status") {
        lines.push(program.0.line(PATIENCE).unwrap());
    }
    let at_the_end =
        lines.iter().filter(|line| line.starts_with("search ") && line.ends_with(" 0 4"));
    assert_eq!(at_the_end.count(), 3, "{lines:#?}");
    assert!(lines.iter().any(|line| line.starts_with("nodestats ")), "{lines:#?}");
    assert!(!lines.iter().any(|line| line.starts_with("===")), "{lines:#?}");
}

#[test]
fn a_ping_ends_what_runs() {
    let mut program = Program::start();
    program.send("set depth 60");
    for (number, command) in ["hint 2", "go", "hint 1"].into_iter().enumerate() {
        program.send(command);
        program.until("search ");
        let before = Instant::now();
        program.send(&format!("ping {number}"));
        program.until(&format!("pong {number}"));
        assert!(before.elapsed() < PATIENCE / 2);
    }
    program.send("hint 3");
    program.until("search ");
    program.send("quit");
    assert!(program.0.wait(PATIENCE).is_ok());
}

#[test]
fn the_board_of_36_squares_is_known_too() {
    let mut program = Program::start();
    let game = "(;GM[Othello]BO[6 --------------O*----*O-------------- *]B[c2];)";
    assert!(program.told(&format!("set depth 2\nset game {game}")).is_empty());
    let found = program.go().to_lowercase();
    let mut session = registry().open("othello", "6x6").unwrap();
    session.play(&format!("c2 {found}")).unwrap();
}

#[test]
fn mistakes_are_told_and_change_nothing() {
    let mut program = Program::start();
    program.send("set depth 2");
    assert!(program.told(&format!("set game {GAME}")).is_empty());
    for (line, wanted) in [
        ("move A1", "'A1' is not a legal move here"),
        ("move", "'' is not a legal move here"),
        ("move PA", "'PA' is not a legal move here"),
        ("hint many", "hint: a number is needed, not 'many'"),
        ("ping", "ping: a number is needed, not ''"),
        ("set depth x", "set depth: a number is needed, not 'x'"),
        ("set game", "set game: '(;' expected, not ''"),
        ("set game (;GM[Chess]BO[8 - *];)", "set game: unknown game 'Chess'"),
        ("set game (;GM[Othello]BO[10 - *];)", "set game: setup '10x10': the board is 8x8 or 6x6"),
    ] {
        assert_eq!(program.told(line), [format!("status error: {wanted}")], "{line}");
    }
    let late = GAME.replace("B[E6]", "B[A1]");
    let said = program.told(&format!("set game {late}"));
    assert_eq!(said, ["status error: set game: move 5: 'A1' is not a legal move here"]);
    // The old game is still there.
    assert!(program.told("move D6").is_empty());
    for ignored in ["", "set contempt 3", "set colour blue", "hello", "analyze"] {
        assert!(program.told(ignored).is_empty(), "{ignored}");
    }
}

#[test]
fn a_search_before_the_end_is_answered() {
    let said = said(format!("nboard 2\nset depth 3\nset game {GAME}\ngo"));
    assert!(said.contains("\n=== ") && said.ends_with("\nstatus\n"), "{said}");
}
