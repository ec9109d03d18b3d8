//! The command line, and the example program, as a user runs them.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::support::place::Place;
use crate::support::process::{Engine, is_beyond_help, sarsen, says};
use crate::support::{example, slow};
use sarsen::games::stonehenge::Stonehenge;
use sarsen::server::serve;
use sarsen::session::Registry;

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
        &["learn", "--help"],
        &["tune", "--help"],
        &["serve", "--help"],
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
        (
            &["perft", "chess", "3"][..],
            "unknown game 'chess'; there is connect4, stonehenge, othello, checkers, abalone, nuba, \
             einstein, pig, deckpig, backgammon",
        ),
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

/// Runs a command that must succeed. Returns what it prints.
#[test]
fn a_game_is_named_in_the_same_way_everywhere() {
    let place = Place::new();
    let book = place.text("my.book");
    let title = "connect4 5x4";
    let players = ["-p", "name=a", "-p", "name=b", "--nodes", "9", "--games", "2"];
    // Each case has the words before the game, the words after it, and a part of the output.
    for (before, behind, part) in [
        (&["show"][..], &["--json"][..], title),
        (&["eval"], &["--json"], title),
        (&["moves"], &["--json"], title),
        (&["perft"], &["2"], "perft 2 25 "),
        (&["match"], &players, title),
        (&["solve"], &["--start"], "start 0 best"),
        (&["book", "build", &book], &["--positions", "9", "--nodes", "9"], "my.book: "),
        (&["book", "show", &book], &[], title),
        (&["book", "check", &book], &[], "whole: "),
        (&["book", "frontier", &book], &["--count", "1"], title),
        (&["book", "add", &book], &[], "my.book: 0 new"),
        (&["conform"], &["--only", "1", "--", env!("CARGO_BIN_EXE_sarsen")], "broken 0"),
        (&["conform"], &["--only", "1"], "broken 0"),
        (
            &["play"],
            &["--first", "engine", "--second", "engine", "--depth", "1"],
            "1  2  3  4  5\n",
        ),
    ] {
        for way in [&["connect4", "5x4"][..], &["connect4 5x4"]] {
            let said = says(&[before, way, behind].concat());
            assert!(said.contains(part), "{before:?} {way:?}: {said}");
            if before[0] == "play" {
                assert!(!said.contains("1  2  3  4  5  6"), "{said}");
            }
        }
        let output = sarsen(&[before, &["conect4"], behind].concat());
        let errors = text(&output.stderr);
        let guesses = errors.contains("did you mean 'connect4'?");
        assert!(!output.status.success() && guesses, "{before:?}: {errors}");
    }
    // Capitals, blanks and signs do not matter.
    for way in [
        &["Connect4", "5x4"][..],
        &["Connect Four", "5x4"],
        &["connect four 5x4"],
        &["CONNECT-4", "5x4"],
    ] {
        assert!(says(&[&["show"], way, &["--json"]].concat()).contains(title), "{way:?}");
    }
    let said = says(&["solve", "Connect", "Four", "5x4", "--start"]);
    assert!(said.contains("start 0 best"), "{said}");
    let output = sarsen(&["tune", "connect4", "3x3"]);
    assert!(text(&output.stderr).contains("setup '3x3'"), "{output:?}");
    // Options may come in between.
    assert!(says(&["show", "connect4", "--json", "5x4"]).contains(title));
}

#[test]
fn what_is_a_file_and_what_a_setup_can_be_said() {
    let place = Place::new();
    for name in ["8x7", "connect4", "more"] {
        place.write(name, "44444\n");
    }
    let solve = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sarsen"));
        command.args(["solve", "--hash", "1"]).args(arguments).current_dir(place.path(""));
        let output = command.stdin(Stdio::null()).output().unwrap();
        text(if output.status.success() { &output.stdout } else { &output.stderr })
    };
    for (arguments, count) in [
        (&["connect4", "5x6", "more"][..], 1),
        (&["connect4", "5x6"], 0),
        (&["connect4", "5x6", "8x7", "more"], 2),
        (&["connect4", "5x6", "./8x7"], 1),
        (&["connect4", "5x6", "--", "8x7"], 1),
        (&["connect4 5x6", "8x7", "./connect4", "more"], 3),
    ] {
        let said = solve(arguments);
        assert!(said.contains(&format!("{count} solved")), "{arguments:?}: {said}");
    }
    for (arguments, part) in [
        (&["connect4", "5x9x"][..], "there is no file '5x9x', and no such setup: "),
        (&["8x8"], "unknown game '8x8'"),
        (&["connect4", "5x6", "--start", "more"], "'more': --start reads no file"),
    ] {
        let said = solve(arguments);
        assert!(said.contains(part), "{arguments:?}: {said}");
    }
}

#[test]
fn moves_are_written_in_the_same_way_everywhere() {
    for moves in ["4 4 3", "4,4,3", "443", "4, 4, 3", "44 3", " 4  4,3 "] {
        let position = "\"position\":\"7/7/7/7/3o3/2xx3 o\"";
        for command in [&["show"][..], &["eval"], &["moves"], &["book", "show"]] {
            let said = says(&[command, &["connect4", "--moves", moves, "--json"]].concat());
            assert!(said.contains(position), "{command:?} {moves}: {said}");
        }
        assert!(says(&["perft", "connect4", "2", "--moves", moves]).contains("perft 2 49 "));
    }
    // Columns of two digits are not written together.
    let wide = says(&["show", "connect4", "10x4", "--moves", "10 1,10", "--json"]);
    assert!(wide.contains("\"position\":\"10/10/9x/o8x o\""), "{wide}");
    for (game, moves, part) in [
        ("connect4", "4,,4", "a move is missing before or after a comma"),
        ("connect4", "448", "move 3: '8' is not a move"),
        ("stonehenge", "6@7,5@85", "move 2: '5@85' is not a move"),
    ] {
        let output = sarsen(&["show", game, "--moves", moves]);
        assert!(text(&output.stderr).contains(part), "{output:?}");
    }
    // The openings of a match are written in the same way.
    let place = Place::new();
    let openings = place.write("openings", "443\nstartpos moves 4,4 3\n");
    let records = place.text("records");
    let players = ["-p", "name=a", "-p", "name=b", "--nodes", "9", "--games", "4"];
    let files = ["--openings", &openings, "--records", &records];
    says(&[&["match", "connect4"], &players[..], &files].concat());
    let records = std::fs::read_to_string(&records).unwrap();
    assert_eq!(records.matches("1. 4 4 2. 3 ").count(), 4, "{records}");
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

/// A program with its author's own game uses its own name, and mentions no other game.
#[test]
fn another_program_has_its_own_name() {
    let own =
        |arguments: &[&str]| Command::new(example("tic_tac_toe")).args(arguments).output().unwrap();
    let version = text(&own(&["--version"]).stdout);
    assert_eq!(version, concat!("tic_tac_toe (sarsen ", env!("CARGO_PKG_VERSION"), ")\n"));
    for arguments in
        [&["--help"][..], &["play", "--help"], &["perft", "-h"], &["book", "add", "-h"]]
    {
        let help = text(&own(arguments).stdout);
        assert!(help.contains("Usage: tic_tac_toe"), "{help}");
        for part in ["sarsen", "connect4", "stonehenge"] {
            assert!(!help.contains(part), "{part} in {help}");
        }
    }
    assert!(text(&own(&["--help"]).stdout).contains("RUST_LOG=debug tic_tac_toe\n"));
    assert!(text(&own(&["completions", "bash"]).stdout).contains(" tic_tac_toe\n"));
    assert!(text(&own(&["man"]).stdout).contains("tic_tac_toe \\- "));
    let output = own(&["show", "chess"]);
    assert_eq!(text(&output.stderr), "tic_tac_toe: unknown game 'chess'; there is tictactoe\n");

    let mut engine = Engine::start_program(example("tic_tac_toe"));
    engine.send("ugi");
    let lines = engine.until("ugiok");
    let named = concat!("id name tic_tac_toe (sarsen ", env!("CARGO_PKG_VERSION"), ")");
    assert_eq!(lines[..2], [named, "id author the Sarsen founders"]);

    let bench = text(&own(&["bench"]).stdout);
    let lines: Vec<&str> = bench.lines().collect();
    let (last, searches) = lines.split_last().unwrap();
    assert_eq!(searches.len(), 6, "{bench}");
    assert!(searches.iter().all(|line| line.starts_with("tictactoe depth ")), "{bench}");
    assert!(last.starts_with("nodes "), "{bench}");
}

/// A name that begins with the name of the built-in program replaces that name only once.
#[test]
#[cfg(unix)]
fn a_program_is_called_as_its_file_is() {
    let place = Place::new();
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_sarsen"), place.path("sarsen-old")).unwrap();
    let output = Command::new(place.path("sarsen-old")).arg("nosuch").output().unwrap();
    let errors = text(&output.stderr);
    assert!(errors.contains("Usage: sarsen-old [OPTIONS] [COMMAND]"), "{errors}");
}

/// What a program with its own name says about itself.
#[test]
fn a_program_tells_its_name_version_and_author() {
    let registry = Registry::of(Stonehenge).named("Lintel", "2.1").by("Ann");
    let (mut answers, output) = std::io::pipe().unwrap();
    serve(registry, &b"ugi\n"[..], output).unwrap();
    let mut lines = String::new();
    answers.read_to_string(&mut lines).unwrap();
    assert!(lines.starts_with("id name Lintel 2.1\nid author Ann\n"), "{lines}");
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
    // This is much more than a pipe holds.
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
    // A thread needs room for its stack. With less and less room, fewer and fewer threads start.
    let step = if slow::is_asked_for() { 10_000 } else { 30_000 };
    for kib in (20_000..200_000).step_by(step) {
        for arguments in ["", "analyze", "solve connect4", "conform --only 1"] {
            let script = format!("ulimit -v {kib}; echo 'go depth 1' | \"$0\" {arguments}");
            let output = Command::new("sh")
                .args(["-c", &script, env!("CARGO_BIN_EXE_sarsen")])
                .output()
                .unwrap();
            let errors = text(&output.stderr);
            let is_told = !errors.contains("panicked") || is_beyond_help(&errors);
            assert!(is_told, "{kib} {arguments}: {errors}");
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
    // Against itself, the engine draws.
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
