//! Every example session of `protocol.md`, run against the real process.
#![allow(missing_docs)]

mod support;

use support::process::Engine;

/// Whether a line is what the document says: `*` is any word, `...` at the end any rest.
fn matches(pattern: &str, line: &str) -> bool {
    let mut words = line.split(' ');
    for expected in pattern.split(' ') {
        if expected == "..." {
            return true;
        }
        match words.next() {
            Some(word) if expected == "*" || expected == word => {}
            _ => return false,
        }
    }
    words.next().is_none()
}

fn run(session: &str, line_number: usize) {
    let mut engine = Engine::start();
    let mut skipping = false;
    for (offset, pattern) in session.lines().enumerate() {
        let at = line_number + offset;
        if let Some(command) = pattern.strip_prefix("> ") {
            engine.send(command);
        } else if pattern == "..." {
            skipping = true;
        } else {
            // Blank for blank: a picture keeps its shape.
            let mut line = engine.line();
            while skipping && !matches(pattern, &line) {
                line = engine.line();
            }
            assert!(
                matches(pattern, &line),
                "protocol.md:{at}: expected\n{pattern}\nbut got\n{line}"
            );
            skipping = false;
        }
    }
    let (rest, status) = engine.finish();
    assert!(status.success());
    assert!(skipping || rest.is_empty(), "protocol.md:{line_number}: more than expected: {rest:?}");
}

#[test]
fn the_examples_are_true() {
    let text = include_str!("../protocol.md");
    let mut sessions = 0;
    let mut lines = text.lines().enumerate();
    while let Some((number, line)) = lines.next() {
        if line == "```session" {
            let body: Vec<&str> =
                lines.by_ref().map(|(_, line)| line).take_while(|l| *l != "```").collect();
            run(&body.join("\n"), number + 2);
            sessions += 1;
        }
    }
    assert!(sessions >= 15, "{sessions} sessions");
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
