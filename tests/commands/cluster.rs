//! `examples/cluster`: a book that grows on many machines is the book that one process builds, and
//! weights that are learnt on many machines are those that one process learns.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::support::skipped;
use sarsen::book::Book;

const SARSEN: &str = env!("CARGO_BIN_EXE_sarsen");
const COUNT: &str = "40";
const NODES: &str = "500";

/// A file of the example.
fn example(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("examples/cluster").join(name)
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn succeed(output: &Output) -> String {
    assert!(output.status.success(), "{}{}", text(&output.stdout), text(&output.stderr));
    text(&output.stdout)
}

/// Runs `plain.sh` with a program in the place of `sarsen`.
fn plain(sarsen: &Path, arguments: &[&str]) -> Output {
    Command::new("bash")
        .arg(example("plain.sh"))
        .args(arguments)
        .env("SARSEN", sarsen)
        .output()
        .expect("plain.sh takes bash, and bash cannot be run")
}

/// Makes sure that the book is the one that a single process builds.
fn is_as_built(book: &Path, game: &str) {
    let bytes = std::fs::read(book).unwrap();
    let size = Book::from_bytes(&bytes).unwrap().len();
    assert!(size > 50, "{size}");
    let whole = book.with_extension("whole");
    let output = Command::new(SARSEN)
        .args(["book", "build", whole.to_str().unwrap(), game])
        .args(["--batch", COUNT, "--nodes", NODES, "--positions", &size.to_string()])
        .output()
        .unwrap();
    succeed(&output);
    assert!(std::fs::read(&whole).unwrap() == bytes, "{game}");
}

#[test]
fn two_plain_processes_grow_the_book_that_one_builds() {
    let directory = tempfile::tempdir().unwrap();
    for (game, levels) in [("connect4 6x5", "5"), ("stonehenge", "3")] {
        // A script may stumble over this name.
        let book = directory.path().join(format!("my {game}.book"));
        let output =
            plain(Path::new(SARSEN), &[book.to_str().unwrap(), game, levels, COUNT, NODES]);
        let said = succeed(&output);
        assert_eq!(said.lines().count().to_string(), levels, "{said}");
        is_as_built(&book, game);
    }
}

#[test]
#[cfg(unix)]
fn a_process_that_fails_ends_the_growth_and_leaves_the_book() {
    use std::os::unix::fs::PermissionsExt;

    let directory = tempfile::tempdir().unwrap();
    let book = directory.path().join("a.book");
    let arguments = [book.to_str().unwrap(), "connect4", "3", COUNT, NODES];
    succeed(&plain(Path::new(SARSEN), &arguments));
    let before = std::fs::read(&book).unwrap();
    // The program answers and then fails. The book cannot know that more answers were due.
    let failing = directory.path().join("failing");
    let script =
        format!("#!/bin/sh\n'{SARSEN}' \"$@\" || exit\nif [ \"$1\" = analyze ]; then exit 3; fi\n");
    std::fs::write(&failing, script).unwrap();
    std::fs::set_permissions(&failing, std::fs::Permissions::from_mode(0o755)).unwrap();
    assert_eq!(plain(&failing, &arguments).status.code(), Some(3));
    assert!(!plain(&directory.path().join("missing"), &arguments).status.success());
    assert!(text(&plain(Path::new(SARSEN), &[]).stderr).contains("usage: "));
    assert!(std::fs::read(&book).unwrap() == before);
}

/// Runs a script for Spark with other Python in the place of Spark. `sarsen` there is a function
/// that pipes lines through the program here. None if there is no Python.
fn script(name: &str, call: &str, arguments: &[&str]) -> Option<Output> {
    let program = format!(
        r#"
import subprocess, sys
sys.path.insert(0, sys.argv[1])
import {name} as script

def sarsen(lines, *command):
    command = [options.sarsen, *command]
    done = subprocess.run(command, input="\n".join(lines), stdout=subprocess.PIPE, encoding="utf-8", check=True)
    return done.stdout.splitlines()

options = script.arguments(sys.argv[2:])
try:
    {call}
except script.Failure as failure:
    sys.exit(f"{name}.py: {{failure}}")
"#
    );
    let output = Command::new("python3")
        .args(["-B", "-c", &program])
        .arg(example(""))
        .args(["--sarsen", SARSEN])
        .args(arguments)
        .output();
    match output {
        Ok(output) => Some(output),
        Err(error) => {
            skipped::say(&format!("{name}.py is not tried: python3: {error}"));
            None
        }
    }
}

/// Makes sure that a script fails with this part of a message, and without a trace of Python.
fn fails_plainly(output: &Output, part: &str) {
    let errors = text(&output.stderr);
    assert!(!output.status.success() && errors.contains(part), "{errors}");
    assert!(!errors.contains("Traceback"), "{errors}");
}

/// Grows a book with `analyze` in the place of Spark.
fn grow(analyze: &str, arguments: &[&str]) -> Option<Output> {
    let numbers = ["--count", COUNT, "--nodes", NODES];
    let call = format!("script.grow(options, lambda queries: {analyze})");
    script("grow", &call, &[&numbers, arguments].concat())
}

/// What analyzes queries here.
const HERE: &str = "sarsen(queries, 'analyze')";

#[test]
fn the_script_for_spark_grows_the_book_that_one_process_builds() {
    let directory = tempfile::tempdir().unwrap();
    for (game, levels) in [("connect4 6x5", "5"), ("stonehenge", "3")] {
        let book = directory.path().join(format!("my {game}.book"));
        let name = book.to_str().unwrap();
        // The answers come in another order.
        let reversed = format!("{HERE}[::-1]");
        let Some(output) = grow(&reversed, &[name, "--game", game, "--levels", levels]) else {
            return;
        };
        let said = succeed(&output);
        assert!(said.lines().count().to_string() == levels && said.contains("level 3: "), "{said}");
        is_as_built(&book, game);
    }
}

#[test]
fn the_script_for_spark_tells_what_is_wrong_and_keeps_answers() {
    let directory = tempfile::tempdir().unwrap();
    let book = directory.path().join("a.book");
    let name = book.to_str().unwrap();
    for (analyze, arguments, part) in [
        (HERE, &[name, "--game", "chess"][..], "unknown game 'chess'"),
        (HERE, &[name, "--here", "/missing/sarsen"], "cannot run /missing/sarsen: "),
        (HERE, &[name, "--levels", "0"], "--levels: invalid number value: '0'"),
        ("[]", &[name], "1 queries, but 0 answers; the answers are in "),
        ("['nonsense']", &[name], "add' has failed; the answers are in "),
    ] {
        let Some(output) = grow(analyze, arguments) else { return };
        fails_plainly(&output, part);
    }
    let kept = std::fs::read_to_string(directory.path().join("a.book.answers")).unwrap();
    assert_eq!(kept, "nonsense\n");
}

#[test]
fn a_book_that_has_nothing_left_to_learn_stays_as_it_is() {
    let directory = tempfile::tempdir().unwrap();
    // One search proves that this is a draw.
    let game = "connect4 4x4";
    let enough = ["--levels", "3", "--game", game, "--nodes", "1000000"];
    let [plain_book, book] = ["plain.book", "a.book"].map(|name| directory.path().join(name));
    let output =
        plain(Path::new(SARSEN), &[plain_book.to_str().unwrap(), game, "3", COUNT, "1000000"]);
    assert!(succeed(&output).ends_with("\nlevel 2: nothing is left to learn\n"));
    let Some(output) = grow(HERE, &[&[book.to_str().unwrap()], &enough[..]].concat()) else {
        return;
    };
    assert!(succeed(&output).ends_with("\nlevel 2: nothing is left to learn\n"));
    assert!(std::fs::read(&book).unwrap() == std::fs::read(&plain_book).unwrap());
}

/// Learns with `play` in the place of Spark.
fn learn(play: &str, arguments: &[&str]) -> Option<Output> {
    let call = format!("script.learn(options, lambda tasks, weights, number: {play})");
    script("learn", &call, arguments)
}

/// The numbers of a short run.
const RUN: [&str; 8] = ["--games", "210", "--nodes", "20", "--solver-nodes", "0", "--threads", "1"];

#[test]
fn the_script_for_spark_learns_what_one_process_does() {
    let directory = tempfile::tempdir().unwrap();
    let [whole, file] =
        ["the whole.learned", "my own.learned"].map(|name| directory.path().join(name));
    let course = ["learn", "connect4", "5x4", "--generations", "2", "-o", whole.to_str().unwrap()];
    succeed(&Command::new(SARSEN).args([&course[..], &RUN].concat()).output().unwrap());
    // The games come in another order.
    let here = "sarsen(tasks, 'learn', 'play', *(['--weights', weights] if weights else []))[::-1]";
    let course = [file.to_str().unwrap(), "--game", "connect4 5x4", "--generations", "2", "--"];
    let Some(output) = learn(here, &[&course[..], &RUN].concat()) else { return };
    let said = succeed(&output);
    assert_eq!(said.matches("2 batches of games in ").count(), 2, "{said}");
    assert!(said.contains("generation 2 lacks 2\n"), "{said}");
    assert!(said.ends_with("all generations are complete\n"), "{said}");
    assert!(std::fs::read(&file).unwrap() == std::fs::read(&whole).unwrap());
    // Nothing is left to do.
    let Some(output) = learn(here, &[&course[..], &RUN].concat()) else { return };
    assert_eq!(succeed(&output), "");
}

#[test]
fn the_script_that_learns_tells_what_is_wrong_and_keeps_games() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("my.learned");
    let name = file.to_str().unwrap();
    for (play, arguments, part) in [
        ("tasks", &[name, "--game", "chess"][..], "unknown game 'chess'"),
        ("tasks", &[name, "--here", "/missing/sarsen"], "cannot run /missing/sarsen: "),
        ("tasks", &[name, "--generations", "0"], "--generations: invalid number value: '0'"),
        ("tasks", &[name, "--", "--games", "0"], "0 is not in 1.."),
        ("[]", &[name], "20 tasks, but the games of 0; the games are in "),
        ("['nonsense'] * 20", &[name], "add' has failed; the games are in "),
    ] {
        let Some(output) = learn(play, arguments) else { return };
        fails_plainly(&output, part);
    }
    let kept = std::fs::read_to_string(directory.path().join("my.learned.games")).unwrap();
    assert_eq!(kept, "nonsense\n".repeat(20));
}
