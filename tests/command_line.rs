//! The command line, and the example program, as a user runs them.
#![allow(missing_docs)]

mod support;

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use support::example;
use support::process::Engine;

fn sarsen(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sarsen")).args(arguments).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[test]
fn help_teaches() {
    for arguments in [
        &["--help"][..],
        &["play", "--help"],
        &["perft", "--help"],
        &["bench", "--help"],
        &["match", "--help"],
        &["conform", "--help"],
        &["tune", "--help"],
    ] {
        let output = sarsen(arguments);
        assert!(output.status.success());
        let help = text(&output.stdout);
        assert!(help.contains("Usage: sarsen"), "{help}");
        assert!(arguments == ["bench", "--help"] || help.contains("Examples:"), "{help}");
    }
    assert_eq!(
        text(&sarsen(&["--version"]).stdout),
        concat!("sarsen ", env!("CARGO_PKG_VERSION"), "\n")
    );
}

#[test]
fn perft_counts_up_to_its_depth() {
    let output = sarsen(&["perft", "connect4", "7"]);
    assert!(output.status.success());
    let lines = text(&output.stdout);
    let counts: Vec<&str> = lines.lines().map(|line| line.split(' ').nth(2).unwrap()).collect();
    assert_eq!(counts, ["7", "49", "343", "2401", "16807", "117649", "823536"]);
    let output = sarsen(&["perft", "connect4", "9x8", "2", "--position", "9/9/9/9/9/9/9/x8 o"]);
    assert!(text(&output.stdout).contains("perft 2 81 "), "{output:?}");
    let output = sarsen(&["perft", "stonehenge", "2"]);
    assert!(text(&output.stdout).contains("perft 2 11016 "), "{output:?}");
}

#[test]
fn mistakes_are_explained() {
    for (arguments, part) in [
        (&["perft", "chess", "3"][..], "unknown game 'chess'; there is connect4, stonehenge"),
        (&["perft", "connect4", "1x1", "3"], "at least 4 columns"),
        (&["perft", "connect4", "3", "--position", "x"], "row 1"),
        (&["perft", "connect4"], "'connect4' is no depth: it comes last"),
        (&["dance"], "unrecognized subcommand"),
    ] {
        let output = sarsen(arguments);
        assert!(!output.status.success() && output.stdout.is_empty());
        assert!(text(&output.stderr).contains(part), "{output:?}");
    }
}

#[test]
fn bench_ends_with_its_figures() {
    let output = sarsen(&["bench"]);
    assert!(output.status.success());
    let lines = text(&output.stdout);
    let last: Vec<&str> = lines.lines().last().unwrap().split(' ').collect();
    assert!(matches!(last[..], ["nodes", _, "time", _, "nps", _]), "{last:?}");
}

#[test]
fn the_log_tells_the_story_on_standard_error() {
    let output = Command::new("sh")
        .arg("-c")
        .arg("(printf 'go depth 2\\n'; sleep 0.3; printf 'quit\\n') | RUST_LOG=debug \"$0\"")
        .arg(env!("CARGO_BIN_EXE_sarsen"))
        .output()
        .unwrap();
    let log = text(&output.stderr);
    for part in ["<- go depth 2", "search begins", "-> bestmove", "search ended"] {
        assert!(log.contains(part), "{part} is missing in {log}");
    }
    assert!(
        text(&output.stdout)
            .lines()
            .all(|line| line.starts_with("info") || line.starts_with("bestmove"))
    );
}

#[test]
fn a_log_that_nobody_reads_holds_nobody_up() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_sarsen"))
        .env("RUST_LOG", "debug")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    // Much more than a pipe holds.
    stdin.write_all("query fen\n".repeat(20_000).as_bytes()).unwrap();
    stdin.write_all(b"isready\n").unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    assert!(lines.any(|line| line.unwrap() == "readyok"));
    stdin.write_all(b"quit\n").unwrap();
    let end = Instant::now() + Duration::from_secs(10);
    let status = loop {
        match child.try_wait().unwrap() {
            Some(status) => break status,
            None if Instant::now() < end => std::thread::sleep(Duration::from_millis(5)),
            None => {
                child.kill().unwrap();
                panic!("'quit' was not heard");
            }
        }
    };
    assert!(status.success());
}

#[test]
#[cfg(target_os = "linux")] // where the shell can make memory scarce
fn where_there_are_no_threads_it_is_said() {
    // A thread needs room for its stack; with less and less of it fewer and fewer can be started.
    for kib in (20_000..200_000).step_by(10_000) {
        for arguments in ["", "analyze", "solve connect4", "conform --only 1"] {
            let script = format!("ulimit -v {kib}; echo 'go depth 1' | \"$0\" {arguments}");
            let output = Command::new("sh")
                .args(["-c", &script, env!("CARGO_BIN_EXE_sarsen")])
                .output()
                .unwrap();
            let errors = text(&output.stderr);
            assert!(!errors.contains("panicked"), "{kib} {arguments}: {errors}");
        }
    }
}

#[test]
fn the_example_speaks_the_protocol() {
    let mut engine = Engine::start_program(example("tic_tac_toe"));
    engine.send("ugi");
    assert!(
        engine
            .until("ugiok")
            .iter()
            .any(|line| line.contains("type combo default tictactoe var tictactoe"))
    );
    // Against itself: a draw.
    let mut moves = Vec::new();
    while engine.ask("query gameover") == "response false" {
        engine.send("go depth 9");
        let lines = engine.until("bestmove");
        moves.push(lines.last().unwrap().split(' ').nth(1).unwrap().to_owned());
        engine.send(&format!("position startpos moves {}", moves.join(" ")));
    }
    assert_eq!(engine.ask("query result"), "response draw");
    assert_eq!(moves.len(), 9);
    engine.send("position fen xx./.oo/... x");
    engine.send("go");
    assert!(engine.until("info depth").last().unwrap().contains(" score win 1 "));
    engine.send("stop");
    assert_eq!(engine.until("bestmove").last().unwrap(), "bestmove c3");
    assert!(engine.ask("position fen xxx x").contains("(at character 4)"));
}
