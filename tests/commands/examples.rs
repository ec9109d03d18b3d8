//! Every example of every `--help` runs as it stands.
#![cfg(unix)]

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use crate::support::slow;

const SARSEN: &str = env!("CARGO_BIN_EXE_sarsen");

/// The limit for an example, in columns. A wide terminal shows it on one line, so it can be copied.
const WIDTH: usize = 100;

/// Long examples are interrupted after this many seconds.
fn patience() -> &'static str {
    if slow::is_asked_for() { "2" } else { "0.3" }
}

/// The exit code of `timeout` if it has interrupted a command.
const INTERRUPTED: i32 = 124;

fn help(program: &str, command: &[String]) -> String {
    let output = Command::new(program).args(command).arg("--help").output().unwrap();
    assert!(output.status.success(), "{command:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// All subcommands, found in the helps, and the program itself.
fn commands(program: &str) -> Vec<Vec<String>> {
    let mut commands = vec![Vec::new()];
    let mut at = 0;
    while at < commands.len() {
        let text = help(program, &commands[at]);
        let listed = text.split_once("\nCommands:\n").map_or("", |(_, rest)| rest);
        let names = listed.lines().take_while(|line| line.starts_with("  "));
        for name in names.filter_map(|line| line.split_whitespace().next()) {
            // A longer explanation goes on in the next line, further to the right.
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

/// Writes a script into the place, for the examples to find.
fn script(place: &Path, name: &str, script: &str) {
    let path = place.join(name);
    std::fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
    std::fs::set_permissions(&path, PermissionsExt::from_mode(0o755)).unwrap();
}

/// Makes what the examples expect: books, answers, games, weights, engines, another machine.
fn furnish(place: &Path, program: &str) {
    let run = |command: &str| {
        let status = Command::new("sh").args(["-c", command]).current_dir(place).status();
        assert!(status.unwrap().success(), "{command}");
    };
    for book in ["my.book", "one.book", "another.book"] {
        run(&format!("{program} book build {book} --nodes 500 --positions 60 >/dev/null"));
    }
    run(&format!("{program} book frontier my.book | {program} analyze > answers"));
    let (game, moves) = match program {
        SARSEN => ("connect4 7x6", "1. 4 4 2. 4 4 3. 4 4 *"),
        _ => ("tictactoe", "1. b2 a1 2. c3 b3 3. b1 a3 *"),
    };
    let collection = Path::new(env!("CARGO_MANIFEST_DIR")).join("games");
    std::os::unix::fs::symlink(collection, place.join("games")).unwrap();
    let tags = format!("[Game \"{game}\"]\n[First \"person\"]\n[Second \"sarsen\"]\n");
    let record = format!("{tags}\n{moves}\n\n");
    std::fs::write(place.join("games.txt"), record.repeat(3)).unwrap();
    std::fs::write(place.join("more.txt"), record).unwrap();
    run(&format!(
        "{program} match -p name=a -p name=b --nodes 100 --games 150 --records played.txt \
         >/dev/null"
    ));
    let weights = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/weights/connect4-by-hand.toml");
    std::fs::copy(weights, place.join("my.toml")).unwrap();
    if program == SARSEN {
        let few = "--generations 1 --games 200 --nodes 20 --threads 1";
        run(&format!("{SARSEN} learn othello 6x6 {few} -o my.learned >/dev/null"));
        // The examples learn anew.
        std::fs::remove_file(place.join("my.learned.progress")).unwrap();
        run(&format!("{SARSEN} learn tasks connect4 -o c4.learned > tasks.jsonl"));
        // To play them takes long, so nothing is added.
        std::fs::write(place.join("games.jsonl"), "").unwrap();
    }
    std::fs::write(place.join("positions.txt"), "2252576253462244111563365343671351441 -1\n")
        .unwrap();
    if program == SARSEN {
        run(&format!(
            "echo 5@7,4@11,1@2,2@8,3@9,2@6 | {SARSEN} solve stonehenge --proof my.proof >/dev/null"
        ));
    }
    // Helps may name an older version of the program itself.
    let own = Path::new(program).file_name().unwrap().to_str().unwrap();
    for engine in [&format!("{own}-old"), "sarsen-old", "another-engine", "gtp-rhino"] {
        script(place, engine, &format!("exec {program}"));
    }
    // The remote machine is this one, and parallel jobs run one after another.
    script(place, "ssh", "shift; exec \"$@\"");
    script(place, "parallel", "shift 2; exec \"$@\"");
}

/// Runs an example in a new place with copies of the furnished files. Returns what is wrong.
fn attempt(example: &str, program: &str, furnished: &Path) -> Option<String> {
    if example.len() > WIDTH {
        return Some("it is too long".to_owned());
    }
    let place = tempfile::tempdir().unwrap();
    for file in std::fs::read_dir(furnished).unwrap() {
        let path = file.unwrap().path();
        let copy = place.path().join(path.file_name().unwrap());
        if path.is_dir() {
            std::os::unix::fs::symlink(&path, copy).unwrap();
        } else {
            std::fs::copy(&path, copy).unwrap();
        }
    }
    let programs = Path::new(program).parent().unwrap().display();
    let path = std::env::var("PATH").unwrap();
    let output = Command::new("timeout")
        .args(["--signal", "INT", patience(), "bash", "-c", &format!("set -o pipefail; {example}")])
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

/// Tries every example of every help. Returns their number.
fn try_all(program: &str) -> usize {
    let mut examples = Vec::new();
    for command in commands(program) {
        let help = help(program, &command);
        let has_subcommands = help.contains("\nCommands:\n");
        let listed = help.split_once("Examples:\n").map(|(_, examples)| examples);
        let may_have_none = has_subcommands || program != SARSEN;
        assert!(listed.is_some() || may_have_none, "{command:?} has no examples");
        examples.extend(listed.unwrap_or_default().lines().map(|line| line.trim().to_owned()));
    }
    let furnished = tempfile::tempdir().unwrap();
    furnish(furnished.path(), program);
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                while let Some(example) = examples.get(next.fetch_add(1, Relaxed)) {
                    if let Some(wrong) = attempt(example, program, furnished.path()) {
                        panic!("{example}: {wrong}");
                    }
                }
            });
        }
    });
    examples.len()
}

#[test]
fn every_example_of_every_help_works() {
    let count = try_all(SARSEN);
    assert!(count > 40, "{count}");
}

/// This tries the examples of a program with its author's own game.
#[test]
fn the_examples_of_another_program_work_there() {
    let program = crate::support::example("tic_tac_toe");
    let count = try_all(program.to_str().unwrap());
    assert!(count > 20, "{count}");
}
