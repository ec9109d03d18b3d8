//! Every example session of `protocol.md` and `README.md`, run against the real process.

use crate::support::process::Engine;
use crate::support::transcript::{hold, hold_analysis, matches, matches_glob};

#[test]
fn the_examples_are_true() {
    let protocol = ("protocol.md", include_str!("../../protocol.md"));
    holds_all(protocol, "```session", hold, 15);
    holds_all(protocol, "```analyze", hold_analysis, 3);
    holds_all(("README.md", include_str!("../../README.md")), "```session", hold, 1);
}

/// Holds all examples of a document behind this fence, which are `least` or more.
fn holds_all(document: (&str, &str), fence: &str, hold: fn(&str, (&str, usize)), least: usize) {
    let (name, text) = document;
    let mut examples = 0;
    let mut lines = text.lines().enumerate();
    while let Some((number, line)) = lines.next() {
        if line == fence {
            let body: Vec<&str> =
                lines.by_ref().map(|(_, line)| line).take_while(|l| *l != "```").collect();
            hold(&body.join("\n"), (name, number + 2));
            examples += 1;
        }
    }
    assert!(examples >= least, "{name}: {examples} examples");
}

#[test]
fn every_command_and_option_is_documented() {
    let text = include_str!("../../protocol.md");
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
    assert!(matches_glob("a*c", "abxc") && matches_glob("*", "") && matches_glob("a*b*", "a-b-"));
    assert!(!matches_glob("a*c", "abcd") && !matches_glob("a", "ab") && !matches_glob("a*a", "a"));
    assert!(!matches("a * c", "a b d") && !matches("a", "a b") && !matches("a b", "a"));
}
