//! `sarsen tables`: makes endgame tables, goes on after a kill, and refuses what is damaged.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Output, Stdio};

use crate::support::place::Place;
use crate::support::process::{Engine, feed, sarsen, says, signal};
use serde_json::Value;

fn error(output: &Output) -> String {
    assert!(!output.status.success(), "{output:?}");
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// Starts to make the tables of up to four pieces, and waits until this many parts are there.
fn begin(folder: &str, parts: usize) -> (Child, BufReader<ChildStdout>) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_sarsen"))
        .args(["tables", "build", "checkers", "--pieces", "4", "--all", "--dir", folder])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap());
    for _ in 0..parts {
        let mut line = String::new();
        assert!(lines.read_line(&mut line).unwrap() > 0);
    }
    (child, lines)
}

/// Makes the tables of up to three pieces.
fn small(folder: &str) {
    let line = ["tables", "build", "checkers", "--pieces", "3", "--all", "--dir", folder];
    let said = says(&line);
    assert!(
        said.contains("20v10: 10024 won, 765 drawn, 9083 lost, the longest in 61 plies"),
        "{said}"
    );
}

#[test]
fn killed_work_goes_on_where_it_was() {
    let place = Place::new();
    let folder = place.text("tables");
    let (mut child, _lines) = begin(&folder, 4);
    child.kill().unwrap();
    child.wait().unwrap();
    let made: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    let before: Vec<_> = made.iter().map(|path| fs::read(path).unwrap()).collect();
    assert!(made.len() >= 4, "{made:?}");
    let threads = ["--threads", "2"];
    let again = ["tables", "build", "checkers", "--pieces", "3", "--all", "--dir", &folder];
    says(&[&again[..], &threads].concat());
    for (path, before) in made.iter().zip(&before) {
        assert!(&fs::read(path).unwrap() == before, "{}", path.display());
    }
    assert!(says(&again).ends_with("nothing is left to make\n"));
    let given = ["tables", "build", "checkers", "--pieces", "3", "--dir", &place.text("none")];
    assert!(says(&given).ends_with("as the parts that come with the game are there\n"));
    let checked = says(&["tables", "check", "checkers", "--pieces", "3", "--dir", &folder]);
    assert_eq!(checked, "196032 values are right\n");
}

#[test]
fn an_interrupt_ends_the_work() {
    let place = Place::new();
    let (mut child, mut lines) = begin(&place.text("tables"), 1);
    signal(&child, "INT");
    let mut rest = String::new();
    lines.read_to_string(&mut rest).unwrap();
    let mut said = String::new();
    child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    // It may have been just done.
    if child.wait().unwrap().code() != Some(0) {
        assert_eq!(child.wait().unwrap().code(), Some(130), "{said}");
        assert!(said.contains("the same command goes on with it"), "{said}");
    }
}

#[test]
fn the_tables_that_come_with_the_game_are_listed_and_packed() {
    // No folder is named, and the usual one is not there.
    let place = Place::new();
    let says = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sarsen"));
        let output = command.args(arguments).current_dir(place.path("")).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    let listed = says(&["tables", "list", "checkers"]);
    assert!(listed.contains("4 pieces: 14 of 14 parts\n  02v02: 58361 won"), "{listed}");
    assert!(!listed.contains("5 pieces"), "{listed}");
    says(&["tables", "pack", "checkers", "--pieces", "4", "-o", "packed"]);
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/games/data/checkers.endgames");
    assert!(fs::read(place.path("packed")).unwrap() == fs::read(own).unwrap());
    says(&["tables", "build", "checkers", "--pieces", "4"]);
    assert_eq!(place.names(), ["packed"]);
}

/// What the ways to use tables say of a folder.
fn refusals(folder: &str) -> Vec<String> {
    let mut engine = Engine::start();
    engine.send("newgame checkers");
    engine.send(&format!("setoption name Tables value {folder}"));
    engine.send("isready");
    let mut answer = engine.line();
    if answer == "readyok" {
        answer.clear();
    }
    let lists = sarsen(&["tables", "list", "checkers", "--dir", folder]);
    let solve = sarsen(&["solve", "checkers", "--start", "--tables", folder]);
    vec![answer, error(&lists), error(&solve)]
}

#[test]
fn what_is_wrong_with_a_folder_is_told() {
    let place = Place::new();
    let folder = place.text("tables");
    small(&folder);
    let file = |name: &str| Path::new(&folder).join(format!("{name}.endgame"));
    let whole = fs::read(file("20v10")).unwrap();
    let mut damaged = whole.clone();
    damaged[3000] ^= 4;
    let longer = [&whole[..], b"\n"].concat();
    for (bytes, reason) in [
        (&damaged[..], "20v10.endgame: block 1 is damaged"),
        (&whole[..3000], "20v10.endgame: it ends too soon"),
        (&longer, "20v10.endgame: it is longer than its header says"),
        (b"no table", "20v10.endgame: this is no part of endgame tables"),
        (&fs::read(file("20v01")).unwrap(), "20v10.endgame: its content is the part 20v01"),
    ] {
        fs::write(file("20v10"), bytes).unwrap();
        for said in refusals(&folder) {
            assert!(said.contains(reason), "{said}");
            assert_eq!(said.matches(&folder).count(), 1, "{said}");
        }
        let build = sarsen(&["tables", "build", "checkers", "--pieces", "3", "--dir", &folder]);
        let remedy = "if you delete it, 'tables build' makes it again";
        assert!(error(&build).contains(remedy), "{build:?}");
    }
    fs::File::create(file("20v10")).unwrap().set_len(1 << 37).unwrap();
    for said in refusals(&folder) {
        assert!(said.contains("this is no part of endgame tables"), "{said}");
    }
    fs::write(file("20v10"), whole).unwrap();
    let mut engine = Engine::start();
    engine.send("newgame checkers");
    engine.send(&format!("setoption name Tables value {folder}"));
    engine.send("newgame othello");
    engine.send(&format!("setoption name Tables value {folder}"));
    assert!(engine.line().ends_with("othello has no endgame tables"));
    engine.send("setoption name Tables value built-in");
    engine.send(&format!("setoption name Tables value {}", place.text("nowhere")));
    assert!(engine.line().contains("nowhere: "));
    let empty = place.text("empty");
    fs::create_dir(&empty).unwrap();
    engine.send(&format!("setoption name Tables value {empty}"));
    let said = engine.line();
    assert!(said.contains("empty: there are no endgame tables in this folder"), "{said}");
    assert_eq!(said.matches(&empty).count(), 1, "{said}");
    let nowhere = place.text("nowhere");
    for arguments in [&["list", "checkers"][..], &["check", "checkers", "--pieces", "3"]] {
        let of = |folder| sarsen(&[&["tables"], arguments, &["--dir", folder]].concat());
        assert!(error(&of(&nowhere)).contains("nowhere: "));
        assert!(error(&of(&empty)).contains("empty: there are no endgame tables"));
    }
    let solved = sarsen(&["solve", "checkers", "--tables", &empty]);
    assert!(error(&solved).contains("empty: there are no endgame tables"));
    let game = sarsen(&["tables", "build", "othello", "--pieces", "3"]);
    assert!(error(&game).contains("othello has no endgame tables"));
    let many = sarsen(&["tables", "build", "checkers", "--pieces", "7"]);
    assert!(error(&many).contains("there are tables of 2 to 6 pieces, not of 7"));
}

#[test]
fn positions_with_few_pieces_are_solved() {
    let lines = "fen W:W18:B14\nfen W:W29:B22 : -1\nfen B:WK32:BK1\nfen W:W29:B22 : 1\n-\n";
    let mut command = Command::new(env!("CARGO_BIN_EXE_sarsen"));
    let arguments = ["solve", "checkers", "--json", "--all", "--nodes", "3000"];
    let output = feed(command.args(arguments), lines.as_bytes());
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).unwrap();
    let found: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let of = |at: usize, name: &str| found[at][name].clone();
    assert_eq!(
        (of(0, "score"), of(0, "plies"), of(0, "best")),
        (1.into(), 1.into(), "18x9".into())
    );
    assert_eq!((of(1, "score"), of(1, "plies")), ((-1).into(), 2.into()));
    assert_eq!((of(2, "score"), of(2, "plies")), (0.into(), Value::Null));
    assert_eq!(of(2, "scores")["1-6"], Value::from(0));
    // What the tables do not know is searched.
    assert_eq!((of(4, "complete"), of(4, "score")), (false.into(), Value::Null));
    let summary = String::from_utf8(output.stderr).unwrap();
    assert!(summary.contains("2 compared with a known score, 1 wrong"), "{summary}");
}
