//! The documentation is true: every example session is held with the real process.

mod links;
mod pages;
mod shell;

use crate::support::process::Engine;
use crate::support::transcript::{hold, hold_analysis, hold_face, matches, matches_glob};
use pages::page;

#[test]
fn the_examples_are_true() {
    let mut sessions = 0;
    for page in pages::pages() {
        for block in page.blocks() {
            let example = block.lines.join("\n");
            let place = (page.name.as_str(), block.line);
            match block.language {
                "session" => hold(&example, place),
                "analyze" => hold_analysis(&example, place),
                _ => continue,
            }
            sessions += 1;
        }
    }
    assert!(sessions >= 20, "{sessions} examples");
    for (name, language, least) in
        [("protocol.md", "session", 15), ("protocol.md", "analyze", 3), ("README.md", "session", 1)]
    {
        let page = page(name);
        let count = page.blocks().iter().filter(|block| block.language == language).count();
        assert!(count >= least, "{name}: {count} examples");
    }
}

#[test]
fn the_examples_in_other_protocols_are_true() {
    let mut sessions = 0;
    for page in pages::pages() {
        for block in page.blocks().iter().filter(|block| block.language == "face") {
            hold_face(&block.lines.join("\n"), (page.name.as_str(), block.line));
            sessions += 1;
        }
    }
    assert!(sessions >= 2, "{sessions} examples");
}

#[test]
fn every_command_and_option_is_documented() {
    let text = include_str!("../../protocol.md");
    for line in sarsen::server::commands::help(None).unwrap() {
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
