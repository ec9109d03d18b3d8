//! Records in PDN, read and written by `sarsen record`.

use crate::support::place::Place;
use crate::support::process::{sarsen, says};

const GAMES: &str = "[Event \"Friendly\"]\n[Date \"1998.??.??\"]\n[Black \"A. Bee\"]\n[White \"W\"]\n\
    [Result \"1/2-1/2\"]\n\n1. 11-15 23-19 2. 8-11 22-17 (2... 26-23 3. 4-8) 3. 11-16! {best}\n\
    24-20 4. 16x23 27x18x11 1/2-1/2\n\n\
    [GameType \"21\"]\n[SetUp \"1\"]\n[FEN \"W:W18:B14\"]\n[White \"W\"]\n[Result \"1-0\"]\n\n\
    1. 18x9 1-0\n";

#[test]
fn games_in_pdn_are_checked_and_written() {
    let place = Place::new();
    let file = place.write("games.pdn", GAMES);
    let said = says(&["record", &file]);
    assert_eq!(said, "1 ok: checkers, 8 plies, 1/2-1/2\n2 ok: checkers, 1 plies, 0-1\n");
    let lines = says(&["record", &file, "--position"]);
    assert!(lines.ends_with("position fen W:W18:B14 moves 18x9\n"), "{lines}");
    let written = says(&["record", &file, "--pdn"]);
    assert!(written.contains("[Black \"A. Bee\"]\n"), "{written}");
    assert!(written.contains("[GameType \"21,B,8,8,N1,0\"]\n"), "{written}");
    assert!(written.contains("[FEN \"W:W18:B14\"]") && written.contains("[Result \"1-0\"]"));
    let again = place.write("again.pdn", &written);
    assert_eq!(says(&["record", &again]), said);
    assert_eq!(says(&["record", &again, "--pdn"]), written);
    let shown = says(&["show", "--record", &file]);
    assert!(shown.contains("B"), "{shown}");
}

#[test]
fn a_capture_with_two_ways_is_the_one_that_fits() {
    let place = Place::new();
    let head = "[GameType \"21\"]\n[FEN \"B:W9,10,17,18:B6,1\"]\n";
    // Only one of the ways leaves a piece on 9.
    let file = place.write("ways.pdn", format!("{head}1. 6x22 9-5 *\n\n{head}1. 6x22 *\n"));
    let output = sarsen(&["record", &file]);
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.starts_with("1 ok: checkers, 2 plies, *\n2 wrong: move 1: '6x22'"), "{said}");
    let printed = String::from_utf8(output.stderr).unwrap();
    let note = "'6x22' has several readings; 6x15x22 is the one that fits the moves after";
    assert!(printed.contains(note), "{printed}");
    let line = says(&["record", &format!("{file}:1"), "--position", "--ply", "1"]);
    assert!(line.ends_with("moves 6x15x22\n"), "{line}");
}

#[test]
fn what_is_wrong_in_pdn_is_told() {
    let place = Place::new();
    for (text, reason) in [
        (
            "[GameType \"20\"]\n1. 32-28 *\n",
            "there is no game of the PDN type '20' here: it is international",
        ),
        ("[GameType \"21\"]\n1. 9-15 *\n", "'9-15' is not a legal move here"),
        ("[GameType \"21\"]\n[FEN \"B:W4:W9\"]\n*\n", "white is listed twice"),
        (
            "[GameType \"21\"]\n[FEN \"W:W18:B14\"]\n1. 18x9 0-1\n",
            "the record says 1-0, but the moves lead to 0-1",
        ),
        ("[GameType \"21\"]\n1. 9-14 (22-18\n*\n", "the variation that begins here has no end"),
    ] {
        let file = place.write("game.pdn", text);
        let output = sarsen(&["record", &file]);
        let said = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        assert!(!output.status.success() && said.contains(reason), "{said}");
    }
    let four = place.write("four.txt", "[Game \"connect4\"]\n1. 4 *\n");
    let output = sarsen(&["record", &four, "--pdn"]);
    assert!(String::from_utf8(output.stderr).unwrap().contains("PDN has no type for connect4"));
}
