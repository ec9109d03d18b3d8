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

/// The interpreter of Python, if there is one.
fn python() -> Option<String> {
    let python = std::env::var("SARSEN_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    if Command::new(&python).arg("--version").output().is_err() {
        skipped::say(&format!("the engine of the page cannot play: no {python}"));
        return None;
    }
    Some(python)
}

/// A match of two games against an engine with this source. None without Python.
fn match_against(source: &str, log: Option<&str>) -> Option<Output> {
    match_with(source, log, &[])
}

/// The same with more arguments.
fn match_with(source: &str, log: Option<&str>, more: &[&str]) -> Option<Output> {
    let python = python()?;
    let place = Place::new();
    let file = place.write("thirty.py", source);
    let command = shlex::try_join([&python[..], &file]).unwrap();
    let thirty = format!("name=thirty {}", shlex::try_quote(&format!("cmd={command}")).unwrap());
    let mut sarsen = Command::new(env!("CARGO_BIN_EXE_sarsen"));
    sarsen.args(["match", "connect4", "--games", "2", "--nodes", "100", "--concurrency", "1"]);
    sarsen.args(["--json", "-p", "name=here", "-p", &thirty]).args(more).env_remove("RUST_LOG");
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
fn the_engine_of_the_page_is_judged_as_one_that_only_plays() {
    let Some(python) = python() else { return };
    let place = Place::new();
    let file = place.write("thirty.py", block("python"));
    let output = Command::new(env!("CARGO_BIN_EXE_sarsen"))
        .args(["conform", "connect4", "--only-play", "--only", "7,13,15", "--", &python, &file])
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(matches!(output.status.code(), Some(0 | 3)), "{text}{output:?}");
    assert!(text.contains("checked 3, broken 0") && text.contains(", not asked 1\n"), "{text}");
}

#[test]
fn the_log_has_the_conversation_of_the_page() {
    let Some(output) = match_against(block("python"), Some("debug")) else { return };
    has_the_conversation(&String::from_utf8_lossy(&output.stderr));
}

/// Makes sure that a log has the conversation of the page.
fn has_the_conversation(log: &str) {
    let lines = block("text").lines();
    let said = lines.filter(|line| !line.contains("moves") && !line.contains("bestmove"));
    let mut rest = log;
    for line in said {
        let wanted = format!("thirty {line}\n");
        let found = rest.find(&wanted).unwrap_or_else(|| panic!("no '{line}' in time in {log}"));
        rest = &rest[found + wanted.len()..];
    }
    for part in ["thirty < position startpos moves ", "thirty > bestmove "] {
        assert!(log.contains(part), "{log}");
    }
}

#[test]
fn a_file_has_the_conversation_with_its_times() {
    let place = Place::new();
    let file = place.text("talk.txt");
    std::fs::write(&file, "an earlier match\n").unwrap();
    let log = ["--log", &file];
    let Some(output) = match_with(block("python"), None, &log) else { return };
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    let text = std::fs::read_to_string(&file).unwrap();
    has_the_conversation(&text);
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("an earlier match"));
    let mut before = String::new();
    for line in lines {
        // The time in milliseconds.
        let (time, said) = line.split_once("] thirty ").unwrap_or_else(|| panic!("{line}"));
        assert!(time.len() == "[2026-03-09T10:11:12.345Z".len() && time.ends_with('Z'), "{line}");
        assert!(said.starts_with("< ") || said.starts_with("> "), "{line}");
        assert!(*time >= *before, "{line}");
        before = time.to_owned();
    }
}

#[test]
fn a_log_that_cannot_be_written_is_refused_at_the_start() {
    let place = Place::new();
    let file = place.text("one.txt");
    for (more, why) in [
        (&["--log", "no/such/folder/talk.txt"][..], "log: no/such/folder/talk.txt: No such file"),
        (&["--log", &file, "--records", &file], "one file cannot be both records and log"),
        (&["--log", &file, "--journal", &file], "one file cannot be both journal and log"),
    ] {
        let mut sarsen = Command::new(env!("CARGO_BIN_EXE_sarsen"));
        sarsen.args(["match", "connect4", "-p", "name=a", "-p", "name=b", "--nodes", "9"]);
        let output = sarsen.args(more).output().unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && errors.contains(why), "{errors}");
        assert!(output.stdout.is_empty() && !place.path("one.txt").exists());
    }
}

/// The match does not need its log.
#[test]
#[cfg(target_os = "linux")]
fn a_log_that_cannot_be_written_any_more_does_not_fail_the_match() {
    let Some(output) = match_with(block("python"), None, &["--log", "/dev/full"]) else { return };
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{errors}");
    assert!(
        errors.contains("log: /dev/full: ") && errors.contains("lines are missing"),
        "{errors}"
    );
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

/// What an engine writes before it ends is told.
#[test]
fn the_last_words_of_an_engine_are_told() {
    let place = Place::new();
    let script = "while read line; do case $line in ugi) echo ugiok;; isready) echo readyok;; \
                  go*) echo 'no more ideas' >&2; exit 3;; esac; done";
    let command = format!("sh {}", place.write("engine", script));
    let player = format!("name=brief {}", shlex::try_quote(&format!("cmd={command}")).unwrap());
    let records = place.text("games");
    let output = Command::new(env!("CARGO_BIN_EXE_sarsen"))
        .args(["match", "connect4", "--games", "2", "--nodes", "10", "--concurrency", "1"])
        .args(["-p", "name=here", "-p", &player, "--records", &records])
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    let games = std::fs::read_to_string(&records).unwrap();
    let plain = games.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(plain.contains("exit status: 3; on standard error: no more ideas"), "{games}");
}
