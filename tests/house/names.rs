//! Names: each type has its own, no trait has too many methods, no option holds an option.

use std::collections::BTreeMap;

use crate::source::tokens;
use crate::{crate_files, root};

/// The limit for the methods of a trait. A larger trait is two.
const MAX_METHODS: usize = 16;

/// The types and traits of a file, with the number of methods that each trait declares. Other names
/// of types count if they stand outside of everything else. So the types of a trait do not.
fn declared(text: &str) -> Vec<(String, usize)> {
    let tokens = tokens(text);
    let mut found = Vec::new();
    let mut depth = 0;
    for (index, token) in tokens.iter().enumerate() {
        match token.as_str() {
            "{" => depth += 1,
            "}" => depth -= 1,
            "struct" | "enum" => found.push((tokens[index + 1].clone(), 0)),
            "type" if depth == 0 => found.push((tokens[index + 1].clone(), 0)),
            "trait" => {
                let body = &tokens[index..];
                let mut depth = 0;
                let mut methods = 0;
                for token in body {
                    match token.as_str() {
                        "{" => depth += 1,
                        "}" if depth == 1 => break,
                        "}" => depth -= 1,
                        "fn" if depth == 1 => methods += 1,
                        _ => {}
                    }
                }
                found.push((tokens[index + 1].clone(), methods));
            }
            _ => {}
        }
    }
    found
}

/// The part of the crates in which a name means one thing: a game's own folder, or empty for
/// everything else.
fn scope(path: &str) -> &str {
    let game =
        path.strip_prefix("crates/games/src/").and_then(|path| path.split(['/', '.']).next());
    game.filter(|game| *game != "lib").unwrap_or_default()
}

/// All names, each with the files that declare it.
fn all() -> BTreeMap<String, Vec<(String, usize)>> {
    let mut all: BTreeMap<String, Vec<(String, usize)>> = BTreeMap::new();
    for file in crate_files() {
        let path = file.strip_prefix(root()).unwrap().to_str().unwrap().to_owned();
        for (name, methods) in declared(&std::fs::read_to_string(&file).unwrap()) {
            // A macro may declare a type whose name is a parameter.
            if name.starts_with(char::is_uppercase) {
                all.entry(name).or_default().push((path.clone(), methods));
            }
        }
    }
    assert!(all.len() > 300, "{} names", all.len());
    all
}

#[test]
fn no_two_types_have_one_name() {
    let mut wrong = Vec::new();
    for (name, places) in all() {
        for (index, (path, _)) in places.iter().enumerate() {
            let clash = places[..index].iter().find(|(other, _)| {
                let (one, two) = (scope(path), scope(other));
                one == two || one.is_empty() || two.is_empty()
            });
            if let Some((other, _)) = clash {
                wrong.push(format!("{name}: {other}, {path}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// An option in an option would have two kinds of nothing. Nobody sees which is which.
#[test]
fn no_option_holds_an_option() {
    for file in crate_files() {
        let tokens = tokens(&std::fs::read_to_string(&file).unwrap());
        let is_double = |tokens: &[String]| tokens == ["Option", "<", "Option", "<"];
        assert!(!tokens.windows(4).any(is_double), "{}", file.display());
    }
}

#[test]
fn no_trait_asks_for_too_much() {
    for (name, places) in all() {
        for (path, methods) in places {
            assert!(methods <= MAX_METHODS, "{name} in {path} has {methods} methods");
        }
    }
}
