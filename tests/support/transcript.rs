//! Transcripts of conversations: what a client says, and what the answers look like.

use super::process::Engine;

/// Whether a line matches a pattern: `*` stands for any word, `...` at the end for any rest.
pub fn matches(pattern: &str, line: &str) -> bool {
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

/// Holds a conversation with the real process. Lines that begin with `> ` are sent. The others are
/// patterns of the answers, with `*` and `...`. A line `...` stands for any number of lines. Empty
/// lines and lines that begin with `#` are comments. `place` is the file and the line number of the
/// first line.
pub fn hold(conversation: &str, place: (&str, usize)) {
    hold_with(conversation, place, Engine::line);
}

/// The same for a conversation in another protocol. Empty lines of the answers are left out.
pub fn hold_face(conversation: &str, place: (&str, usize)) {
    hold_with(conversation, place, Engine::text);
}

fn hold_with(conversation: &str, place: (&str, usize), next: fn(&mut Engine) -> String) {
    let mut engine = Engine::start();
    let mut skipping = false;
    for (offset, pattern) in conversation.lines().enumerate() {
        let at = format!("{}:{}", place.0, place.1 + offset);
        if pattern.is_empty() || pattern.starts_with('#') {
            continue;
        }
        // This is shown only if the test fails.
        println!("{at}: {pattern}");
        if let Some(command) = pattern.strip_prefix("> ") {
            engine.send(command);
        } else if pattern == "..." {
            skipping = true;
        } else {
            // Blanks count, because a picture keeps its shape.
            let mut line = next(&mut engine);
            while skipping && !matches(pattern, &line) {
                line = next(&mut engine);
            }
            assert!(matches(pattern, &line), "{at}: expected\n{pattern}\nbut got\n{line}");
            skipping = false;
        }
    }
    let (rest, status) = engine.finish();
    assert!(status.success());
    let is_over = skipping || rest.iter().all(String::is_empty);
    assert!(is_over, "{}: more than expected: {rest:?}", place.0);
}

/// Whether a line matches a pattern in which `*` stands for any text.
pub fn matches_glob(pattern: &str, line: &str) -> bool {
    let mut parts = pattern.split('*');
    let Some(mut rest) = line.strip_prefix(parts.next().unwrap_or_default()) else { return false };
    let mut parts = parts.peekable();
    if parts.peek().is_none() {
        return rest.is_empty();
    }
    while let Some(part) = parts.next() {
        if parts.peek().is_none() {
            return rest.ends_with(part);
        }
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    true
}

/// Gives `sarsen analyze` the lines of an example that begin with `> `. The others are its output,
/// in any order, with `*` for any text.
pub fn hold_analysis(example: &str, place: (&str, usize)) {
    let (sent, wanted): (Vec<&str>, Vec<&str>) =
        example.lines().partition(|line| line.starts_with("> "));
    let input: String = sent.iter().map(|line| format!("{}\n", &line[2..])).collect();
    let mut lines = super::process::filter(&["analyze"], input.as_bytes());
    for pattern in wanted {
        let found = lines.iter().position(|line| matches_glob(pattern, line));
        let Some(index) = found else {
            panic!("{}:{}: expected\n{pattern}\nbut got\n{lines:#?}", place.0, place.1)
        };
        lines.remove(index);
    }
    assert!(lines.is_empty(), "{}:{}: more than expected: {lines:?}", place.0, place.1);
}
