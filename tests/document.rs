//! Every example session of `protocol.md` and `README.md`, run against the real process.
#![allow(missing_docs)]

mod support;

use support::process::Engine;
use support::transcript::{hold, matches};

#[test]
fn the_examples_are_true() {
    holds_all("protocol.md", include_str!("../protocol.md"), 15);
    holds_all("README.md", include_str!("../README.md"), 1);
}

/// Holds all sessions of a document, which are `least` or more.
fn holds_all(name: &str, text: &str, least: usize) {
    let mut sessions = 0;
    let mut lines = text.lines().enumerate();
    while let Some((number, line)) = lines.next() {
        if line == "```session" {
            let body: Vec<&str> =
                lines.by_ref().map(|(_, line)| line).take_while(|l| *l != "```").collect();
            hold(&body.join("\n"), (name, number + 2));
            sessions += 1;
        }
    }
    assert!(sessions >= least, "{name}: {sessions} sessions");
}

#[test]
fn every_command_and_option_is_documented() {
    let text = include_str!("../protocol.md");
    for line in sarsen::protocol::help::help(None).unwrap() {
        let command = line.split(' ').next().unwrap().to_owned();
        assert!(text.contains(&format!("`{command}")), "{command} is missing");
    }
    let mut engine = Engine::start();
    engine.send("uci");
    for line in engine.until("uciok") {
        if let Some(option) = line.strip_prefix("option name ") {
            let name = option.split(" type ").next().unwrap();
            assert!(text.contains(&format!("| `{name}` |")), "option {name} is missing");
        }
    }
}

#[test]
fn patterns_match_as_they_say() {
    assert!(matches("a * c", "a b c") && matches("a ...", "a b c") && matches("...", ""));
    assert!(!matches("a * c", "a b d") && !matches("a", "a b") && !matches("a b", "a"));
}
