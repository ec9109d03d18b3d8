//! `sarsen match`: players of all kinds are judged. The results can be trusted, and survive a kill.

use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use crate::support::example;
use crate::support::place::Place;
use crate::support::process::{all_gone, most_resident, signal, with_a_child};
use crate::support::slow::is_left_out;
use sarsen::games::registry;
use sarsen::matches::record::{Record, Records};
use serde_json::Value;

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sarsen"));
    command.arg("match").args(arguments);
    command
}

fn run(arguments: &[&str]) -> Output {
    command(arguments).output().unwrap()
}

/// The result of a match as JSON.
fn result(arguments: &[&str]) -> Value {
    let output = run(&[arguments, &["--json"]].concat());
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Wins, draws and losses of the first pairing.
fn score(result: &Value) -> [u64; 3] {
    ["wins", "draws", "losses"].map(|what| result["pairings"][0][what].as_u64().unwrap())
}

/// A temporary file, which is removed after the test.
struct Temporary(PathBuf);

impl Temporary {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("sarsen-{}-{name}", std::process::id()));
        let _ = std::fs::remove_file(&path);
        Self(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }

    fn records(&self) -> Vec<Record> {
        let text = std::fs::read_to_string(&self.0).unwrap();
        Records::new(&text).collect::<Result<_, _>>().unwrap()
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// The specification of a player: this engine as a program, with a fault, and with more words.
fn program(fault: &str, more: &str) -> String {
    format!("cmd=\"{} {fault}\" name={fault} {more}", example("faulty").display())
}

#[test]
fn against_itself_every_pair_is_even() {
    for game in ["connect4", "connect4 6x5", "stonehenge"] {
        let result =
            result(&[game, "-p", "name=a", "-p", "name=b", "--nodes", "200", "--games", "20"]);
        assert_eq!(result["pairings"][0]["pairs"], serde_json::json!([0, 0, 10, 0, 0]), "{game}");
    }
}

#[test]
fn a_program_plays_as_the_engine_in_process() {
    for protocol in ["ugi", "uci"] {
        for game in ["connect4", "stonehenge"] {
            let file = Temporary::new(&format!("{protocol}-{game}"));
            let other = program("none", &format!("proto={protocol} Hash=16"));
            let result = result(&[
                game,
                "-p",
                "name=own",
                "-p",
                &other,
                "--nodes",
                "300",
                "--games",
                "8",
                "--records",
                file.path(),
            ]);
            assert_eq!(
                result["pairings"][0]["pairs"],
                serde_json::json!([0, 0, 4, 0, 0]),
                "{protocol}"
            );
            let records = file.records();
            assert_eq!(records.len(), 8);
            for pair in records.chunks(2) {
                assert_eq!(pair[0].moves(), pair[1].moves(), "both play the same moves");
                assert_eq!(pair[0].tag("First"), pair[1].tag("Second"));
                assert!(pair[0].replay(&registry()).is_ok());
            }
        }
    }
}

#[test]
fn the_stronger_one_wins() {
    let players = ["-p", "Evaluator=threats nodes=2000", "-p", "Evaluator=chapter nodes=100"];
    let [wins, _, losses] = score(&result(&[&players[..], &["--games", "100"]].concat()));
    assert!(wins > losses + 30, "{wins} {losses}");
    let test = ["--games", "10000", "--sprt", "elo0=0", "elo1=50"];
    let result = result(&[&players[..], &test[..]].concat());
    assert_eq!(result["sprt"]["accepted"], "elo1");
    assert!(score(&result).iter().sum::<u64>() < 2000);
}

#[test]
fn a_player_who_does_not_play_fairly_loses() {
    let file = Temporary::new("fouls");
    for (fault, pace, words) in [
        ("illegal-move", "depth=2", "illegal-move: illegal move 'z9'"),
        ("dies-thinking", "depth=2", "dies-thinking: its output has ended"),
        ("late-answer", "movetime=10", "late-answer: over its time by"),
        ("bare-bestmove", "depth=2", "bare-bestmove: illegal move ''"),
        ("double-bestmove", "depth=2", "double-bestmove: 'bestmove "),
        ("floods", "movetime=10", "floods: no answer came within 7.010 s"),
        ("lost-bestmove", "movetime=10", "lost-bestmove: no answer came within 7.010 s"),
    ] {
        let other = program(fault, pace);
        // A busy machine may be late, too. So the fair player has no clock, and each of the others
        // loses only by its own fault.
        let grace_ms = if fault == "late-answer" { "25" } else { "2000" };
        let result = result(&[
            "-p",
            "name=fair depth=2",
            "-p",
            &other,
            "--games",
            "2",
            "--grace-ms",
            grace_ms,
            "--records",
            file.path(),
        ]);
        assert_eq!(result["pairings"][0]["fouls"], serde_json::json!([0, 2]), "{fault}");
        assert_eq!(score(&result), [2, 0, 0], "{fault}");
        for record in &file.records()[file.records().len() - 2..] {
            let termination = record.tag("Termination").unwrap_or_default();
            assert!(termination.starts_with(words), "{termination}");
        }
    }
}

#[test]
fn an_answer_too_many_is_heard_at_the_end_as_well() {
    let place = Place::new();
    // The player who begins wins at once.
    let openings = place.write("openings", "4 1 4 1 4 1\n");
    let records = place.text("records");
    let other = program("double-bestmove", "depth=2");
    let files = ["--openings", &openings, "--records", &records];
    let players = ["-p", "name=fair depth=2", "-p", &other, "--games", "2"];
    let result = result(&[&players[..], &files].concat());
    assert_eq!(result["pairings"][0]["fouls"], serde_json::json!([0, 1]), "{result}");
    assert_eq!(score(&result), [2, 0, 0]);
    let text = std::fs::read_to_string(records).unwrap();
    let records: Vec<Record> = Records::new(&text).collect::<Result<_, _>>().unwrap();
    assert_eq!(records[0].tag("Termination"), None);
    let why = "double-bestmove: 'bestmove 4' was not asked for";
    assert_eq!(records[1].tag("Termination"), Some(why));
    for record in &records {
        assert_eq!(record.replay(&registry()).err(), None, "{record}");
    }
}

#[test]
#[cfg(unix)]
fn a_record_quotes_what_can_be_seen() {
    let place = Place::new();
    let records = place.text("records");
    let talk = "while read -r line; do case $line in ugi) echo ugiok;; isready) echo readyok;; \
        go*) printf 'bestmove \\033[31m\\342\\200\\256\\n';; esac; done";
    let player = format!("name=engine cmd='sh {}'", place.write("engine", talk));
    let players = ["-p", "'name=own\n\u{1b}'", "-p", &player, "--games", "2", "--depth", "1"];
    result(&[&players[..], &["--records", &records]].concat());
    let text = std::fs::read_to_string(records).unwrap();
    let why = "engine: illegal move '\\\\u{1b}[31m\\\\u{202e}'";
    assert_eq!(text.matches(why).count(), 2, "{text}");
    assert!(!text.contains(|c: char| c != '\n' && c.is_control()), "{text:?}");
    for record in Records::new(&text) {
        assert!(record.unwrap().replay(&registry()).is_ok());
    }
}

#[test]
#[cfg(unix)]
fn an_engine_that_speaks_only_uci_is_spoken_to_in_uci() {
    let place = Place::new();
    let records = place.text("records");
    let talk = "while read -r line; do case $line in uci) echo uciok; known=1;; \
        isready) echo readyok;; ugi*) echo 'Unknown command';; \
        go*) [ $known ] && echo bestmove 9 || echo bestmove 8;; esac; done";
    let player = format!("name=engine cmd='sh {}'", place.write("engine", talk));
    let players = ["-p", "name=own", "-p", &player, "--games", "2", "--depth", "1"];
    result(&[&players[..], &["--records", &records]].concat());
    let text = std::fs::read_to_string(records).unwrap();
    assert_eq!(text.matches("engine: illegal move '9'").count(), 2, "{text}");
}

#[test]
fn everybody_plays_everybody() {
    let output = run(&[
        "-p",
        "Evaluator=threats",
        "-p",
        "Evaluator=windows",
        "-p",
        "Evaluator=chapter",
        "--depth",
        "2",
        "--games",
        "10",
    ]);
    let table = String::from_utf8(output.stdout).unwrap();
    for part in
        ["connect4, depth 2\n", "threats - windows: ", "threats - chapter: ", "windows - chapter: "]
    {
        assert!(table.contains(part), "{table}");
    }
    assert_eq!(table.matches("     20  ").count(), 3, "{table}");
}

#[test]
fn openings_come_from_files() {
    let openings = Temporary::new("openings");
    let records = Temporary::new("from-openings");
    let mut sizes = Vec::new();
    for text in [
        "# three of them\n4 4 3\n\nstartpos moves 1 2\nfen 7/7/7/7/3o3/3x3 x moves 4\n",
        "[Game \"connect4\"]\n1. 4 4 2. 3 *\n[Game \"connect4\"]\n[Position \"7/7/7/7/3o3/3x3 x\"]\n4 *\n",
    ] {
        std::fs::write(&openings.0, text).unwrap();
        let _ = std::fs::remove_file(&records.0);
        result(&[
            "-p",
            "name=a",
            "-p",
            "name=b",
            "--depth",
            "1",
            "--games",
            "6",
            "--openings",
            openings.path(),
            "--records",
            records.path(),
        ]);
        let played = records.records();
        assert!(played.iter().any(|record| record.moves().starts_with("4 4 3")));
        assert!(played.iter().any(|r| r.tag("Position") == Some("7/7/7/7/3o3/3x3 x")));
        sizes.push(played.len());
    }
    assert_eq!(sizes, [6, 6]);
}

#[test]
fn a_killed_match_goes_on() {
    let journal = Temporary::new("journal");
    let match_of = |games: &'static str| {
        ["-p", "name=a nodes=3000", "-p", "name=b nodes=1500 Evaluator=windows", "--games", games]
    };
    let undisturbed = result(&match_of("60"));
    let arguments = [&match_of("60")[..], &["--journal", journal.path()]].concat();
    let lines = || std::fs::read_to_string(&journal.0).unwrap_or_default().lines().count();
    for pairs in [3, 9] {
        let mut child =
            command(&arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        while lines() < pairs && child.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_millis(1));
        }
        child.kill().unwrap();
        child.wait().unwrap();
    }
    // The kill may have cut a line short.
    let text = std::fs::read_to_string(&journal.0).unwrap();
    assert!(lines() < 31, "it was killed in the middle");
    std::fs::write(&journal.0, format!("{text}{{\"pairing\":0,\"ope")).unwrap();
    assert_eq!(result(&arguments), undisturbed);
    assert_eq!(lines(), 31);
    // The journal is not taken for the journal of another match.
    let output = run(&[&arguments[..], &["--seed", "9"]].concat());
    assert!(String::from_utf8_lossy(&output.stderr).contains("it belongs to another match"));
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(errors.contains("the seed was '1' there and is '9' now"), "{errors}");
    // No other file is taken for a journal, and such a file stays as it is.
    let damaged = [
        ("something else\n".to_owned(), "line 1: this is no journal of a match"),
        ("a letter without an end".to_owned(), "line 1: this is no journal of a match"),
        (text.replacen("\"pairing\":0", "\"pairing\":-1", 1), "line 2: "),
        (text.replacen("[null,null]", "[7,9]", 1), "line 2: a foul of player 7"),
        (text.replacen("1-0", "*", 2), "line 2: a game without a result"),
    ];
    for (content, part) in damaged {
        std::fs::write(&journal.0, &content).unwrap();
        let output = run(&arguments);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(errors.contains(part), "{errors}");
        assert_eq!(std::fs::read_to_string(&journal.0).unwrap(), content);
    }
    // A match with fewer games counts only the games that belong to it.
    std::fs::write(&journal.0, &text).unwrap();
    let arguments = [&match_of("4")[..], &["--journal", journal.path()]].concat();
    assert_eq!(score(&result(&arguments)).iter().sum::<u64>(), 4);
}

#[test]
fn one_match_at_a_time_has_a_journal_and_records() {
    let place = Place::new();
    let (journal, records) = (place.text("journal"), place.text("records"));
    let players = ["-p", "name=a", "-p", "name=b", "--games", "100000", "--nodes", "1000"];
    let files = ["--journal", &journal, "--records", &records];
    let mut first = command(&[&players[..], &files].concat())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let has_begun = || std::fs::metadata(&records).is_ok_and(|found| found.len() > 0);
    while !has_begun() && first.try_wait().unwrap().is_none() {
        std::thread::sleep(Duration::from_millis(1));
    }
    let refused = |arguments: &[&str], file: &str| {
        let output = Command::new(env!("CARGO_BIN_EXE_sarsen")).args(arguments).output().unwrap();
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        let said = errors.contains(file) && errors.contains("it is in use");
        assert!(!output.status.success() && said, "{arguments:?}: {errors}");
    };
    let players = [&["match"], &players[..]].concat();
    refused(&[&players[..], &files[..2]].concat(), &journal);
    refused(&[&players[..], &files[2..]].concat(), &records);
    refused(&["play", "--save", &records], &records);
    first.kill().unwrap();
    first.wait().unwrap();
    // The lock is gone with the process.
    let played =
        run(&[&["-p", "name=a", "-p", "name=b", "--games", "2", "--nodes", "10"], &files[2..]]
            .concat());
    assert!(played.status.success(), "{played:?}");
}

#[test]
#[cfg(unix)]
fn engines_end_with_their_match_and_what_they_started_too() {
    // No engine is left after a match, not even one that does not notice the end of its input.
    for (fault, end) in [("none", None), ("orphan", Some("TERM")), ("orphan", Some("HUP"))] {
        let place = Place::new();
        let program = format!("{} {fault}", example("faulty").display());
        let numbers = place.text("numbers");
        let script = with_a_child(&numbers, &program);
        let player = format!("name=engine cmd='sh {}'", place.write("engine", script));
        let games = if end.is_some() { "100000" } else { "2" };
        let mut child =
            command(&["-p", &player, "-p", "name=own", "--depth", "2", "--games", games])
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .unwrap();
        // One of these processes was only a trial start.
        while std::fs::read_to_string(&numbers).unwrap_or_default().lines().count() < 4 {
            assert!(child.try_wait().unwrap().is_none());
            std::thread::sleep(Duration::from_millis(5));
        }
        if let Some(name) = end {
            signal(&child, name);
        }
        assert_eq!(child.wait().unwrap().success(), end.is_none());
        all_gone(&numbers);
    }
}

#[test]
#[cfg(target_os = "linux")]
fn an_engine_that_talks_takes_little_memory() {
    if is_left_out("commands that are flooded") {
        return;
    }
    // One engine talks while the other one thinks.
    let talk = "printf 'ugiok\nreadyok\nreadyok\n'; tr '\\0' x < /dev/zero | head -c 300000000";
    let place = Place::new();
    let player = format!("name=engine cmd='sh {}'", place.write("engine", talk));
    let mut child = command(&["-p", "name=own movetime=1000 Hash=1", "-p", &player])
        .args(["--games", "2", "--movetime", "10", "--concurrency", "1"])
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let most = most_resident(&mut child) >> 10;
    assert!(most < 100, "{most} MiB");
}

#[test]
#[cfg(unix)]
fn an_interrupted_match_says_how_it_stands() {
    let mut child =
        command(&["-p", "name=a", "-p", "name=b", "--nodes", "20000", "--games", "100000"])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
    std::thread::sleep(Duration::from_millis(800));
    signal(&child, "INT");
    let status = child.wait().unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(status.code(), Some(130));
    assert!(String::from_utf8_lossy(&output.stdout).contains("a - b: "));
    assert!(String::from_utf8_lossy(&output.stderr).contains("interrupted; with --journal"));
}

#[test]
fn mistakes_are_explained() {
    let two = ["-p", "name=a", "-p", "name=b"];
    let sarsen = env!("CARGO_BIN_EXE_sarsen");
    let colourful = format!("name=engine cmd={sarsen} Colour=red");
    let book = format!("name=engine cmd={sarsen} Book=/no/book");
    for (arguments, part) in [
        (&["-p", "name=a", "--depth", "1"][..], "two players or more"),
        (&["-p", "name=a", "-p", "name=a", "--depth", "1"], "two players are called 'a'"),
        (&two, "nothing limits the thinking of 'a'"),
        (
            &["-p", "name=a", "-p", "Evaluator=x", "--depth", "1"],
            "x cannot play: option Evaluator: 'x' is not one of",
        ),
        (&["-p", "name=a", "-p", "Colour=red", "--depth", "1"], "no option 'Colour' in a match"),
        (&["-p", "name=a", "-p", &colourful, "--depth", "1"], "no option 'Colour', only Game, "),
        (
            &["-p", "name=a", "-p", &book, "--depth", "1"],
            "engine cannot play: option Book: /no/book",
        ),
        (
            &["-p", "name=a", "-p", "cmd=/no/such/engine", "--depth", "1"],
            "engine cannot play: cannot start",
        ),
        (
            &["-p", "name=a", "-p", "nonsense", "--depth", "1"],
            "'nonsense' is not of the form key=value",
        ),
        (&["-p", "name=a", "-p", "name=b", "--depth", "x"], "--depth <DEPTH>': not a whole number"),
        (
            &["-p", "name=a", "-p", "name=b", "--depth", "1", "--openings", "/no/file"],
            "openings: /no/file",
        ),
        (&["-p", "name=a", "-p", "name=b", "--depth", "1", "chess"], "unknown game 'chess'"),
        (
            &["-p", "name=a", "-p", "name=b", "--depth", "1", "--openings", "42"],
            "42 random plies end the game",
        ),
        (
            &["-p", "name=a", "-p", "name=b", "--depth", "1", "--sprt", "elo0=5", "elo1=5"],
            "elo0 is less",
        ),
    ] {
        let output = run(arguments);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && errors.contains(part), "{arguments:?}: {errors}");
    }
}

#[test]
fn a_book_gives_openings() {
    let book = Temporary::new("openings.book");
    let status = Command::new(env!("CARGO_BIN_EXE_sarsen"))
        .args(["book", "build", book.path(), "--nodes", "1000", "--positions", "300"])
        .stdout(Stdio::null())
        .status();
    assert!(status.unwrap().success());
    let records = Temporary::new("from-book");
    let match_of = ["-p", "name=a", "-p", "name=b", "--nodes", "50", "--games", "20"];
    let files = ["--openings", book.path(), "--records", records.path()];
    result(&[&match_of[..], &files].concat());
    let openings: Vec<String> = records
        .records()
        .iter()
        .map(|record| {
            // The moves of an opening have no comments.
            let ply = |ply: &&sarsen::matches::record::Ply| ply.comment.is_none();
            let plies: Vec<&str> =
                record.plies.iter().take_while(ply).map(|ply| ply.text.as_str()).collect();
            plies.join(" ")
        })
        .collect();
    assert!(openings.iter().all(|opening| !opening.is_empty()), "{openings:?}");
    let different: std::collections::HashSet<&String> = openings.iter().collect();
    assert!(different.len() > 3, "{openings:?}");
    let other_game = [&match_of[..], &["stonehenge", "--openings", book.path()]].concat();
    let errors = String::from_utf8(run(&other_game).stderr).unwrap();
    assert!(errors.contains("this is a book of connect4 7x6"), "{errors}");
}
