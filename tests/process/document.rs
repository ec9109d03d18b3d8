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
    for (name, language, least) in [
        ("protocol.md", "session", 15),
        ("docs/protocol/games.md", "session", 10),
        ("docs/protocol/batch.md", "analyze", 4),
        ("README.md", "session", 1),
    ] {
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
fn every_command_and_option_has_a_section() {
    let (core, options) = (page("protocol.md"), page("docs/protocol/options.md"));
    for topic in sarsen::server::commands::topics() {
        let has = |name: &str, place: &str| {
            let name = format!("`{name}`");
            core.prose().iter().any(|line| line.starts_with(place) && line.contains(&name))
        };
        assert!(has(topic.name, "#"), "{} has no section", topic.name);
        for alias in topic.aliases {
            // Another name of a command stands in the section of that command.
            assert!(has(alias, ""), "{alias} is not named");
        }
    }
    let mut engine = Engine::start();
    engine.send("uci");
    for line in engine.until("uciok") {
        if let Some(option) = line.strip_prefix("option name ") {
            let name = option.split(" type ").next().unwrap();
            assert!(core.text.contains(&format!("| `{name}` |")), "{name} is not in the table");
            let title = format!("## `{name}`");
            assert!(options.prose().contains(&&*title), "{name} has no section");
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
