//! What was played before counts: in searches, while pondering, in records and in books.

use crate::support::place::Place;
use crate::support::process::{Engine, sarsen, says};
use sarsen::book::{Book, BookEntry, Growth, Learner};
use sarsen::game::Outcome;
use sarsen::game::value::win_in;
use sarsen::games::registry;
use sarsen::matches::record::Records;
use sarsen::session::Session;

/// White wins this position of checkers.
const START: &str = "B:WK31,K32:BK5";

/// Seven plies that go to and fro. After the eighth, START is there for the third time.
const TO_AND_FRO: &str = "5-1 32-28 1-5 28-32 5-1 32-28 1-5";

/// The eighth ply, and the position in which it is played.
const BACK: &str = "28-32";
const BEFORE: &str = "W:WK28,K31:BK5";

/// What the engine says of the only move that it may look at.
fn score(engine: &mut Engine, position: &str, go: &[&str]) -> String {
    engine.send(&format!("position fen {position}"));
    go.iter().for_each(|line| engine.send(line));
    let lines = engine.until("bestmove");
    let report = lines.iter().rev().find(|line| line.starts_with("info depth")).unwrap();
    report.split(" score ").nth(1).unwrap().split(" nodes").next().unwrap().to_owned()
}

/// A real game that goes on after a third occurrence, and is given up in the end.
const BEYOND: &str = "[White \"A\"]\n[Black \"B\"]\n[FEN \"W:WK10,32:BK1,3\"]\n\n1. 10-14 1-5\n\
    2. 14-10 5-1 3. 10-14 1-5 4. 14-10 5-1 5. 10-14 1/2-1/2\n";

#[test]
fn records_and_positions_go_on_beyond_a_draw_that_nobody_claims() {
    let place = Place::new();
    let note = "a draw could be claimed after move 8, but the moves go on";
    for result in ["1/2-1/2", "1-0", "*"] {
        let file = place.write("game.pdn", BEYOND.replace("1/2-1/2", result));
        let output = sarsen(&["record", &file]);
        let [said, printed] =
            [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
        assert!(
            said.starts_with("1 ok: checkers, 9 plies, ") && printed.contains(note),
            "{said}{printed}"
        );
        let json = says(&["record", &file, "--json"]);
        assert!(json.contains(&format!("\"notes\":[\"{note}\"]")), "{json}");
    }
    // The end is such a draw itself. Nobody need have claimed it.
    let file = place.write("end.pdn", BEYOND.replace(" 5. 10-14 1/2-1/2", " 1-0"));
    assert!(says(&["record", &file]).starts_with("1 ok: checkers, 8 plies, "));
    let shown = says(&["show", "--record", &file, "--moves", "10-14", "--replay"]);
    assert!(shown.contains("ply 9: 10-14"), "{shown}");

    let mut engine = Engine::start();
    let moves = "10-14 1-5 14-10 5-1 10-14 1-5 14-10 5-1";
    engine.send("newgame checkers");
    engine.send(&format!("position fen W:WK10,32:BK1,3 moves {moves} 10-15"));
    assert_eq!(engine.line(), format!("info string {note}"));
    assert_eq!(engine.ask("query gameover"), "response false");
    engine.send("go depth 2");
    let answer = engine.until("bestmove").pop().unwrap();
    assert!(!answer.contains("0000"), "{answer}");
    // Play ends there.
    engine.send(&format!("position fen W:WK10,32:BK1,3 moves {moves}"));
    assert_eq!(engine.ask("query gameover"), "response true");
    assert_eq!(engine.ask("move 10-14"), "info string error: move 1: the game is over");
    // A limit that was agreed on is no claim.
    engine.send("newgame abalone standard/1");
    let refused = engine.ask("position startpos moves a1b2 i9h8");
    assert!(refused.contains("the game is over"), "{refused}");
}

#[test]
fn a_third_occurrence_is_a_draw_for_the_search_and_while_pondering() {
    let mut engine = Engine::start();
    engine.send("newgame checkers");
    let go = format!("go depth 4 searchmoves {BACK}");
    let fresh = score(&mut engine, BEFORE, &[&go]);
    assert!(fresh.starts_with("win "), "{fresh}");
    let played = format!("{START} moves {TO_AND_FRO}");
    assert_eq!(score(&mut engine, &played, &[&go]), "draw");
    let ponder = format!("go ponder depth 4 searchmoves {BACK}");
    assert_eq!(score(&mut engine, &played, &[&ponder, "ponderhit"]), "draw");
    // Taken back and played again, it is the same.
    engine.send("undo 2");
    assert_eq!(engine.ask("query result"), "response none");
    engine.send("move 32-28 1-5 28-32");
    assert_eq!(engine.ask("query result"), "response draw");
    // What the table has learnt of the drawn game does not spoil the other one.
    assert_eq!(score(&mut engine, BEFORE, &[&go]), fresh);
}

#[test]
fn a_record_knows_the_third_occurrence() {
    let text =
        format!("[Game \"checkers\"]\n[Position \"{START}\"]\n\n{TO_AND_FRO} {BACK} 1/2-1/2\n");
    let record = Records::new(&text).next().unwrap().unwrap();
    let session = record.replay(&registry()).unwrap();
    assert_eq!(session.outcome(), Some(Outcome::Draw));
    let short = text.replace(&format!(" {BACK} 1/2-1/2"), " *");
    let record = Records::new(&short).next().unwrap().unwrap();
    assert_eq!(record.replay(&registry()).map(|session| session.outcome()), Ok(None));
}

fn open(name: &str) -> Box<dyn Session> {
    registry().open(name, "").unwrap()
}

#[test]
fn a_book_is_silent_where_a_move_leads_back() {
    let mut session = open("checkers");
    let mut growth = Growth::new(Book::new(&*session), open("checkers")).unwrap();
    session.set_position(Some(START), "5-1 32-28 1-5").unwrap();
    let back = session.children().into_iter().find(|child| child.is_back).unwrap().text;
    session.set_position(Some(BEFORE), "").unwrap();
    let moves: Vec<String> = session.children().into_iter().map(|child| child.text).collect();
    for m in &moves {
        session.set_position(Some(BEFORE), m).unwrap();
        let entry = BookEntry::proven(-win_in(if *m == back { 20 } else { 22 }));
        assert!(growth.learn(&session.position(), entry));
    }
    let entry = BookEntry::proven(win_in(21));
    assert!(growth.learn(BEFORE, entry));
    let book = growth.book();
    session.set_position(Some(BEFORE), "").unwrap();
    assert_eq!(book.moves(&*session).map(|known| known.len()), Some(moves.len()));
    assert_eq!(book.value(&*session), Some(entry));
    // Once on the way: the move back is not what the book thinks.
    session.set_position(Some(START), "5-1 32-28 1-5").unwrap();
    assert!(book.moves(&*session).is_none());
    assert_eq!(book.value(&*session), Some(entry));
    // Twice: the win might lead through a position that would end the game.
    session.set_position(Some(START), TO_AND_FRO).unwrap();
    assert!(book.moves(&*session).is_none() && book.value(&*session).is_none());
}

#[test]
fn a_book_grows_where_positions_come_again() {
    let mut growth = Growth::new(Book::new(&*open("abalone")), open("abalone")).unwrap();
    let mut session = open("abalone");
    while growth.summary().positions < 1000 {
        let frontier = growth.frontier(1);
        assert!(!frontier.is_empty());
        for position in frontier {
            session.set_position(Some(&position), "").unwrap();
            let value = (session.key() % 3) as i32 - 1;
            assert!(growth.learn(&position, BookEntry { value, depth: 1 }));
        }
    }
    assert_eq!(growth.summary().proven, 0);
}
