//! What is made for all games works with each of them: matches, records, books, analysis, play.

use crate::support::place::Place;
use crate::support::process::{filter, says};
use sarsen::games::registry;
use serde_json::{Value, json};

/// The games, with setups in which they end.
fn titles() -> Vec<String> {
    let registry = registry();
    let title = |game| match game {
        "abalone" => "abalone standard/60".to_owned(),
        _ => registry.open_title(game).unwrap().title(),
    };
    registry.names().map(title).collect()
}

/// A command with a game: its name and perhaps its setup are words of their own.
fn with_game(command: &[&str], title: &str, rest: &[&str]) -> String {
    let words: Vec<&str> = title.split(' ').collect();
    says(&[command, &words, rest].concat())
}

#[test]
fn each_game_has_matches_records_and_books() {
    for title in titles() {
        let place = Place::new();
        let (records, book) = (place.text("records"), place.text("book"));
        let players = ["-p", "name=a", "-p", "name=b", "--nodes", "100", "--json"];
        let games = ["--games", "4", "--openings", "4", "--seed", "3", "--records", &records];
        let played = with_game(&["match"], &title, &[&players[..], &games].concat());
        let played: Value = serde_json::from_str(&played).unwrap();
        let fouls: Vec<_> = (0..2).map(|at| played["players"][at]["fouls"].clone()).collect();
        assert_eq!((played["game"].as_str(), fouls), (Some(&*title), vec![json!(0), json!(0)]));
        let said = says(&["record", &records]);
        assert_eq!(said.lines().filter(|line| line.contains(" ok: ")).count(), 4, "{said}");
        assert!(said.lines().all(|line| line.contains(&format!("{title},"))), "{said}");
        with_game(&["book", "build", &book], &title, &["--positions", "5", "--nodes", "100"]);
        let checked = with_game(&["book", "check", &book], &title, &[]);
        assert!(checked.contains("whole"), "{title}: {checked}");
    }
}

#[test]
fn each_game_is_analysed_and_played() {
    for title in titles() {
        // Where the first player's dice come first, a person throws them.
        let has_dice = title.starts_with("backgammon");
        let thrown = if has_dice { "31" } else { "" };
        let query = json!({"id": title, "game": title, "moves": thrown, "limits": {"depth": 3}});
        let answers = filter(&["analyze"], format!("{query}\n").as_bytes());
        let answer: Value = serde_json::from_str(&answers[0]).unwrap();
        let moves = with_game(&["moves"], &title, &["--json", "--moves", thrown]);
        let moves: Value = serde_json::from_str(&moves).unwrap();
        let moves = moves["moves"].as_array().unwrap();
        let is_legal = moves.iter().any(|m| m["move"] == answer["best"]);
        assert!(is_legal, "{title}: {answer}");
        let words: Vec<&str> = ["play"].into_iter().chain(title.split(' ')).collect();
        let sides = ["--first", "person", "--second", "engine", "--nodes", "100"];
        let first = moves[0]["move"].as_str().unwrap();
        let dice = if has_dice { "person" } else { "engine" };
        let (before, after) = if has_dice { ("31\n", "64\n52\n") } else { ("", "") };
        let input = format!("{before}{first}\n{after}hint\nundo\nundo\nundo\nundo\nquit\n");
        let arguments = [&words, &sides[..], &["--dice", dice]].concat();
        let said = filter(&arguments, input.as_bytes()).join("\n");
        let is_taken_back = said.contains(&format!("Taken back: {first}"));
        assert!(is_taken_back && said.contains("The engine would play "), "{title}: {said}");
    }
}
