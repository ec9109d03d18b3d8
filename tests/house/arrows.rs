//! The arrows: which crates, rooms and files know which others.

use std::collections::{BTreeMap, BTreeSet};

use crate::crates;
use crate::source::Source;

/// The rooms of the crates that have several: their crate, their name, and the rooms of the same
/// crate that each may know, lowest first. A room knows only rooms before it in this list, so there
/// is no circle. Between crates, Cargo sees to that.
const ROOMS: [(&str, &str, &[&str]); 21] = [
    ("core", "sys", &[]),
    ("core", "game", &["sys"]),
    ("core", "transposition", &["game", "sys"]),
    ("core", "solvers", &["game", "sys", "transposition"]),
    ("core", "search", &["game", "sys", "transposition"]),
    ("engine", "learned", &[]),
    ("engine", "proofs", &[]),
    ("engine", "session", &["learned", "proofs"]),
    ("engine", "protocol", &["session"]),
    ("engine", "book", &["session"]),
    ("engine", "knowledge", &["book", "proofs", "session"]),
    ("engine", "engine", &["book", "knowledge", "session"]),
    ("rbg", "language", &[]),
    ("rbg", "plain", &["language"]),
    ("rbg", "machine", &["language"]),
    ("rbg", "game", &["language", "machine", "plain"]),
    ("tools", "client", &[]),
    ("tools", "journal", &[]),
    ("tools", "matches", &["client", "journal"]),
    ("tools", "batch", &["matches"]),
    ("tools", "report", &["journal", "matches"]),
];

/// The crates of Sarsen that each crate may know. `sarsen-` is left out. The one at the top, which
/// is the program and hands on what the others have, knows all of them.
const CRATES: [(&str, &[&str]); 10] = [
    ("connect4-book", &[]),
    ("core", &[]),
    ("engine", &["core"]),
    ("games", &["connect4-book", "core", "engine"]),
    ("rbg", &["core", "engine"]),
    ("server", &["core", "engine"]),
    ("sqlite", &[]),
    ("tests", &[]),
    ("tools", &["core", "engine", "sqlite"]),
    ("web", &["core", "engine", "server", "sqlite"]),
];

/// The room of a module. Empty for the root of the crate.
fn room(module: &[String]) -> &str {
    module.first().map_or("", String::as_str)
}

/// The source of a crate.
fn source(name: &str) -> Source {
    Source::read(&crates()[name])
}

/// The crates of Sarsen in the section `[dependencies]` of a manifest.
fn dependencies(name: &str) -> Vec<String> {
    let manifest = std::fs::read_to_string(crates()[name].with_file_name("Cargo.toml")).unwrap();
    let lines = manifest.lines().skip_while(|line| *line != "[dependencies]").skip(1);
    let lines = lines.take_while(|line| !line.starts_with('['));
    let names = lines.filter_map(|line| line.strip_prefix("sarsen-")?.split_once('.'));
    names.map(|(name, _)| name.to_owned()).collect()
}

#[test]
fn crates_know_the_crates_below_them() {
    let names: Vec<String> = crates().into_keys().filter(|name| !name.is_empty()).collect();
    assert_eq!(names, CRATES.map(|(name, _)| name));
    for (name, others) in CRATES {
        assert_eq!(dependencies(name), others, "{name}");
    }
}

#[test]
fn rooms_know_the_rooms_below_them() {
    let mut wrong = Vec::new();
    let mut used = BTreeSet::new();
    let with_rooms: BTreeSet<&str> = ROOMS.iter().map(|(name, ..)| *name).collect();
    for name in with_rooms {
        let rooms: Vec<_> = ROOMS.iter().filter(|(owner, ..)| *owner == name).collect();
        let source = source(name);
        let found: BTreeSet<&str> = source.modules.keys().map(|module| room(module)).collect();
        let listed: BTreeSet<&str> = rooms.iter().map(|(_, room, _)| *room).chain([""]).collect();
        assert_eq!(found, listed, "{name}");
        for (module, needs) in source.needs() {
            for need in needs {
                let (from, to) = (room(&module).to_owned(), room(&need).to_owned());
                // The root of a crate only hands on what its rooms have.
                if from.is_empty() || to.is_empty() || from == to {
                    continue;
                }
                let allowed = rooms.iter().find(|(_, room, _)| *room == from);
                if !allowed.is_some_and(|(.., others)| others.contains(&to.as_str())) {
                    wrong.push(format!("{} knows {}", module.join("/"), need.join("/")));
                }
                used.insert((from, to));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    for (index, (owner, name, others)) in ROOMS.iter().enumerate() {
        for other in *others {
            let below = ROOMS[..index].iter().any(|below| (&below.0, &below.1) == (owner, other));
            assert!(below, "{name} stands below {other} and may not know it");
            let edge = (name.to_string(), other.to_string());
            assert!(used.contains(&edge), "{name} does not know {other} any more: strike it out");
        }
    }
}

/// Only the registry, which is the root of the crate, joins games and the engine.
#[test]
fn a_game_knows_only_what_a_game_is() {
    let source = source("games");
    for (module, needs) in source.needs() {
        let Some(game) = module.first() else { continue };
        for need in needs {
            let is_same = need.first() == Some(game);
            assert!(is_same, "{} knows {}", module.join("/"), need.join("/"));
        }
        let outside = source.modules[&module].foreign();
        let knows = outside.iter().find(|path| path[0] == "sarsen_engine");
        assert_eq!(knows, None, "{}", module.join("/"));
    }
}

/// Whoever stands above the games knows the registry and no game.
#[test]
fn nothing_but_the_registry_knows_a_game() {
    let games: BTreeSet<String> = source("games").modules[&Vec::new()].children.clone();
    assert!(games.len() >= 9, "{games:?}");
    for (name, folder) in crates() {
        if ["games", "tests"].contains(&name.as_str()) {
            continue;
        }
        for (module, content) in Source::read(&folder).modules {
            let knows = content.foreign().into_iter().find(|path| {
                path[0] == "sarsen_games" && path.get(1).is_some_and(|game| games.contains(game))
            });
            assert_eq!(knows, None, "{name}: {}", module.join("/"));
        }
    }
}

#[test]
fn no_files_form_a_circle() {
    for (name, folder) in crates() {
        let needs = Source::read(&folder).needs();
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
        assert!(in_circles.is_empty(), "{name}: {in_circles:#?}");
    }
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
