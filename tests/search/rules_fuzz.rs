//! Files of rules with mistakes of all kinds: each is a game that can be played, or an error.
//! `PROPTEST_CASES=100000 cargo test --release --test search rules_fuzz` tries more. `fuzz/` has
//! the same test for a fuzzer.

use std::path::Path;

use proptest::prelude::*;

use crate::fuzzed_rules;
use crate::support::cases;

/// Words and signs that rules are made of.
const WORDS: [&str; 32] = [
    "+", "*", "^2", "^9", "(", ")", "[", "]", "{", "}", "{?", "{!", "{$", "[$", "->>", "->white",
    "->black", ".", ",", ";", "~", "#", "=", "==", "<", "0", "3", "up", "left", "{e}", "[w]", "{}",
];

/// A change of a text: what is done, at which token, and with which other one.
type TextChange = (u8, usize, usize);

/// The small files of rules with which a fuzzer begins.
fn seeds() -> Vec<Vec<String>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/rules");
    let mut files: Vec<_> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files.into_iter().map(|file| tokens(&std::fs::read_to_string(file).unwrap())).collect()
}

/// The words, signs and blanks of a text.
fn tokens(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut was_word = false;
    for c in text.chars() {
        let is_word = c.is_ascii_alphanumeric();
        match found.last_mut() {
            Some(last) if is_word && was_word => last.push(c),
            _ => found.push(c.to_string()),
        }
        was_word = is_word;
    }
    found
}

/// A text after some changes.
fn changed(mut tokens: Vec<String>, changes: &[TextChange]) -> String {
    for &(what, at, other) in changes {
        let (at, from) = (at % (tokens.len() + 1), other % (tokens.len() + 1));
        let word = WORDS[other % WORDS.len()];
        match what % 6 {
            0 => tokens.insert(at, format!(" {word} ")),
            1 if at < tokens.len() => tokens[at] = word.to_owned(),
            2 if at < tokens.len() && from < tokens.len() => tokens.swap(at, from),
            3 if at < tokens.len() => drop(tokens.remove(at)),
            4 => {
                let part = tokens[from..(from + other % 12).min(tokens.len())].to_vec();
                tokens.splice(at..at, part);
            }
            5 => drop(tokens.drain(at..(at + other % 8).min(tokens.len()))),
            _ => {}
        }
    }
    tokens.concat()
}

#[test]
fn the_seeds_are_games() {
    for seed in seeds() {
        let text = seed.concat();
        let read = sarsen::rules::LoadedGame::read("seed.rbg", &text);
        read.unwrap_or_else(|error| panic!("{error}"));
        fuzzed_rules::rules(text.as_bytes());
    }
}

proptest! {
    #![proptest_config(cases(100))]

    #[test]
    fn rules_with_mistakes_are_games_or_errors(
        seed in any::<prop::sample::Index>(),
        changes in prop::collection::vec(any::<TextChange>(), 1..5),
    ) {
        let text = changed(seed.get(&seeds()).clone(), &changes);
        fuzzed_rules::rules(text.as_bytes());
    }

    #[test]
    fn any_bytes_are_rules_or_an_error(bytes in prop::collection::vec(any::<u8>(), 0..100)) {
        fuzzed_rules::rules(&bytes);
    }
}
