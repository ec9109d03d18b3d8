//! Every example of every `--help`, run as it stands.
#![allow(missing_docs)]
#![cfg(unix)]

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

const SARSEN: &str = env!("CARGO_BIN_EXE_sarsen");

/// What a terminal of the usual width shows without breaking it, so that it can be copied.
const WIDTH: usize = 100;

/// Examples that take long are interrupted after so many seconds.
const PATIENCE: &str = "2";

/// Status of `timeout` for what it has interrupted.
const INTERRUPTED: i32 = 124;

fn help(command: &[String]) -> String {
    let output = Command::new(SARSEN).args(command).arg("--help").output().unwrap();
    assert!(output.status.success(), "{command:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// All subcommands, found in the helps, and the program itself.
fn commands() -> Vec<Vec<String>> {
    let mut commands = vec![Vec::new()];
    let mut at = 0;
    while at < commands.len() {
        let text = help(&commands[at]);
        let listed = text.split_once("\nCommands:\n").map_or("", |(_, rest)| rest);
        let names = listed.lines().take_while(|line| line.starts_with("  "));
        for name in names.filter_map(|line| line.split_whitespace().next()) {
            // Longer explanations go on in the next line, further to the right.
            if listed.contains(&format!("\n  {name} ")) || listed.starts_with(&format!("  {name} "))
            {
                let command = [&commands[at][..], &[name.to_owned()]].concat();
                if name != "help" && !commands.contains(&command) {
                    commands.push(command);
                }
            }
        }
        at += 1;
    }
    commands
}

/// A program of its own in the place, for the examples to find.
fn program(place: &Path, name: &str, script: &str) {
    let path = place.join(name);
    std::fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
    std::fs::set_permissions(&path, PermissionsExt::from_mode(0o755)).unwrap();
}

/// What the examples take for granted: books, answers, games, weights, engines, another machine.
fn furnish(place: &Path) {
    let run = |command: &str| {
        let status = Command::new("sh").args(["-c", command]).current_dir(place).status();
        assert!(status.unwrap().success(), "{command}");
    };
    for book in ["my.book", "one.book", "another.book"] {
        run(&format!("{SARSEN} book build {book} --nodes 500 --positions 60 >/dev/null"));
    }
    run(&format!("{SARSEN} book frontier my.book | {SARSEN} analyze > answers"));
    let record = "[Game \"connect4 7x6\"]\n[First \"person\"]\n[Second \"sarsen\"]\n\n1. 4 4 2. 4 4 3. 4 4 *\n\n";
    std::fs::write(place.join("games.txt"), record.repeat(3)).unwrap();
    run(&format!(
        "{SARSEN} match -p name=a -p name=b --nodes 100 --games 150 --records played.txt >/dev/null"
    ));
    let weights = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/weights/connect4-by-hand.toml");
    std::fs::copy(weights, place.join("my.toml")).unwrap();
    std::fs::write(place.join("positions.txt"), "2252576253462244111563365343671351441 -1\n")
        .unwrap();
    run(&format!(
        "echo 5@7,4@11,1@2,2@8,3@9,2@6 | {SARSEN} solve stonehenge --proof my.proof >/dev/null"
    ));
    for engine in ["sarsen-old", "another-engine"] {
        program(place, engine, &format!("exec {SARSEN}"));
    }
    // Far away is here, and many at once are one after another.
    program(place, "ssh", "shift; exec \"$@\"");
    program(place, "parallel", "shift 2; exec \"$@\"");
}

/// Runs an example in a place of its own, furnished like another; what is wrong with it.
fn attempt(example: &str, furnished: &Path) -> Option<String> {
    if example.len() > WIDTH {
        return Some("it is too long".to_owned());
    }
    let place = tempfile::tempdir().unwrap();
    for file in std::fs::read_dir(furnished).unwrap() {
        let path = file.unwrap().path();
        std::fs::copy(&path, place.path().join(path.file_name().unwrap())).unwrap();
    }
    let programs = Path::new(SARSEN).parent().unwrap().display();
    let path = std::env::var("PATH").unwrap();
    let output = Command::new("timeout")
        .args(["--signal", "INT", PATIENCE, "bash", "-c", &format!("set -o pipefail; {example}")])
        .current_dir(&place)
        .env("PATH", format!("{}:{programs}:{path}", place.path().display()))
        .env_remove("RUST_LOG")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    let fine = match output.status.code() {
        Some(0) => errors.is_empty() || example.contains("RUST_LOG"),
        Some(INTERRUPTED) => !errors.contains("error"),
        _ => false,
    };
    (!fine).then(|| format!("{:?}: {errors}", output.status))
}

#[test]
fn every_example_of_every_help_works() {
    let mut examples = Vec::new();
    for command in commands() {
        let help = help(&command);
        let has_subcommands = help.contains("\nCommands:\n");
        let listed = help.split_once("Examples:\n").map(|(_, examples)| examples);
        assert!(listed.is_some() || has_subcommands, "{command:?} has no examples");
        examples.extend(listed.unwrap_or_default().lines().map(|line| line.trim().to_owned()));
    }
    assert!(examples.len() > 40, "{}", examples.len());
    let furnished = tempfile::tempdir().unwrap();
    furnish(furnished.path());
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                while let Some(example) = examples.get(next.fetch_add(1, Relaxed)) {
                    if let Some(wrong) = attempt(example, furnished.path()) {
                        panic!("{example}: {wrong}");
                    }
                }
            });
        }
    });
}
