//! `examples/cluster`: a book that grows on many machines is the book that one process builds.

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

/// Runs `grow.py` with `ANALYZE` in the place of Spark. None if there is no Python.
fn grow(analyze: &str, arguments: &[&str]) -> Option<Output> {
    let script = format!(
        r#"
import subprocess, sys
sys.path.insert(0, sys.argv[1])
import grow

def sarsen(queries):
    command = [options.sarsen, "analyze"]
    done = subprocess.run(command, input="\n".join(queries), stdout=subprocess.PIPE, encoding="utf-8", check=True)
    return done.stdout.splitlines()

options = grow.arguments(sys.argv[2:])
try:
    grow.grow(options, {analyze})
except grow.Failure as failure:
    sys.exit(f"grow.py: {{failure}}")
"#
    );
    let output = Command::new("python3")
        .args(["-B", "-c", &script])
        .arg(example(""))
        .args(["--sarsen", SARSEN, "--count", COUNT, "--nodes", NODES])
        .args(arguments)
        .output();
    match output {
        Ok(output) => Some(output),
        Err(error) => {
            skipped::say(&format!("grow.py is not tried: python3: {error}"));
            None
        }
    }
}

#[test]
fn the_script_for_spark_grows_the_book_that_one_process_builds() {
    let directory = tempfile::tempdir().unwrap();
    for (game, levels) in [("connect4 6x5", "5"), ("stonehenge", "3")] {
        let book = directory.path().join(format!("my {game}.book"));
        let name = book.to_str().unwrap();
        // The answers come in another order.
        let reversed = "lambda queries: sarsen(queries)[::-1]";
        let Some(output) = grow(reversed, &[name, "--game", game, "--levels", levels]) else {
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
        ("sarsen", &[name, "--game", "chess"][..], "unknown game 'chess'"),
        ("sarsen", &[name, "--here", "/missing/sarsen"], "cannot run /missing/sarsen: "),
        ("sarsen", &[name, "--levels", "0"], "--levels: invalid number value: '0'"),
        ("lambda queries: []", &[name], "1 queries, but 0 answers; the answers are in "),
        ("lambda queries: ['nonsense']", &[name], "add' has failed; the answers are in "),
    ] {
        let Some(output) = grow(analyze, arguments) else { return };
        let errors = text(&output.stderr);
        assert!(!output.status.success() && errors.contains(part), "{errors}");
        assert!(!errors.contains("Traceback"), "{errors}");
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
    let Some(output) = grow("sarsen", &[&[book.to_str().unwrap()], &enough[..]].concat()) else {
        return;
    };
    assert!(succeed(&output).ends_with("\nlevel 2: nothing is left to learn\n"));
    assert!(std::fs::read(&book).unwrap() == std::fs::read(&plain_book).unwrap());
}
