//! The Go Text Protocol.

use std::ffi::OsString;
use std::time::{Duration, Instant};

use sarsen::client::{Client, Departure};
use sarsen::games::registry;
use sarsen::session::Session;

use super::{SARSEN, said};
use crate::support::Random;
use crate::support::process::PATIENCE;

/// A session. Each command gets one answer.
struct Program(Client);

impl Program {
    fn start() -> Self {
        Self(Client::start(&[OsString::from(SARSEN)]).unwrap())
    }

    /// The whole answer to a command.
    fn answer(&mut self, command: &str) -> String {
        self.0.send(command).unwrap();
        let mut lines = Vec::new();
        loop {
            let line = self.0.line(PATIENCE).unwrap();
            if line.is_empty() {
                return lines.join("\n");
            }
            lines.push(line);
        }
    }

    /// The text of an answer to a command that is obeyed.
    fn ask(&mut self, command: &str) -> String {
        let answer = self.answer(command);
        let text = answer.strip_prefix('=');
        text.unwrap_or_else(|| panic!("{command}: {answer}")).trim_start().to_owned()
    }

    /// The text of an answer to a command that is refused.
    fn refused(&mut self, command: &str) -> String {
        let answer = self.answer(command);
        answer.strip_prefix("? ").unwrap_or_else(|| panic!("{command}: {answer}")).to_owned()
    }
}

fn open(game: &str) -> Box<dyn Session> {
    registry().open_title(game).unwrap()
}

#[test]
fn answers_have_the_form_of_the_protocol() {
    let input = "12 protocol_version\nname # x\n\n# only a comment\nfoo\n\
                 00 known_command\tplay\r\nknown_command foo\n3\nkomi 6.5\nkomi\n9 quit\nname\n";
    let wanted = "=12 2\n\n= Sarsen\n\n? unknown command\n\n=00 true\n\n= false\n\n\
                  ?3 unknown command\n\n=\n\n? syntax error\n\n=9\n\n";
    assert_eq!(said(input), wanted);
    let listed = said("list_commands");
    for known in listed.trim().trim_start_matches("= ").lines() {
        let answer = said(format!("1 known_command {known}\n"));
        assert_eq!(answer, "=1 true\n\n", "{known}");
    }
    assert!(listed.contains("\ntime_left\n"));
}

/// Plays a whole game against itself, and compares it with the rules.
fn plays(program: &mut Program, game: &str, names: fn(&str) -> String) -> (usize, usize) {
    let mut session = open(game);
    let (mut plies, mut passes) = (0, 0);
    while let Some(player) = session.to_move() {
        let colour = ["b", "white"][player.index()];
        let vertex = program.ask(&format!("genmove {colour}"));
        let m = names(&vertex);
        session.play(&m).unwrap_or_else(|error| panic!("{vertex}: {error}"));
        plies += 1;
        passes += usize::from(vertex == "pass");
    }
    assert_eq!(program.ask("genmove b"), "pass", "the game is over");
    assert!(program.ask("showboard").starts_with("Game ended\n"));
    let margin = session.margin().map(|text| text.split(' ').next().unwrap().to_owned());
    let margin = margin.unwrap_or("1".to_owned());
    let wanted = match sarsen::protocol::reply::result(session.outcome()) {
        "p1win" => format!("B+{margin}"),
        "p2win" => format!("W+{margin}"),
        _ => "0".to_owned(),
    };
    assert_eq!(program.ask("final_score"), wanted);
    (plies, passes)
}

#[test]
fn a_whole_game_of_othello_is_played() {
    let mut program = Program::start();
    assert_eq!(program.ask("list_games"), "Connect4\nOthello");
    assert_eq!(program.ask("set_game Othello"), "");
    for size in [8, 6] {
        assert_eq!(program.ask(&format!("boardsize {size}")), "");
        let start = program.ask("showboard");
        program.ask("sarsen-limit depth 2");
        let game = format!("othello {size}x{size}");
        let (plies, _) = plays(&mut program, &game, |vertex| vertex.to_lowercase());
        assert!(plies > size * size / 2);
        (0..plies).for_each(|_| assert_eq!(program.ask("undo"), ""));
        assert_eq!(program.refused("undo"), "cannot undo");
        assert_eq!(program.ask("showboard"), start);
    }
    assert_eq!(program.refused("final_score"), "cannot score");
    assert_eq!(program.ask("quit"), "");
    assert!(matches!(program.0.wait(PATIENCE), Ok(Departure::Exited(status)) if status.success()));
}

#[test]
fn a_whole_game_of_connect_four_is_played() {
    let mut program = Program::start();
    assert_eq!(program.ask("set_game connect4"), "");
    program.ask("sarsen-limit nodes 300");
    let column = |vertex: &str| (vertex.as_bytes()[0] - b'A' + 1).to_string();
    plays(&mut program, "connect4", column);
    assert_eq!(program.ask("boardsize 5"), "");
    assert_eq!(program.ask("play b c1"), "");
    assert_eq!(program.refused("play w c1"), "illegal move");
    assert_eq!(program.ask("play w c2"), "");
    let board = program.ask("showboard");
    assert!(board.ends_with("  2 . . O . .\n  1 . . X . ."), "{board}");
    assert_eq!(program.refused("boardsize 99"), "unacceptable size");
    assert_eq!(program.ask("showboard"), board, "nothing has changed");
    assert_eq!(program.refused("set_game stonehenge"), "unsupported game");
    assert_eq!(program.refused("set_game go"), "unsupported game");
}

/// A player who can only pass need not say so, and may.
#[test]
fn passes_may_be_left_out() {
    let mut program = Program::start();
    let mut random = Random(1);
    let mut passes = 0;
    for game in 0..40 {
        program.ask("clear_board");
        let says_passes = game % 2 == 0;
        let mut session = open("othello");
        let mut steps = 0;
        while let Some(player) = session.to_move() {
            let moves = session.moves();
            let m = &moves[random.below(moves.len())];
            if m != "pass" || says_passes {
                let colour = ["B", "w"][player.index()];
                assert_eq!(program.ask(&format!("play {colour} {m}")), "", "{m}");
                steps += 1;
            }
            passes += usize::from(m == "pass");
            session.play(m).unwrap();
        }
        assert!(program.ask("showboard").starts_with("Game ended"));
        (0..steps).for_each(|_| assert_eq!(program.ask("undo"), ""));
        assert_eq!(program.refused("undo"), "cannot undo");
    }
    assert!(passes > 10, "{passes}");
}

#[test]
fn wrong_moves_are_refused_and_change_nothing() {
    let mut program = Program::start();
    program.ask("play b d3");
    let board = program.ask("showboard");
    for (command, answer) in [
        ("play b c5", "illegal move"),
        ("play w d3", "illegal move"),
        ("play w pass", "illegal move"),
        ("play b pass", "illegal move"),
        ("play w i1", "syntax error: no vertex 'i1'"),
        ("play w a9", "syntax error: no vertex 'a9'"),
        ("play red c5", "syntax error: 'red' is neither black nor white"),
        ("play w", "syntax error"),
        ("play w c5 d6", "syntax error"),
        ("genmove", "syntax error"),
        ("genmove b", "it is the other player's turn"),
        ("reg_genmove b", "it is the other player's turn"),
        ("boardsize x", "syntax error"),
        ("time_settings 1 2", "syntax error"),
        ("time_left w -1 0", "syntax error"),
        ("sarsen-limit depth", "syntax error"),
        ("sarsen-limit infinite 1", "syntax error"),
        ("sarsen-setoption", "syntax error"),
        ("sarsen-setoption Game value connect4", "set_game and boardsize choose the game"),
        ("sarsen-setoption game value othello 6x6", "set_game and boardsize choose the game"),
        (
            "sarsen-setoption Hash value none",
            "option Hash: 'none' is not a number from 1 to 1048576",
        ),
    ] {
        assert_eq!(program.refused(command), answer, "{command}");
        assert_eq!(program.ask("showboard"), board, "{command}");
    }
    assert_eq!(program.ask("sarsen-setoption Hash value 4"), "");
    assert_eq!(program.ask("sarsen-setoption name Hash value 4"), "");
    let found = program.ask("reg_genmove w");
    assert_eq!(program.ask("showboard"), board, "the move is only told");
    assert_eq!(program.ask(&format!("play w {found}")), "");
}

#[test]
fn clocks_are_kept() {
    let mut program = Program::start();
    // The machine may be busy, so the time that is left is far from the one that would be usual.
    program.ask("time_settings 3600 0 0");
    program.ask("time_left b 0 0");
    let before = Instant::now();
    program.ask("genmove b");
    program.ask("time_settings 0 0.1 1");
    program.ask("genmove w");
    program.ask("time_left b 1 20");
    program.ask("genmove b");
    assert!(before.elapsed() < Duration::from_secs(20), "{:?}", before.elapsed());
}

#[test]
fn what_was_asked_before_the_end_is_answered() {
    let said = said("sarsen-limit depth 3\n1 genmove b\n2 genmove w");
    let answers: Vec<&str> = said.split("\n\n").collect();
    assert!(answers[1].starts_with("=1 ") && answers[2].starts_with("=2 "), "{said}");
    assert_eq!(answers.len(), 4);
}
