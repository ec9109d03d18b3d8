//! The arrows: which rooms and files know which others.

use std::collections::{BTreeMap, BTreeSet};

use crate::root;
use crate::source::Source;

/// The rooms, lowest first, and the rooms that each may know. A room knows only rooms before it in
/// this list, so there is no circle.
const ROOMS: [(&str, &[&str]); 18] = [
    ("sys", &[]),
    ("game", &["sys"]),
    ("learned", &["game", "sys"]),
    ("transposition", &["game", "sys"]),
    ("solvers", &["game", "sys", "transposition"]),
    ("search", &["game", "sys", "transposition"]),
    ("proofs", &["game", "sys"]),
    ("session", &["game", "learned", "proofs", "search", "sys", "transposition"]),
    ("games", &["game", "session", "solvers", "sys", "transposition"]),
    ("protocol", &["game", "search", "session", "sys"]),
    ("book", &["game", "session", "sys"]),
    ("engine", &["book", "game", "search", "session", "sys", "transposition"]),
    ("server", &["engine", "game", "protocol", "search", "session", "sys"]),
    ("web", &["engine", "game", "games", "protocol", "search", "server", "session", "sys"]),
    ("client", &["protocol", "sys"]),
    (
        "matches",
        &[
            "book",
            "client",
            "engine",
            "game",
            "learned",
            "protocol",
            "search",
            "session",
            "sys",
            "transposition",
        ],
    ),
    (
        "batch",
        &[
            "book",
            "engine",
            "game",
            "matches",
            "protocol",
            "search",
            "session",
            "sys",
            "transposition",
        ],
    ),
    ("cli", &["..."]),
];

/// The room of a module. Empty for the root of the crate.
fn room(module: &[String]) -> &str {
    module.first().map_or("", String::as_str)
}

fn source() -> Source {
    Source::read(&root().join("src"))
}

#[test]
fn rooms_know_the_rooms_below_them() {
    let mut wrong = Vec::new();
    let mut used = BTreeSet::new();
    for (module, needs) in source().needs() {
        for need in needs {
            let (from, to) = (room(&module).to_owned(), room(&need).to_owned());
            if from.is_empty() || from == to {
                continue;
            }
            let allowed = ROOMS.iter().find(|(name, _)| *name == from).map(|(_, others)| *others);
            if !allowed.is_some_and(|others| others == ["..."] || others.contains(&to.as_str())) {
                wrong.push(format!("{} knows {}", module.join("/"), need.join("/")));
            }
            used.insert((from, to));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    for (index, (name, others)) in ROOMS.iter().enumerate() {
        for other in others.iter().filter(|other| **other != "...") {
            let below = ROOMS[..index].iter().any(|(name, _)| name == other);
            assert!(below, "{name} stands below {other} and may not know it");
            let edge = (name.to_string(), other.to_string());
            assert!(used.contains(&edge), "{name} does not know {other} any more: strike it out");
        }
    }
}

#[test]
fn every_room_is_in_the_list() {
    let source = source();
    let found: BTreeSet<&str> = source.modules.keys().map(|module| room(module)).collect();
    let listed: BTreeSet<&str> = ROOMS.iter().map(|(name, _)| *name).chain([""]).collect();
    assert_eq!(found, listed);
}

#[test]
fn a_game_knows_only_what_a_game_is() {
    for (module, needs) in source().needs() {
        let [room, game, ..] = &module[..] else { continue };
        if room != "games" {
            continue;
        }
        for need in needs {
            let own = need.len() > 1 && need[0] == "games" && need[1] == *game;
            let below = ["game", "solvers", "sys", "transposition"].contains(&need[0].as_str());
            assert!(own || below, "{} knows {}", module.join("/"), need.join("/"));
        }
    }
}

#[test]
fn nothing_but_the_registry_knows_a_game() {
    for (module, needs) in source().needs() {
        if room(&module) != "games" {
            let knows = needs.iter().find(|need| need.len() > 1 && need[0] == "games");
            assert_eq!(knows, None, "{}", module.join("/"));
        }
    }
}

#[test]
fn no_files_form_a_circle() {
    let needs = source().needs();
    let reached: BTreeMap<&Vec<String>, BTreeSet<&Vec<String>>> =
        needs.keys().map(|module| (module, reachable(module, &needs))).collect();
    let in_circles: Vec<String> = needs
        .keys()
        .filter(|module| reached[module].contains(module))
        .map(|module| {
            let back = |other: &&Vec<String>| {
                reached.get(other).is_some_and(|further| further.contains(module))
            };
            let next: Vec<String> =
                needs[module].iter().filter(back).map(|other| other.join("/")).collect();
            format!("{} -> {}", module.join("/"), next.join(", "))
        })
        .collect();
    assert!(in_circles.is_empty(), "{in_circles:#?}");
}

/// All modules that a module needs, directly or not.
fn reachable<'a>(
    from: &Vec<String>,
    needs: &'a BTreeMap<Vec<String>, BTreeSet<Vec<String>>>,
) -> BTreeSet<&'a Vec<String>> {
    let mut found = BTreeSet::new();
    let mut open: Vec<&Vec<String>> = needs[from].iter().collect();
    while let Some(module) = open.pop() {
        if found.insert(module) {
            open.extend(needs.get(module).into_iter().flatten());
        }
    }
    found
}
