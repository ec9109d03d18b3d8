//! Dice and cards where the program throws, or a person: in matches, in play, in records, in books.

use crate::support::place::Place;
use crate::support::process::{filter, says};
use sarsen::games::registry;
use sarsen::matches::record::{Record, Records};
use sarsen::session::FairDice;

/// Checks that each throw of a record is what its dice show, and counts the throws.
fn throws(record: &Record) -> usize {
    let dice = FairDice::named(record.tag("Dice").unwrap()).unwrap();
    let mut session = registry().open_title(record.tag("Game").unwrap()).unwrap();
    let mut count = 0;
    for ply in &record.plies {
        if !session.odds().is_empty() {
            assert_eq!(dice.roll(&*session).as_deref(), Some(&*ply.text), "{record}");
            count += 1;
        }
        session.play(&ply.text).unwrap();
    }
    count
}

#[test]
fn both_games_of_a_pair_have_the_same_dice() {
    for game in ["pig", "einstein", "backgammon"] {
        let place = Place::new();
        let file = place.text("records");
        let players = ["-p", "name=a", "-p", "name=b", "--nodes", "50", "--games", "4"];
        let rest = ["--openings", "0", "--records", &file];
        says(&[&["match", game], &players[..], &rest].concat());
        let text = std::fs::read_to_string(&file).unwrap();
        let records: Vec<Record> = Records::new(&text).map(Result::unwrap).collect();
        let dice = |record: &Record| record.tag("Dice").unwrap().to_owned();
        let round = |record: &Record| record.tag("Round").unwrap()[..1].to_owned();
        for one in &records {
            assert!(throws(one) > 5, "{one}");
            for other in &records {
                assert_eq!(dice(one) == dice(other), round(one) == round(other));
            }
        }
        assert_eq!(records.len(), 4);
        assert!(records[0].tag("Dice").unwrap().starts_with("chacha8 "));
    }
}

/// What the program says while these lines are typed.
fn played(arguments: &[&str], lines: &str) -> String {
    filter(&[&["play"], arguments].concat(), lines.as_bytes()).join("\n")
}

#[test]
fn a_seed_decides_the_throws_and_a_take_back_does_not_change_them() {
    let arguments = ["pig", "--second", "person", "--first", "person", "--dice-seed", "4"];
    let lines = "roll\nroll\nroll\nquit\n";
    let once = played(&arguments, lines);
    assert_eq!(once, played(&arguments, lines));
    assert!(once.matches(" gets ").count() == 3, "{once}");
    let again = played(&arguments, "roll\nundo\nroll\nquit\n");
    let gets: Vec<&str> = again.lines().filter(|line| line.contains(" gets ")).collect();
    assert_eq!((gets.len(), gets[0]), (2, gets[1]), "{again}");
    assert!(again.contains("Taken back: roll "), "{again}");
    let other = ["pig", "--second", "person", "--first", "person", "--dice-seed", "5"];
    assert_ne!(once, played(&other, lines));
}

#[test]
fn a_person_tells_what_real_dice_show_and_can_correct_it() {
    let arguments =
        ["backgammon", "--first", "person", "--second", "engine", "--nodes", "50", "--dice"];
    let lines = "hint\n36\nundo\n31\n8/5 6/5\n66\n42\neval\nquit\n";
    let said = played(&[&arguments[..], &["person"]].concat(), lines);
    for part in [
        "dice> ",
        "Nobody is to move: the die or the card is due.",
        "Taken back: 36",
        "The engine plays ",
        " % for ",
    ] {
        assert!(said.contains(part), "{part} is missing in {said}");
    }
    assert!(!said.contains(" gets "), "{said}");
}

#[test]
fn a_game_with_dice_goes_on_with_its_own() {
    let place = Place::new();
    let file = place.text("games");
    let seats = ["--first", "person", "--second", "person"];
    let first = [&["pig", "--dice-seed", "8", "--save", &file][..], &seats].concat();
    played(&first, "roll\nroll\nquit\n");
    let whole = played(&[&["pig", "--dice-seed", "8"][..], &seats].concat(), "roll\nroll\nroll\n");
    let rest = played(&[&["--from", &*file][..], &seats].concat(), "roll\nquit\n");
    let last = |text: &str| text.lines().rfind(|line| line.contains(" gets ")).map(str::to_owned);
    assert!(last(&rest).is_some() && last(&rest) == last(&whole), "{whole}\n{rest}");
}

#[test]
fn a_book_of_solved_positions_with_dice_is_complete_some_time() {
    let place = Place::new();
    let book = place.text("book");
    let built = says(&["book", "build", &book, "pig", "5", "--solve", "3", "--threads", "1"]);
    assert!(built.contains("nothing is left to learn"), "{built}");
    assert!(says(&["book", "check", &book]).contains("whole"));
    // The odds of the start, as the solver finds them.
    let solved = says(&["solve", "pig", "5", "--start"]);
    let shown = says(&["book", "show", &book]);
    let odds = solved.split_once("start ").unwrap().1.get(..6).unwrap();
    assert!(shown.contains(odds), "{solved}{shown}");
}

#[test]
fn a_book_has_positions_before_throws() {
    let place = Place::new();
    let book = place.text("book");
    says(&["book", "build", &book, "backgammon", "--positions", "60", "--nodes", "60"]);
    let shown = says(&["book", "show", &book, "--moves", "31"]);
    assert!(shown.contains("chance 0."), "{shown}");
    assert!(says(&["book", "check", &book]).contains("whole"));
}
