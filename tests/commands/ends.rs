//! How long work ends early: by a signal, by a kill, for want of a reader or of a place to write.
#![cfg(unix)]

use std::io::{BufRead, BufReader, Write};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::time::{Duration, Instant};

use crate::support::place::Place;
use crate::support::process::{all_gone, signal, with_a_child};
use crate::support::{example, skipped};

/// Longer than anything here takes, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// A command in a folder of its own. Its words are separated by blanks.
fn command(words: &str, place: &Place) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sarsen"));
    command.args(words.split(' ')).current_dir(place.path(""));
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// How a child ends that has to end soon.
#[track_caller]
fn end(child: &mut Child, what: &str) -> ExitStatus {
    let end = Instant::now() + PATIENCE;
    while Instant::now() < end {
        if let Some(status) = child.try_wait().unwrap() {
            return status;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    panic!("it did not end: {what}");
}

fn errors(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Every command that works long, or waits for input.
const LONG: [&str; 11] = [
    "solve stonehenge --start --winner",
    "solve stonehenge --start --checkpoint decided",
    "analyze",
    "book build my.book --nodes 5000 --positions 1000000",
    "learn connect4 5x4 --hours 1 -o my.learned",
    "tune connect4 --games 500000 -o my.toml",
    "tables build checkers --pieces 5 --dir tables",
    "match connect4 -p name=a -p name=b --depth 60 --games 2 --journal journal",
    "perft connect4 30",
    "conform connect4 --patience-ms 600000 -- sleep 600",
    "record -",
];

#[test]
fn signals_end_every_command_with_the_status_of_shells_and_leave_nothing_half_written() {
    for (name, number) in [("INT", 2), ("TERM", 15)] {
        let mut all: Vec<(&str, Place, Child)> = Vec::new();
        for words in LONG {
            let place = Place::new();
            let child = command(words, &place).spawn().unwrap();
            all.push((words, place, child));
        }
        std::thread::sleep(Duration::from_millis(1500));
        for (words, place, child) in &mut all {
            assert_eq!(child.try_wait().unwrap(), None, "it is over already: {words}");
            signal(child, name);
            let status = end(child, words);
            // A shell shows both in one way.
            let shown = status.code().or_else(|| status.signal().map(|number| 128 + number));
            assert_eq!(shown, Some(128 + number), "{name}: {words}");
            let partial = place.names().into_iter().find(|name| name.ends_with(".partial"));
            assert_eq!(partial, None, "{name}: {words}");
        }
    }
}

#[test]
fn files_are_written_though_nobody_reads_what_is_said() {
    for (words, file) in [
        ("tables build checkers --pieces 3 --all --dir .", "20v10.endgame"),
        ("book build my.book --nodes 50 --positions 50", "my.book"),
        ("tune connect4 --games 100 --nodes 50 -o my.toml", "my.toml"),
        ("learn connect4 5x4 --games 50 --generations 2 -o my.learned", "my.learned.progress"),
        ("match -p name=a -p name=b --nodes 9 --games 4 --records games", "games"),
    ] {
        let place = Place::new();
        let mut child = command(words, &place).spawn().unwrap();
        drop(child.stdout.take());
        let status = end(&mut child, words);
        let output = child.wait_with_output().unwrap();
        assert!(status.success(), "{words}: {status}, {}", errors(&output));
        assert!(place.path(file).exists(), "{words}: {:?}", place.names());
    }
}

/// A folder that nobody may write into, the superuser included. None if there is no such folder.
fn read_only(place: &Place) -> Option<String> {
    let folder = place.path("locked");
    std::fs::create_dir(&folder).unwrap();
    std::fs::set_permissions(&folder, std::fs::Permissions::from_mode(0o555)).unwrap();
    let is_locked = |folder: &std::path::Path| std::fs::write(folder.join("probe"), "").is_err();
    let system = std::path::Path::new("/sys/kernel");
    let found = if is_locked(&folder) { Some(folder) } else { Some(system.to_owned()) };
    let found = found.filter(|folder| folder.is_dir() && is_locked(folder));
    if found.is_none() {
        skipped::say("read-only folders are not seen: this user may write everywhere");
    }
    Some(found?.to_str().unwrap().to_owned())
}

#[test]
fn what_cannot_be_written_is_refused_before_long_work() {
    let place = Place::new();
    let Some(folder) = read_only(&place) else { return };
    for words in [
        "solve stonehenge --start --checkpoint FOLDER/new",
        "solve stonehenge --start --proof FOLDER/new",
        "book build FOLDER/new --nodes 5000 --positions 1000000",
        "learn connect4 --hours 1 -o FOLDER/new",
        "tune connect4 --games 500000 -o FOLDER/new",
        "tune prob-cut connect4 --depth 12 -o FOLDER/new",
        "tables build checkers --pieces 6 --dir FOLDER",
        "tables build checkers --pieces 6 --dir FOLDER/new",
        "tables pack checkers --pieces 3 --output FOLDER/new",
        "match -p name=a -p name=b --depth 60 --journal FOLDER/new",
        "match -p name=a -p name=b --depth 60 --records FOLDER/new",
        "match -p name=a -p name=b --depth 60 --log FOLDER/new",
        "play connect4 --save FOLDER/new",
        "serve --port 0 --store FOLDER/new",
    ] {
        let mut child = command(&words.replace("FOLDER", &folder), &place).spawn().unwrap();
        let status = end(&mut child, words);
        let output = child.wait_with_output().unwrap();
        assert_eq!(status.code(), Some(1), "{words}: {}", errors(&output));
        assert!(output.stdout.is_empty() && errors(&output).contains(&folder), "{words}");
    }
}

#[test]
fn a_proof_killed_at_any_moment_goes_on_with_its_checkpoint() {
    let place = Place::new();
    let position = place.write("position", "5@7,4@11,1@2,2@8\n");
    let words = format!("solve stonehenge {position} --checkpoint decided");
    for wait in [5, 30, 100, 200, 400, 600, 900] {
        let mut child = command(&words, &place).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(wait));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let output = command(&words, &place).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.contains(": the first player wins, best 3@1, "), "{text}{}", errors(&output));
    // Now all is known.
    let again = command(&words, &place).output().unwrap();
    assert!(String::from_utf8_lossy(&again.stdout).contains(", nodes 0 "), "{again:?}");
    assert_eq!(place.names(), ["decided", "position"]);
}

#[test]
fn a_killed_match_of_other_programs_goes_on_and_its_engines_end() {
    let place = Place::new();
    let numbers = place.text("numbers");
    let player = |name: &str| {
        let program = format!("{} none", example("faulty").display());
        // The engines end at the end of their input. What they have started is killed with the
        // match, but not if the match is killed itself: so here they start nothing.
        let script = format!("echo $$ >> {numbers}; exec {program}");
        format!("name={name} cmd='sh {}'", place.write(name, script))
    };
    let command = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sarsen"));
        command.args(["match", "connect4", "--nodes", "200", "--games", "40", "--json"]);
        command.args(["-p", &player("a"), "-p", &player("b"), "--journal", "journal"]);
        command.current_dir(place.path("")).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    };
    let journal = || std::fs::read_to_string(place.path("journal")).unwrap_or_default();
    for pairs in [2, 6] {
        let mut child = command().spawn().unwrap();
        while journal().lines().count() < pairs && child.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_millis(1));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        all_gone(&numbers);
    }
    assert!(journal().lines().count() < 21, "it was killed in the middle");
    let output = command().output().unwrap();
    assert!(output.status.success(), "{}", errors(&output));
    let result: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(result["pairings"][0]["fouls"], serde_json::json!([0, 0]), "{result}");
    assert_eq!(journal().lines().count(), 21);
}

#[test]
fn an_engine_that_closes_its_input_or_stops_has_lost_and_leaves_nothing() {
    for (name, rest) in [
        ("deaf", "exec <&-; sleep 600"),
        ("stopped", "kill -STOP $$; sleep 600"),
        ("mute", "exec >&-; sleep 600"),
    ] {
        let place = Place::new();
        let numbers = place.text("numbers");
        // It is asked for a move.
        let answers = "ugi) echo ugiok;; isready) echo readyok;; go*) break;; esac; done";
        let talk = format!("while read line; do case $line in {answers}; {rest}");
        let script = with_a_child(&numbers, &format!("sh -c '{talk}'"));
        let player = format!("name={name} cmd='sh {}'", place.write("engine", script));
        let mut child = Command::new(env!("CARGO_BIN_EXE_sarsen"))
            .args(["match", "connect4", "--games", "2", "--movetime", "10", "--json"])
            .args(["-p", "name=fair depth=2", "-p", &player, "--concurrency", "1"])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let status = end(&mut child, name);
        let output = child.wait_with_output().unwrap();
        assert!(status.success(), "{name}: {}", errors(&output));
        let result: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(result["pairings"][0]["fouls"], serde_json::json!([0, 2]), "{name}: {result}");
        all_gone(&numbers);
    }
}

#[test]
fn a_game_played_by_a_program_is_saved_whichever_signal_ends_it() {
    for (name, number) in [("INT", 2), ("TERM", 15), ("HUP", 1)] {
        let place = Place::new();
        let words = "play connect4 --nodes 100 --first person --save games";
        let mut child = command(words, &place).spawn().unwrap();
        child.stdin.as_mut().unwrap().write_all(b"4\n").unwrap();
        let mut lines = BufReader::new(child.stdout.as_mut().unwrap()).lines();
        let mut boards = (0..2).map(|_| lines.any(|line| line.unwrap() == "x to move"));
        assert!(boards.all(|found| found), "the engine answers, and a prompt follows");
        signal(&child, name);
        assert_eq!(end(&mut child, name).code(), Some(128 + number), "{name}");
        let saved = std::fs::read_to_string(place.path("games")).unwrap();
        assert!(saved.contains("\n1. 4 "), "{name}: {saved}");
    }
}
