//! Forced passes that are left out, or have one of the usual spellings, wherever moves are read.

use std::process::Command;

use crate::support::Random;
use crate::support::place::Place;
use crate::support::process::{converse, feed, filter, says};
use sarsen::games::registry;
use sarsen::matches::record::Records;
use sarsen::session::Session;
use serde_json::{Value, json};

const SARSEN: &str = env!("CARGO_BIN_EXE_sarsen");

/// A whole game.
struct Game {
    /// All its moves.
    whole: Vec<String>,
    /// The indices of its passes.
    passes: Vec<usize>,
}

/// The first random game that has two passes, and two moves after them. So there is a choice left
/// one move before the end, or a last move at least.
fn with_two_passes() -> Game {
    let fits = |game: &Game| matches!(game.passes[..], [_, last] if last + 3 < game.whole.len());
    (0..).map(random_othello).find(fits).unwrap()
}

fn random_othello(seed: u64) -> Game {
    let mut session = registry().open("othello", "6x6").unwrap();
    let passes = play_at_random(&mut *session, seed);
    Game { whole: session.played(), passes }
}

/// Plays a game at random. Returns the indices of its forced passes.
fn play_at_random(session: &mut dyn Session, seed: u64) -> Vec<usize> {
    let mut random = Random(seed);
    let mut passes = Vec::new();
    while session.outcome().is_none() && session.ply() < 400 {
        if session.forced_pass().is_some() {
            passes.push(session.ply());
        }
        let moves = session.moves();
        session.play(&moves[random.below(moves.len())]).unwrap();
    }
    passes
}

impl Game {
    /// The moves with its passes in this spelling. Without them if that is empty.
    fn spelled(&self, pass: &str) -> Vec<String> {
        let text = |(at, m): (usize, &String)| match self.passes.contains(&at) {
            true => pass.to_owned(),
            false => m.clone(),
        };
        self.whole.iter().enumerate().map(text).filter(|m| !m.is_empty()).collect()
    }
}

/// What may stand for a pass; empty if nothing does.
const SPELLINGS: [&str; 9] = ["", "0000", "PA", "pass", "PASS", "pa", "--", "PS", "@@@@"];

#[test]
fn every_game_with_forced_passes_reads_them_in_every_form() {
    let games = [
        ("othello", "", None),
        ("othello", "6x6", None),
        ("othello", "", Some("ggf")),
        ("othello", "", Some("flipello")),
        ("nuba", "", None),
        ("backgammon", "", None),
    ];
    for (name, setup, notation) in games {
        let mut seen = 0;
        for seed in 0..40 {
            let mut session = registry().open(name, setup).unwrap();
            session.use_notation(notation);
            let passes = play_at_random(&mut *session, seed);
            let game = Game { whole: session.played(), passes };
            seen += game.passes.len();
            let position = session.position();
            for pass in SPELLINGS {
                session.set_position(None, &game.spelled(pass).join(" ")).unwrap();
                // A pass after the last move stays to be played.
                let moves = session.played();
                assert_eq!(moves[..], game.whole[..moves.len()], "{name} {pass}");
                assert!(
                    moves.len() == game.whole.len() && session.position() == position
                        || game.passes.last() == Some(&moves.len())
                );
                let left_out = if pass.is_empty() { &game.passes[..] } else { &[] };
                assert!(left_out.starts_with(session.left_out()), "{name} {pass}");
                session.undo(session.ply()).unwrap();
                assert!(session.left_out().is_empty());
            }
        }
        assert!(seen > 0, "{name}: no game has a pass");
    }
}

#[test]
fn a_pass_that_is_not_forced_is_no_move() {
    for text in SPELLINGS.into_iter().filter(|text| !text.is_empty()) {
        for name in ["othello", "connect4", "nuba", "checkers"] {
            let mut session = registry().open(name, "").unwrap();
            assert!(session.play(text).is_err(), "{name}: {text}");
            assert!(session.check_move(text).is_err(), "{name}: {text}");
        }
    }
}

#[test]
fn a_wrong_move_keeps_its_number_and_its_reason() {
    let game = with_two_passes();
    let mut moves = game.spelled("");
    let number = moves.len() - 1;
    moves[number - 1] = "a9".to_owned();
    let mut session = registry().open("othello", "6x6").unwrap();
    let error = session.set_position(None, &moves.join(" ")).unwrap_err().to_string();
    assert!(error.starts_with(&format!("move {number}: 'a9' is not a move")), "{error}");
    assert_eq!(session.ply(), 0);
}

#[test]
fn the_protocol_puts_passes_in() {
    let board = format!("{}X-", "O".repeat(62));
    let lines = converse(&format!(
        "newgame othello\nposition fen {board} X moves h8\nquery played\nquery result\n\
         position fen {board} X\nmove h8\nquery played\nundo 2\nquery islegal PA\nmove 0000\n\
         query played\nposition fen {board} X\ngo depth 2 searchmoves 0000\n"
    ));
    let said: Vec<&str> = lines
        .iter()
        .map(String::as_str)
        .filter(|line| {
            line.starts_with("response") || line.starts_with("bestmove") || line.contains("error")
        })
        .collect();
    assert_eq!(said[..2], ["response pass h8", "response p2win"]);
    assert_eq!(said[2..5], ["response pass h8", "response true", "response pass"]);
    assert!(said.len() == 6 && said[5].starts_with("bestmove pass"), "{said:?}");
}

#[test]
fn glued_transcripts_and_all_commands_read_them() {
    let game = with_two_passes();
    let end = game.whole.len().to_string();
    let all = says(&["show", "othello", "6x6", "--moves", &game.whole.join(" ")]);
    let last = game.whole.last().unwrap();
    for pass in SPELLINGS {
        let glued = game.spelled(pass).concat();
        assert_eq!(says(&["show", "othello", "6x6", "--moves", &glued]), all, "{glued}");
        let (game_name, limits) = ("othello 6x6", json!({"depth": 1}));
        let moves = game.spelled(pass);
        let text = json!({"id": 1, "game": game_name, "moves": moves, "limits": limits});
        let answer = filter(&["analyze"], format!("{text}\n").as_bytes()).concat();
        let answer: Value = serde_json::from_str(&answer).unwrap();
        assert!(answer["error"].is_null(), "{answer}");
        assert_eq!(answer["notes"].is_array(), pass.is_empty(), "{answer}");
        // One move before the end there is something left to solve.
        let mut before = game.spelled(pass);
        before.truncate(before.len() - 1);
        let solved =
            filter(&["solve", "othello", "6x6"], format!("{}\n", before.join(" ")).as_bytes());
        assert!(!solved.concat().contains("is not"), "{solved:?}");
    }
    let replay =
        says(&["show", "othello", "6x6", "--replay", "--moves", &game.spelled("").join(" ")]);
    assert!(replay.contains(&format!("ply {end}: {last}")), "{replay}");
}

#[test]
fn records_without_passes_are_read_and_noted() {
    let game = with_two_passes();
    let place = Place::new();
    let mut session = registry().open("othello", "6x6").unwrap();
    session.play(&game.whole.join(" ")).unwrap();
    let result = sarsen::matches::record::result(session.outcome());
    for pass in SPELLINGS {
        let text = format!("[Game \"othello 6x6\"]\n\n{} {result}\n", game.spelled(pass).join(" "));
        let file = place.write("games.txt", &text);
        let output = Command::new(SARSEN).args(["record", &file]).output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(said, format!("1 ok: othello 6x6, {} plies, {result}\n", game.whole.len()));
        let notes = String::from_utf8_lossy(&output.stderr).into_owned();
        let plies: Vec<String> = game.passes.iter().map(|at| (at + 1).to_string()).collect();
        let note =
            format!("forced passes were left out; they were put in at plies {}", plies.join(", "));
        assert_eq!(notes.contains(&note), pass.is_empty(), "{notes}");
        let json = says(&["record", "--json", &file]);
        assert_eq!(json.contains(&format!("\"notes\":[\"{note}\"]")), pass.is_empty(), "{json}");
        // Plies are those of the game, whether the record has the passes or not.
        let ply = (game.passes[0] + 2).to_string();
        let shown = says(&["show", "--record", &file, "--ply", &ply, "--json"]);
        let moves = game.whole[..game.passes[0] + 2].join(" ");
        let wanted = says(&["show", "othello", "6x6", "--moves", &moves, "--json"]);
        let fen = |text: &str| serde_json::from_str::<Value>(text).unwrap()["position"].clone();
        assert_eq!(fen(&shown), fen(&wanted), "{pass}");
    }
}

#[test]
fn play_goes_on_with_a_record_without_passes() {
    let game = with_two_passes();
    let place = Place::new();
    let moves = game.spelled("");
    let text = format!("[Game \"othello 6x6\"]\n\n{} *\n", moves[..moves.len() - 1].join(" "));
    let (from, save) = (place.write("from.txt", text), place.text("save.txt"));
    let mut play = Command::new(SARSEN);
    play.args([
        "play", "--from", &from, "--save", &save, "--first", "person", "--second", "person",
    ]);
    let output = feed(&mut play, format!("{}\nno\n", moves.last().unwrap()).as_bytes());
    assert!(output.status.success(), "{output:?}");
    let saved = std::fs::read_to_string(&save).unwrap();
    let saved = Records::new(&saved).next().unwrap().unwrap();
    assert_eq!(saved.moves(), game.whole.join(" "));
}

/// The moves of two games against an engine, in which nobody plays foul.
fn fair_games(engine: &str, openings: &str, records: &str) -> Vec<String> {
    let files = ["--openings", openings, "--records", records, "--json"];
    let arguments = ["match", "othello", "6x6", "-p", "name=own", "-p", engine];
    let limits = ["--nodes", "100", "--games", "2"];
    let result = says(&[&arguments[..], &limits, &files].concat());
    let result: Value = serde_json::from_str(&result).unwrap();
    assert_eq!(result["pairings"][0]["fouls"], json!([0, 0]), "{engine}");
    let text = std::fs::read_to_string(records).unwrap();
    Records::new(&text).map(|record| record.unwrap().moves()).collect()
}

#[test]
fn an_engine_may_spell_its_only_pass_otherwise() {
    let place = Place::new();
    // White has to pass, and black's last move ends the game.
    let opening = format!("fen -OXXXX{} O\n", "O".repeat(30));
    let openings = place.write("openings.txt", &opening);
    for pass in ["0000", "pass", "PA", "--"] {
        let records = place.text(&format!("records{pass}.txt"));
        let engine = format!("{SARSEN} | sed -u 's/^bestmove pass.*/bestmove {pass}/'");
        let engine = format!("sh -c {}", shlex::try_quote(&engine).unwrap());
        let engine = format!("name=other {}", shlex::try_quote(&format!("cmd={engine}")).unwrap());
        for moves in fair_games(&engine, &openings, &records) {
            assert_eq!(moves, "pass a1", "{pass}");
        }
    }
}

#[test]
fn openings_without_passes_reach_other_engines_whole() {
    let game = with_two_passes();
    let place = Place::new();
    let moves = game.spelled("");
    let openings = place.write("openings.txt", moves[..moves.len() - 1].join(" "));
    let records = place.text("records.txt");
    let engine = format!("name=other cmd={SARSEN}");
    let opening = game.whole[..game.whole.len() - 1].join(" ");
    for moves in fair_games(&engine, &openings, &records) {
        assert!(moves.starts_with(&opening), "{moves}");
    }
}
