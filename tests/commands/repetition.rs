//! What was played before counts: in searches, while pondering, in records and in books.

use crate::support::process::Engine;
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
