//! `query book` and `query refused`: what programs learn without a search and without reading
//! errors.

use crate::support::process::Engine;
use serde_json::{Value, json};

/// Asks for JSON.
fn ask(engine: &mut Engine, query: &str) -> Value {
    let line = engine.ask(query);
    serde_json::from_str(line.strip_prefix("response ").unwrap()).unwrap()
}

/// The score that a book proves of the position after some moves: that of a report without a node.
fn book_score(engine: &mut Engine, moves: &str) -> Option<String> {
    engine.send(&format!("position startpos moves {moves}"));
    engine.send("go movetime 1");
    let reports = engine.until("bestmove");
    let report = reports.iter().rev().find(|line| line.contains(" nodes 0 "))?;
    let (_, score) = report.split_once(" score ").unwrap();
    let (score, _) = score.split_once(" nodes ").unwrap();
    (!score.starts_with("eval")).then(|| score.to_owned())
}

/// A score one ply earlier, for the opponent.
fn seen_before(score: &str) -> String {
    let (kind, plies) = score.split_once(' ').unwrap_or((score, ""));
    let plies = plies.parse::<u32>().map_or(String::new(), |plies| format!(" {}", plies + 1));
    let kind = match kind {
        "win" => "loss",
        "loss" => "win",
        other => other,
    };
    format!("{kind}{plies}")
}

#[test]
fn all_that_the_book_proves_comes_in_one_answer() {
    let mut engine = Engine::start();
    for (game, moves) in [
        ("connect4", ""),
        ("connect4", "4 4 3"),
        ("connect4", "1 2 3 4 5 6 7 1 2 3"),
        ("stonehenge", ""),
        ("stonehenge", "3@7"),
        ("stonehenge", "3@7 2@13"),
    ] {
        engine.send(&format!("newgame {game}"));
        let position = format!("position startpos moves {moves}");
        engine.send(&position);
        let legal = engine.ask("query moves");
        let legal: Vec<&str> = legal.split(' ').skip(1).collect();
        let book = ask(&mut engine, "query book");
        let proven = book["moves"].as_array().unwrap();
        assert!(!proven.is_empty(), "{game} {moves}");
        assert_eq!(book["score"], proven[0]["score"], "{game} {moves}");
        assert_eq!(book_score(&mut engine, moves).as_deref(), book["score"].as_str());
        for m in legal {
            let entry = proven.iter().find(|entry| entry["move"] == m);
            let after = book_score(&mut engine, &format!("{moves} {m}"));
            if let Some(after) = after {
                let entry = entry.unwrap_or_else(|| panic!("{game} {moves}: {m} is missing"));
                assert_eq!(entry["score"], seen_before(&after), "{game} {moves} {m}");
            }
            if let Some(entry) = entry {
                let line = entry["pv"].as_array().unwrap();
                assert_eq!(line[0], m);
                let line: Vec<&str> = line.iter().map(|m| m.as_str().unwrap()).collect();
                engine.send(&position);
                engine.send(&format!("move {}", line.join(" ")));
                let played = engine.ask("query played");
                assert!(played.ends_with(&line.join(" ")), "{played}");
            }
        }
    }
}

#[test]
fn what_is_not_proven_is_not_told() {
    let mut engine = Engine::start();
    let nothing = json!({"score": null, "moves": []});
    for lines in [
        &["newgame checkers"][..],
        &["newgame pig"],
        &["newgame connect4", "position startpos moves 4 4 4 4 4 2 2 2 2 4 6 5 5 6 5 1"],
        &["position startpos moves 1 2 1 2 1 2 1"],
        &["position startpos", "setoption name Knowledge value none"],
        &["setoption name Knowledge value full", "setoption name Book value"],
    ] {
        lines.iter().for_each(|line| engine.send(line));
        assert_eq!(ask(&mut engine, "query book"), nothing, "{lines:?}");
    }
    engine.send("setoption name Book value built-in");
    engine.send("setoption name Strength value 0");
    assert_eq!(ask(&mut engine, "query book")["score"], "win 41");
}

#[test]
fn a_refused_position_says_why_until_another_is_good() {
    let mut engine = Engine::start();
    let refused = |engine: &mut Engine| engine.ask("query refused");
    assert_eq!(refused(&mut engine), "response none");
    let mut is_refused = |position: &str, number: Value, why: &str| {
        let error = engine.ask(position);
        assert!(error.starts_with("info string error: position"), "{error}");
        let answer = ask(&mut engine, "query refused");
        assert_eq!(answer["move"], number, "{position}");
        assert!(answer["why"].as_str().unwrap().contains(why), "{answer}");
        // A command that is refused for itself does not change it.
        assert!(engine.ask("move 9").starts_with("info string error: "));
        assert_eq!(ask(&mut engine, "query refused"), answer);
    };
    is_refused("position startpos moves 4 4 9", json!(3), "'9' is not a move");
    is_refused("position startpos moves \u{fc}", json!(1), "'\u{fc}' is not a move");
    is_refused("position fen nonsense", Value::Null, "'n' is none of");
    is_refused("position 4 4", Value::Null, "cannot make sense of '4 4'");
    engine.send("position startpos moves 4 4");
    assert_eq!(refused(&mut engine), "response none");
    engine.ask("position startpos moves 9");
    engine.send("newgame connect4");
    assert_eq!(refused(&mut engine), "response none");
}
