//! Limits of the system: what meets one says so, and ends with status 1.

use std::process::{Command, Output};

use crate::support::place::Place;
use crate::support::process::{is_beyond_help, sarsen};

/// Runs a command under a limit, as `ulimit` of the shell sets it.
fn limited(limit: &str, input: &str, arguments: &[&str]) -> Output {
    let script = format!("ulimit {limit} && printf '{input}' | exec \"$@\"");
    let program = env!("CARGO_BIN_EXE_sarsen");
    let mut command = Command::new("bash");
    command.args(["-c", &script, "bash", program]).args(arguments);
    command.env_remove("RUST_LOG").output().unwrap()
}

fn errors(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Files cannot become longer than a kibibyte. To a process, that is like a full disk.
#[test]
fn a_file_that_is_too_long_is_told() {
    let place = Place::new();
    let path = |name: &str| place.text(name);
    let weights = path("my.learned");
    let learn = format!("learn connect4 4x4 --games 50 --nodes 5 --generations 1 -o {weights}");
    let book = format!("book build {} connect4 --nodes 50 --positions 300", path("my.book"));
    let players = "-p name=one -p name=two";
    let records = path("records");
    let games = format!("match connect4 {players} --nodes 5 --games 20 --records {records}");
    let tables = format!("tables build checkers --pieces 3 --all --dir {}", path("tables"));
    std::fs::create_dir(place.path("man")).unwrap();
    let man = format!("man --dir {}", path("man"));
    for (arguments, file) in [
        (&book, "my.book: "),
        (&learn, "my.learned"),
        (&games, "records: "),
        (&tables, ".endgame: "),
        (&man, ".1: "),
    ] {
        let words: Vec<&str> = arguments.split(' ').collect();
        let output = limited("-f 1", "", &words);
        let said = errors(&output);
        assert_eq!(output.status.code(), Some(1), "{arguments}: {said}");
        let is_told = ["File too large", "disk is full", "writing failed"];
        assert!(is_told.iter().any(|why| said.contains(why)), "{arguments}: {said}");
        assert!(said.contains(file) && !said.contains(".partial"), "{arguments}: {said}");
    }
    assert_eq!(std::fs::read_dir(place.path("man")).unwrap().count(), 0, "no page is half written");
    let is_partial = |name: &String| name.ends_with(".partial");
    assert!(!place.names().iter().any(is_partial), "{:?}", place.names());
}

/// The output is a file, too.
#[test]
fn an_output_that_is_too_long_is_told() {
    let place = Place::new();
    let script = "ulimit -f 1 && exec \"$0\" \"$@\" > \"$OUTPUT\"";
    for arguments in ["match --help", "completions bash", "show othello --svg -"] {
        let mut command = Command::new("bash");
        command.args(["-c", script, env!("CARGO_BIN_EXE_sarsen")]).args(arguments.split(' '));
        let output = command.env("OUTPUT", place.text("output")).output().unwrap();
        let said = errors(&output);
        assert_eq!(output.status.code(), Some(1), "{arguments}: {said}");
        assert!(said.contains("File too large"), "{arguments}: {said}");
    }
}

#[test]
fn a_server_says_that_it_may_open_too_few_files() {
    for files in 6..=18 {
        let limit = format!("-n {files}");
        let output = limited(&limit, "", &["serve", "--listen", "127.0.0.1:0", "--threads", "1"]);
        let said = errors(&output);
        assert_eq!(output.status.code(), Some(1), "{files}: {said}");
        assert!(said.contains("cannot start: Too many open files"), "{files}: {said}");
    }
}

/// The memory is limited, from what the program itself hardly fits in to more than it needs.
#[test]
fn what_finds_no_memory_to_begin_says_so() {
    let mut told_ends = 0;
    for limit in (30_000..130_000).step_by(2_000) {
        let output = limited(&format!("-v {limit}"), "ugi\\nquit\\n", &[]);
        let said = errors(&output);
        match output.status.code() {
            Some(0) => {}
            // The system itself could not load the program.
            None | Some(127) | Some(139) => {}
            Some(_) if is_beyond_help(&said) => {}
            code => {
                assert!(!said.trim().is_empty(), "{limit}: {code:?} without a word");
                assert!(!said.contains("panicked"), "{limit}: {said}");
                told_ends += 1;
            }
        }
    }
    assert!(told_ends > 0);
}

/// What a killed process has left is cleared by the next one that writes the same file.
#[test]
fn what_a_dead_process_left_is_cleared() {
    let place = Place::new();
    let book = place.text("my.book");
    place.write("my.bookAb3xYz.partial", "half a book");
    let other = place.write("my.bookish.partial", "somebody's own");
    let words = ["book", "build", &book, "connect4", "--nodes", "50", "--positions", "20"];
    let output = sarsen(&words);
    assert!(output.status.success(), "{}", errors(&output));
    assert_eq!(place.names(), ["my.book", "my.bookish.partial"]);
    assert_eq!(std::fs::read_to_string(other).unwrap(), "somebody's own");
}
