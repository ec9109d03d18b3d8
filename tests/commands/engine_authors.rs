//! The engine of the page for authors of engines: it plays, and what a match says of it.

use std::process::{Command, Output};

use crate::support::place::Place;
use crate::support::skipped;

const PAGE: &str = include_str!("../../docs/engine-authors.md");

/// The line by which an engine asks to be told the game.
const GAME: &str = "option name Game type string default connect4";

/// The block of the page in this language.
fn block(language: &str) -> &'static str {
    let (_, rest) = PAGE.split_once(&format!("```{language}\n")).unwrap();
    rest.split_once("```").unwrap().0
}

/// A match of two games against an engine with this source. None without Python.
fn match_against(source: &str, log: Option<&str>) -> Option<Output> {
    let python = std::env::var("SARSEN_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    if Command::new(&python).arg("--version").output().is_err() {
        skipped::say(&format!("the engine of the page cannot play: no {python}"));
        return None;
    }
    let place = Place::new();
    let file = place.write("thirty.py", source);
    let command = shlex::try_join([&python[..], &file]).unwrap();
    let thirty = format!("name=thirty {}", shlex::try_quote(&format!("cmd={command}")).unwrap());
    let mut sarsen = Command::new(env!("CARGO_BIN_EXE_sarsen"));
    sarsen.args(["match", "connect4", "--games", "2", "--nodes", "100", "--concurrency", "1"]);
    sarsen.args(["--json", "-p", "name=here", "-p", &thirty]).env_remove("RUST_LOG");
    sarsen.envs(log.map(|level| ("RUST_LOG", level)));
    let output = sarsen.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let result: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(result["pairings"][0]["fouls"], serde_json::json!([0, 0]), "{result}");
    Some(output)
}

#[test]
fn the_engine_of_the_page_plays() {
    let source = block("python");
    assert!(source.lines().count() <= 30, "{} lines", source.lines().count());
    let Some(output) = match_against(source, None) else { return };
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn the_log_has_the_conversation_of_the_page() {
    let Some(output) = match_against(block("python"), Some("debug")) else { return };
    let log = String::from_utf8_lossy(&output.stderr).into_owned();
    let lines = block("text").lines();
    let told = lines.filter(|line| !line.contains("moves") && !line.contains("bestmove"));
    let mut rest = &log[..];
    for line in told {
        let wanted = format!("thirty {line}\n");
        let found = rest.find(&wanted).unwrap_or_else(|| panic!("no '{line}' in time in {log}"));
        rest = &rest[found + wanted.len()..];
    }
    for part in ["thirty < position startpos moves ", "thirty > bestmove "] {
        assert!(log.contains(part), "{log}");
    }
}

#[test]
fn an_engine_that_cannot_be_told_the_game_is_named_at_the_start() {
    let source = block("python").replace(GAME, "option name Hash type string default 1");
    let Some(output) = match_against(&source, None) else { return };
    let errors = String::from_utf8_lossy(&output.stderr);
    let warning = "thirty: it was not told that the game is 'connect4'";
    assert_eq!(errors.matches(warning).count(), 1, "{errors}");
    for part in ["'option name Game type string'", "UCI_Variant", "'ugi'", "'uginewgame'"] {
        assert!(errors.contains(part), "{part}: {errors}");
    }
}
