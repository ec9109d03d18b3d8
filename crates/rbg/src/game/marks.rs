//! What the author says in comments: lines that begin with `//@`, which other tools do not read.
//!
//! Each has a word and what it says: `//@ title Hex`. They are described in
//! `docs/rules-as-text.md`.

use crate::language::error::RulesError;

/// What the author says.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(super) struct Marks {
    /// The proper name of the game.
    pub(super) title: Option<String>,
    /// A line about it.
    pub(super) about: Option<String>,
    /// The rules for people.
    pub(super) rules: String,
}

/// How such a line begins.
const MARK: &str = "//@";

/// The words, for an error.
const WORDS: &str = "title, about, rules";

impl Marks {
    /// Reads the marks of a file. What people need to know and no mark says comes from the comment
    /// at its top.
    ///
    /// # Errors
    ///
    /// If a word is unknown, or twice there.
    pub(super) fn read(file: &str, text: &str) -> Result<Self, RulesError> {
        let mut marks = Self::default();
        let mut paragraphs = String::new();
        let mut has_rules = false;
        for (number, line) in text.lines().enumerate() {
            let Some(said) = line.trim_start().strip_prefix(MARK) else { continue };
            let said = said.trim();
            let (word, value) = said.split_once(char::is_whitespace).unwrap_or((said, ""));
            let value = value.trim();
            let once = |slot: &mut Option<String>| match slot.replace(value.to_owned()) {
                None if !value.is_empty() => Ok(()),
                None => Err(format!("'{word}' says nothing")),
                Some(_) => Err(format!("'{word}' is there twice")),
            };
            let done = match word {
                "title" => once(&mut marks.title),
                "about" => once(&mut marks.about),
                "rules" => {
                    has_rules = true;
                    add(&mut paragraphs, value);
                    Ok(())
                }
                _ => Err(format!("'{word}' is no mark: {WORDS}")),
            };
            done.map_err(|message| {
                let at = text.lines().take(number).map(|line| line.len() + 1).sum();
                RulesError::at(file, text, at, message)
            })?;
        }
        marks.rules = if has_rules { paragraphs } else { top_comment(text) };
        Ok(marks)
    }
}

/// Adds a line to paragraphs. An empty one begins a new paragraph; `- ` begins an item of a list.
fn add(paragraphs: &mut String, line: &str) {
    if line.is_empty() {
        if !paragraphs.is_empty() && !paragraphs.ends_with("\n\n") {
            paragraphs.push_str("\n\n");
        }
        return;
    }
    if !paragraphs.is_empty() && !paragraphs.ends_with('\n') {
        paragraphs.push(if line.starts_with("- ") { '\n' } else { ' ' });
    }
    paragraphs.push_str(line);
}

/// The comment with which the text begins.
fn top_comment(text: &str) -> String {
    let mut paragraphs = String::new();
    for line in text.lines().map(str::trim) {
        if line.starts_with(MARK) {
            continue;
        }
        match line.strip_prefix("//") {
            Some(line) => add(&mut paragraphs, line.trim().trim_start_matches("-- ")),
            None if line.is_empty() && paragraphs.is_empty() => {}
            None => break,
        }
    }
    paragraphs.trim_end().to_owned()
}
