//! The doors: what a user of each crate has to build, and that the lowest crate is enough for a
//! game of one's own.

use std::collections::BTreeSet;
use std::process::Command;

use crate::{root, slow};

/// What people may depend on, and how many crates of other people it brings along on Linux.
const WEIGHTS: [(&str, usize); 8] = [
    ("sarsen-core", 40),
    ("sarsen-engine", 49),
    ("sarsen-games", 49),
    ("sarsen-rbg", 49),
    ("sarsen-server", 63),
    ("sarsen-tools", 70),
    ("sarsen-web", 108),
    ("sarsen", 128),
];

/// Crates of other people that would be a burden, and the crates that may bring them along.
const BURDENS: [(&str, &[&str]); 4] = [
    ("tokio", &["sarsen-server", "sarsen-web", "sarsen"]),
    ("axum", &["sarsen-web", "sarsen"]),
    ("libsqlite3-sys", &["sarsen-tools", "sarsen-web", "sarsen"]),
    ("clap", &["sarsen"]),
];

fn cargo() -> Command {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["--offline", "--quiet"]).current_dir(root());
    cargo
}

/// The crates of other people that a crate is built with.
fn brought_along(name: &str) -> BTreeSet<String> {
    let mut cargo = cargo();
    cargo.args(["tree", "--locked", "--edges", "normal", "--prefix", "none", "--format", "{p}"]);
    cargo.args(["--target", "x86_64-unknown-linux-gnu", "--package", name]);
    let output = cargo.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    let names = text.lines().filter_map(|line| line.split_whitespace().next());
    names.filter(|name| !name.starts_with("sarsen")).map(str::to_owned).collect()
}

#[test]
fn no_crate_brings_more_along_than_it_says() {
    for (name, weight) in WEIGHTS {
        let found = brought_along(name);
        assert_eq!(found.len(), weight, "{name}: {found:#?}");
        for (burden, bearers) in BURDENS {
            assert_eq!(found.contains(burden), bearers.contains(&name), "{burden} in {name}");
        }
    }
}

/// A crate outside the tree writes a game and searches it. It needs the lowest crate and nothing
/// else.
#[test]
fn a_game_outside_the_tree_needs_only_the_core() {
    if slow::is_left_out("a crate outside the tree, which is built anew") {
        return;
    }
    let place = tempfile::tempdir().unwrap();
    let (core, folder) = (root().join("crates/core"), place.path());
    let manifest = format!(
        "[package]\nname = \"outside\"\nedition = \"2024\"\n\n\
         [dependencies]\nsarsen-core = {{ path = {core:?} }}\n"
    );
    std::fs::write(folder.join("Cargo.toml"), manifest).unwrap();
    // The same versions as here: others may not be at hand.
    std::fs::copy(root().join("Cargo.lock"), folder.join("Cargo.lock")).unwrap();
    std::fs::create_dir(folder.join("src")).unwrap();
    std::fs::copy(core.join("examples/nim.rs"), folder.join("src/main.rs")).unwrap();
    let mut cargo = cargo();
    cargo.arg("run").current_dir(folder).env("CARGO_TARGET_DIR", folder.join("target"));
    let output = cargo.output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(text.lines().last(), Some("a-1"), "{text}");
}
