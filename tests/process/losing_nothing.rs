//! Nothing that was played, found or written is lost, whatever happens to the process or its files.
#![cfg(unix)]

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::support::place::Place;
use crate::support::process::{feed, signal};
use sarsen::matches::record::Records;

fn sarsen(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sarsen"));
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn run(arguments: &[&str], input: &[u8]) -> Output {
    feed(&mut sarsen(arguments), input)
}

fn errors(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The exit code of a child that has to end soon.
#[track_caller]
fn exit_code(child: &mut Child, patience: Duration) -> Option<i32> {
    let end = Instant::now() + patience;
    while Instant::now() < end {
        if let Some(status) = child.try_wait().unwrap() {
            return status.code();
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    panic!("it did not end");
}

fn moves_of_records(path: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(path).unwrap();
    Records::new(&text).map(|record| record.unwrap().moves()).collect()
}

#[test]
fn a_game_is_saved_when_the_process_is_told_to_end() {
    for name in ["TERM", "HUP"] {
        let place = Place::new();
        let file = place.text("games.txt");
        let people = ["play", "connect4", "--first", "person", "--second", "person"];
        let mut child = sarsen(&[&people[..], &["--save", &file]].concat()).spawn().unwrap();
        let mut input = child.stdin.take().unwrap();
        input.write_all(b"4\n3\n").unwrap();
        let mut said = BufReader::new(child.stdout.take().unwrap()).lines();
        assert!(said.any(|line| line.unwrap().starts_with("o> 3")));
        // The next output comes before the program waits for a line.
        assert!(said.any(|line| line.unwrap().contains("x to move")));
        std::thread::sleep(Duration::from_millis(50));
        signal(&child, name);
        assert!(exit_code(&mut child, Duration::from_secs(5)) > Some(128), "{name}");
        assert_eq!(moves_of_records(&place.path("games.txt")), ["4 3"], "{name}");
    }
}

#[test]
fn a_copy_that_is_saved_elsewhere_does_not_stand_for_the_record_of_every_game() {
    let place = Place::new();
    let (file, copy) = (place.text("games.txt"), place.text("copy.txt"));
    let script = format!("4\nsave {copy}\nquit\n");
    let output =
        run(&["play", "--nodes", "50", "--first", "person", "--save", &file], script.as_bytes());
    assert!(output.status.success(), "{}", errors(&output));
    assert_eq!(moves_of_records(&place.path("games.txt")).len(), 1);
    assert_eq!(moves_of_records(&place.path("copy.txt")).len(), 1);
}

#[test]
fn games_are_not_added_to_what_is_no_file_of_games() {
    let place = Place::new();
    let half = "[Game \"connect4 7x6\"]\n1. 4 {half";
    std::fs::write(place.path("half.txt"), half).unwrap();
    for name in ["half.txt", "no/such/directory.txt"] {
        let file = place.text(name);
        let output = run(&["play", "--nodes", "50", "--save", &file], b"4\n");
        assert!(!output.status.success() && output.stdout.is_empty(), "{output:?}");
        let players = ["match", "-p", "name=a", "-p", "name=b", "--nodes", "9", "--games", "2"];
        let output = run(&[&players[..], &["--records", &file]].concat(), b"");
        assert!(!output.status.success() && errors(&output).contains(&file), "{output:?}");
    }
    assert_eq!(std::fs::read_to_string(place.path("half.txt")).unwrap(), half);
}

#[test]
fn long_lines_are_not_cut_into_moves() {
    let script = format!("{}\n{}\n4\n", "z".repeat(5000) + "resign", "z".repeat(3 << 20));
    let people = ["play", "connect4", "--first", "person", "--second", "person"];
    let output = run(&people, script.as_bytes());
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("a line of more than") && text.ends_with("o to move\n\n"), "{text}");
}

#[test]
fn files_of_others_beside_a_book_stay_as_they_are() {
    let place = Place::new();
    let book = place.text("my.book");
    for (name, content) in [("my.book.lock", "precious"), ("my.book.partial", "precious, too")] {
        std::fs::write(place.path(name), content).unwrap();
    }
    let build = ["book", "build", &book, "--nodes", "100", "--positions", "20"];
    let output = run(&build, b"");
    assert!(errors(&output).contains("my.book.lock' is in the way"), "{}", errors(&output));
    assert_eq!(std::fs::read_to_string(place.path("my.book.lock")).unwrap(), "precious");
    std::fs::remove_file(place.path("my.book.lock")).unwrap();
    // Nothing is written through a link, either.
    std::fs::write(place.path("other"), "").unwrap();
    std::os::unix::fs::symlink(place.path("other"), place.path("my.book.lock")).unwrap();
    assert!(errors(&run(&build, b"")).contains("is in the way"));
    std::fs::remove_file(place.path("my.book.lock")).unwrap();
    let output = run(&build, b"");
    assert!(output.status.success(), "{}", errors(&output));
    assert_eq!(std::fs::read_to_string(place.path("my.book.partial")).unwrap(), "precious, too");
}

#[test]
fn a_link_to_a_book_stays_one() {
    let place = Place::new();
    let (book, link) = (place.text("real.book"), place.text("link.book"));
    let build = |path: &str, positions| {
        let output = run(&["book", "build", path, "--nodes", "100", "--positions", positions], b"");
        assert!(output.status.success(), "{}", errors(&output));
    };
    build(&book, "20");
    let size = std::fs::metadata(&book).unwrap().len();
    std::os::unix::fs::symlink(&book, &link).unwrap();
    build(&link, "200");
    assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink());
    assert!(std::fs::metadata(&book).unwrap().len() > size);
}

#[test]
fn what_is_something_else_is_not_read_whole() {
    let place = Place::new();
    let file = place.text("large");
    std::fs::File::create(&file).unwrap().set_len(1 << 37).unwrap();
    let input =
        format!("setoption name Book value {file}\nsetoption name Weights value {file}\nquit\n");
    let output = run(&[], input.as_bytes());
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("this is no opening book"), "{text}");
    assert!(text.contains("this is too large for a file of weights"), "{text}");
}

#[test]
fn what_is_no_file_is_no_book_and_does_not_hold_anybody_up() {
    let place = Place::new();
    let pipe = place.text("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let input = format!(
        "setoption name Book value {pipe}\nsetoption name Book value /dev/zero\nisready\nquit\n"
    );
    let mut child = sarsen(&[]).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    assert_eq!(exit_code(&mut child, Duration::from_secs(5)), Some(0));
    let mut text = String::new();
    std::io::Read::read_to_string(&mut child.stdout.take().unwrap(), &mut text).unwrap();
    assert_eq!(text.matches("this is no file").count(), 2, "{text}");
    assert!(text.ends_with("readyok\n"), "{text}");
}

#[test]
fn answers_are_added_though_some_are_no_text_and_another_process_has_the_book() {
    let place = Place::new();
    let book = place.text("my.book");
    let output = run(&["book", "frontier", &book, "--count", "1", "--nodes", "50"], b"");
    let answers = run(&["analyze"], &output.stdout).stdout;
    let builder = ["book", "build", &book, "--nodes", "3000", "--seconds", "2"];
    let mut builder = sarsen(&builder).spawn().unwrap();
    while !place.path("my.book.lock").exists() {
        std::thread::sleep(Duration::from_millis(1));
    }
    let output = run(&["book", "add", &book], &[b"\xfe\n", &answers[..]].concat());
    assert!(errors(&output).contains("waiting for another process"), "{}", errors(&output));
    assert!(errors(&output).contains("line 1: no answer of an analysis"), "{}", errors(&output));
    assert!(errors(&output).contains("1 of 2 lines"), "{}", errors(&output));
    assert!(String::from_utf8_lossy(&output.stdout).contains(" positions, "));
    builder.wait().unwrap();
}

#[test]
fn records_and_journal_of_a_killed_match_agree_in_the_end() {
    let place = Place::new();
    let (journal, records) = (place.text("journal"), place.text("records"));
    let arguments = [
        "match",
        "-p",
        "name=a",
        "-p",
        "name=b",
        "--nodes",
        "200",
        "--games",
        "300",
        "--journal",
        &journal,
        "--records",
        &records,
    ];
    for _ in 0..3 {
        let mut child = sarsen(&arguments).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(60));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    // The files are now as if the match had been killed between the two writes.
    let text = std::fs::read_to_string(&records).unwrap_or_default();
    let cut = text.rfind("[Game ").unwrap_or_default();
    std::fs::write(&records, &text[..cut]).unwrap();
    let output = run(&arguments, b"");
    assert!(output.status.success(), "{}", errors(&output));
    let text = std::fs::read_to_string(&records).unwrap();
    let mut rounds: Vec<String> = Records::new(&text)
        .map(|record| record.unwrap().tag("Round").unwrap_or_default().to_owned())
        .collect();
    rounds.sort();
    rounds.dedup();
    assert_eq!((rounds.len(), text.matches("[Game ").count()), (300, 300));
    let same = [&arguments[..11], &["--records", &journal]].concat();
    assert!(errors(&run(&same, b"")).contains("cannot be both"));
}

#[test]
fn a_match_is_interrupted_while_somebody_thinks() {
    let deep = ["match", "-p", "name=a", "-p", "name=b", "--depth", "60", "--games", "2"];
    let many = ["match", "-p", "name=a", "-p", "name=b", "--nodes", "9", "--games", "4000000000"];
    for arguments in [&deep[..], &many] {
        let mut child = sarsen(arguments).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(500));
        signal(&child, "INT");
        assert_eq!(exit_code(&mut child, Duration::from_secs(3)), Some(130), "{arguments:?}");
    }
}

#[test]
#[cfg(target_os = "linux")] // where there is a full device
fn answers_that_cannot_be_written_are_an_error() {
    let place = Place::new();
    let book = place.text("my.book");
    let built = run(&["book", "build", &book, "--nodes", "50", "--positions", "5"], b"");
    assert!(built.status.success(), "{}", errors(&built));
    let query = b"{\"id\": 1, \"limits\": {\"depth\": 2}}\n";
    let searches = b"go depth 3\nquery fen\n";
    for (arguments, input) in [
        (&[][..], &searches[..]),
        // The same holds at `quit`, and while the input stays open.
        (&[], b"query fen\nquit\n"),
        (&["analyze"], query),
        (&["solve", "connect4"], b"4444425632\n"),
        (&["play", "--first", "person", "--second", "person"], b"4\nquit\n"),
        (&["perft", "connect4", "3"], b""),
        (&["eval"], b""),
        (&["moves"], b""),
        (&["show"], b""),
        (&["record", "-"], b"[Game \"connect4\"] 1. 4 4 *\n"),
        (&["bench"], b""),
        (&["book", "show", &book], b""),
        (&["book", "check", &book], b""),
        (&["book", "frontier", &book, "--count", "1"], b""),
        (&["match", "-p", "name=a", "-p", "name=b", "--nodes", "9", "--games", "2"], b""),
        (&["conform", "--only", "1"], b""),
        (&["completions", "bash"], b""),
        (&["man"], b""),
        (&["--help"], b""),
        (&["book", "--help"], b""),
        (&["--version"], b""),
    ] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let mut child = sarsen(arguments).stdout(full).spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        // The program may end before it has read this.
        let _ = stdin.write_all(input);
        drop(stdin);
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        assert!(errors(&output).contains("No space left"), "{arguments:?}: {}", errors(&output));
    }
}

#[test]
fn a_slow_reader_gets_every_answer() {
    let mut child = sarsen(&[]).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let count = 20_000;
    let writer = std::thread::spawn(move || {
        stdin.write_all("query fen\n".repeat(count).as_bytes()).unwrap();
    });
    // The input has ended, and there are more answers than a pipe holds.
    writer.join().unwrap();
    std::thread::sleep(Duration::from_secs(2));
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    assert_eq!(lines.count(), count);
    assert_eq!(exit_code(&mut child, Duration::from_secs(5)), Some(0));
}
