//! Files of rules on the command line: where a game is named, behind `--rules`, and `check`.

use crate::support::place::Place;
use crate::support::process::{sarsen, says};
use crate::support::slow;

/// A file of the collection.
fn file(name: &str) -> String {
    format!("{}/games/{name}.rbg", env!("CARGO_MANIFEST_DIR"))
}

/// Runs a command that must fail. Returns its error.
fn complains(arguments: &[&str]) -> String {
    let output = sarsen(arguments);
    assert!(!output.status.success() && output.stdout.is_empty(), "{arguments:?}: {output:?}");
    String::from_utf8(output.stderr).unwrap()
}

/// A small game, in which something can be put in place of something else.
const RACE: &str = "#players = white(1), black(1)\n#pieces = e, w, b\n#variables =\n\
    #board = rectangle(up, down, left, right, [b, b] [e, e] [w, w])\n\
    #any = ((up* + down*)(left* + right*))\n\
    #turn(me; my; ahead) = ->me any {my} [e] ahead (. + left + right) {e} ->> [my] [$ me = 1]\n\
    #rules = (turn(white; w; up) turn(black; b; down))*\n";

#[test]
fn a_file_stands_where_a_game_is_named() {
    let hex = file("hex");
    assert_eq!(says(&["moves", &hex, "--moves", "a1 b1"]).lines().count(), 119);
    let shown = says(&["show", &file("breakthrough"), "--moves", "a2-a3"]);
    assert!(shown.contains("Black to move"), "{shown}");
    assert!(says(&["rules", &hex]).contains("Hex (Piet Hein, 1942)"));
    assert!(says(&["perft", &file("othello"), "3"]).contains("perft 3 56 "));
    let eval = says(&["eval", &file("breakthrough"), "--json"]);
    assert!(eval.contains("\"game\""), "{eval}");
}

#[test]
fn people_may_write_moves_shortly() {
    let shown = |moves: &str| says(&["show", &file("checkers"), "--moves", moves]);
    let whole = shown("b6-a5 c3-b4 a5xc3");
    for short in ["b6a5 c3b4 a5c3", "b6xa5 C3-B4 a5-c3"] {
        assert_eq!(shown(short), whole, "{short}");
    }
    let wrong = complains(&["show", &file("checkers"), "--moves", "b6-a4"]);
    assert!(wrong.contains("'b6-a4' is not a legal move here: legal: b6-a5"), "{wrong}");
}

#[test]
fn rules_are_added_to_the_whole_process() {
    let folder = format!("{}/games", env!("CARGO_MANIFEST_DIR"));
    let games = says(&["games", "--rules", &folder]);
    for line in ["hex ", "chess ", "connect4-rbg ", "othello-rbg ", "backgammon "] {
        assert!(games.lines().any(|known| known.starts_with(line)), "{line}: {games}");
    }
    // Twice the same file is one game.
    let twice = says(&["games", "--rules", &file("hex"), "--rules", &file("hex")]);
    assert_eq!(twice.lines().filter(|line| line.starts_with("hex")).count(), 1);
    let moves = says(&["--rules", &file("hex"), "moves", "hex"]);
    assert_eq!(moves.lines().count(), 121);
    let option = format!("--rules={}", file("hex"));
    assert_eq!(says(&["moves", "hex", &option]), moves);
}

/// A folder has the games of its good files, if there are any.
#[test]
fn a_bad_file_stops_no_folder() {
    let place = Place::new();
    let folder = place.path("folder");
    std::fs::create_dir(&folder).unwrap();
    let folder = folder.to_str().unwrap();
    std::fs::write(format!("{folder}/bad.rbg"), RACE.replace("{my} [e]", "{my} ([e]")).unwrap();
    let none = complains(&["games", "--rules", folder]);
    assert!(none.contains("no file there has a game"), "{none}");
    assert!(none.contains("opens '(' here"), "{none}");
    std::fs::write(format!("{folder}/race.rbg"), RACE).unwrap();
    let output = sarsen(&["games", "--rules", folder]);
    let (told, warned) = (output.stdout, String::from_utf8(output.stderr).unwrap());
    let told = String::from_utf8(told).unwrap();
    assert!(output.status.success() && told.lines().any(|line| line == "race"));
    assert!(!told.lines().any(|line| line == "bad"), "{told}");
    assert!(warned.contains("warning: ") && warned.contains(" 6 | #turn(me; my;"), "{warned}");
    let bad = format!("{folder}/bad.rbg");
    assert!(complains(&["games", "--rules", &bad]).contains("opens '(' here"));
}

#[test]
fn a_match_and_its_records_know_the_game() {
    let place = Place::new();
    let race = place.path("race.rbg");
    std::fs::write(&race, RACE).unwrap();
    let (race, records) = (race.to_str().unwrap(), place.path("records.txt"));
    let records = records.to_str().unwrap();
    let played = says(&[
        "match",
        race,
        "-p",
        "name=a",
        "-p",
        "name=b",
        "--nodes",
        "50",
        "--games",
        "4",
        "--records",
        records,
    ]);
    assert!(played.contains('a'), "{played}");
    let text = std::fs::read_to_string(records).unwrap();
    assert!(text.contains("[Game \"race\"]"), "{text}");
    let read = says(&["record", "--rules", race, records]);
    assert!(read.contains("race"), "{read}");
}

/// What was learnt and cannot be used is told, and the game is there without it.
#[test]
fn what_was_learnt_lies_beside_the_file() {
    let place = Place::new();
    let file = place.path("race.rbg");
    std::fs::write(&file, RACE).unwrap();
    let name = file.to_str().unwrap();
    let learned = place.path("race.learned");
    std::fs::write(&learned, b"nothing of this kind").unwrap();
    let output = sarsen(&["moves", name]);
    assert!(output.status.success());
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.contains("race.learned: ") && told.contains("warning"), "{told}");
    let other = concat!(env!("CARGO_MANIFEST_DIR"), "/crates/games/data/abalone.learned");
    std::fs::copy(other, &learned).unwrap();
    let told = String::from_utf8(sarsen(&["moves", name]).stderr).unwrap();
    assert!(told.contains("not for race"), "{told}");
    std::fs::remove_file(&learned).unwrap();
    let narrow = "//@ board narrow rectangle(up, down, left, right, [b, b] [e, e] [e, e] [w, w])";
    std::fs::write(&file, format!("{RACE}\n{narrow}\n")).unwrap();
    std::fs::copy(other, place.path("race-narrow.learned")).unwrap();
    let told = String::from_utf8(sarsen(&["moves", name]).stderr).unwrap();
    assert!(told.contains("race-narrow.learned") && told.contains("not for race narrow"), "{told}");
    std::fs::remove_file(place.path("race-narrow.learned")).unwrap();
    if slow::is_left_out("learning of a game as text") {
        return;
    }
    let file = place.path("tongs.rbg");
    let reference = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/rules-as-text.md");
    let reference = std::fs::read_to_string(reference).unwrap();
    let mut blocks = reference.split("```");
    let text = blocks.find_map(|block| block.strip_prefix("rbg\n//@ title Tongs")).unwrap();
    std::fs::write(&file, text).unwrap();
    let (name, learned) = (file.to_str().unwrap(), place.path("tongs.learned"));
    let into = learned.to_str().unwrap();
    let few = ["--generations", "1", "--games", "40", "--nodes", "50", "--threads", "1"];
    says(&[&["learn", name, "-o", into][..], &few].concat());
    let output = sarsen(&["eval", name, "--nodes", "100"]);
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(output.stderr.is_empty(), "{:?}", output.stderr);
    assert!(told.lines().any(|line| line.starts_with("learned: ") && !line.contains("nothing")));
}

#[test]
fn what_is_wrong_is_shown_where_it_is() {
    let place = Place::new();
    let wrong = place.path("wrong.rbg");
    let name = wrong.to_str().unwrap();
    std::fs::write(&wrong, RACE.replace("{my} [e]", "{my} ([e]")).unwrap();
    let error = complains(&["play", name]);
    assert!(error.contains(":6:"), "{error}");
    assert!(error.contains("the macro 'turn' opens '(' here and does not close it"), "{error}");
    assert!(error.contains(" 6 | #turn(me; my; ahead)"), "{error}");
    std::fs::write(&wrong, RACE.replace("{my} [e]", "{(my)} [e]")).unwrap();
    let error = complains(&["moves", name]);
    assert!(error.contains("expected the name of a piece, found '('"), "{error}");
    assert!(error.contains("in 'turn', used at"), "{error}");
    std::fs::write(&wrong, RACE.replace("white(1), black(1)", "white(1), black(1), red(1)"))
        .unwrap();
    let error = complains(&["check", name]);
    assert!(error.contains("this game is for 3 players"), "{error}");
    std::fs::write(&wrong, b"#players = \xff").unwrap();
    assert!(complains(&["check", name]).contains("1:12: this file is no UTF-8 text"));
    // Nothing of a file steers a terminal.
    let steering = "//@ title A\u{1b}[2J\u{202e}B\n// up\u{1b}]0;C\n".to_owned() + RACE;
    std::fs::write(&wrong, &steering).unwrap();
    for command in ["check", "rules"] {
        let told = says(&[command, name]);
        assert!(!told.contains(['\u{1b}', '\u{202e}']), "{told:?}");
    }
    std::fs::write(&wrong, steering.replace("//@ title", "//@ tit\u{1b}[2Jle")).unwrap();
    assert!(!complains(&["check", name]).contains(['\u{1b}', '\u{202e}']));
    let missing = complains(&["moves", "nowhere.rbg"]);
    assert!(missing.contains("nowhere.rbg: "), "{missing}");
    let empty = place.path("empty");
    std::fs::create_dir(&empty).unwrap();
    let none = complains(&["games", "--rules", empty.to_str().unwrap()]);
    assert!(none.contains("no file there ends in .rbg"), "{none}");
}

#[test]
fn a_check_tells_what_was_understood_and_warns() {
    let place = Place::new();
    let odd = place.path("odd.rbg");
    let text = RACE
        .replace("variables =", "variables = count(9), other(2)")
        .replace("->> [my]", "->> [$ count = 1] ({} [e] + .) [my]");
    std::fs::write(&odd, text.replace("e, w, b\n", "e, w, b, ghost\n#unused = up\n")).unwrap();
    let output = sarsen(&["check", odd.to_str().unwrap(), "--seconds", "0.2"]);
    assert!(output.status.success(), "{output:?}");
    let told = String::from_utf8(output.stdout).unwrap();
    for line in [
        "players       white moves first, then black",
        "board         rectangle of 6 places, from a3 to b1",
        "variables     count (0 to 9), other (0 to 2)",
    ] {
        assert!(told.contains(line), "{line}: {told}");
    }
    assert!(told.contains("perft         4, 8"), "{told}");
    let warned = String::from_utf8(output.stderr).unwrap();
    for warning in [
        "the macro 'unused' is never used",
        "the variable 'count' is set, but nothing depends on it",
        "the variable 'other' is never used",
        "the piece 'ghost' is never put on the board",
        "this can never be done: nothing leads here",
    ] {
        assert!(warned.contains(warning), "{warning}: {warned}");
    }
    // It is there in another start position. A wall is named by no rule.
    let text = std::fs::read_to_string(&odd).unwrap();
    for (mark, is_named) in [("", true), ("//@ piece ghost of nobody\n", false)] {
        std::fs::write(&odd, format!("//@ setup other bg/../ww white\n{mark}{text}")).unwrap();
        let output = sarsen(&["check", odd.to_str().unwrap(), "--seconds", "0.2"]);
        let warned = String::from_utf8(output.stderr).unwrap();
        assert!(!warned.contains("never put"), "{warned}");
        assert_eq!(warned.contains("no rule names the piece 'ghost'"), is_named, "{warned}");
    }
}
