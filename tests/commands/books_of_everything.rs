//! Books of everything, as processes.

use std::path::Path;

use crate::book_command::{fail, go, is_from_book, pipe, succeed};
use crate::support::place::Place;
use crate::support::process::Engine;
use crate::support::slow::is_left_out;
use crate::support::{Random, random_position};
use sarsen::book::Book;
use sarsen::game::{Effort, Game, Position as _, Written};
use sarsen::games::connect_four::Small;
use sarsen::games::registry;

#[test]
fn a_book_of_everything_has_every_score() {
    let directory = Place::new();
    let [path, piped] = ["all.book", "piped.book"].map(|name| directory.text(name));
    let said = succeed(&["build", &path, "connect4", "5x4", "--solve", "6", "--all"]);
    assert!(said.contains("all positions up to 6 plies, 1500 of 1500 positions"), "{said}");
    let checked = succeed(&["check", &path]);
    assert!(checked.contains("whole: values agree"), "{checked}");
    assert!(Path::new(&path).metadata().unwrap().len() < 4000);
    // The book knows the score of every move of every position, however badly anybody has played.
    let book = Book::load(Path::new(&path)).unwrap();
    let mut session = registry().open_title("connect4 5x4").unwrap();
    let game = Small::new(5, 4).unwrap();
    let mut solver = game.solver(1 << 20).unwrap();
    let mut random = Random(7);
    for _ in 0..200 {
        let board = random_position(&game.start(), 6, &mut random);
        session.set_position(Some(&board.format()), "").unwrap();
        solver.forget();
        let value = solver.solve(&board, &Effort::UNLIMITED).value();
        assert_eq!(book.value(&*session).map(|entry| entry.value), value, "{}", board.format());
        assert!(book.moves(&*session).is_some() || board.ply() == 6, "{}", board.format());
    }
    // The three steps of the building give the same book.
    let begin = [piped.as_str(), "connect4", "5x4", "--all", "6"];
    for count in ["600", "10000"] {
        let queries = succeed(&[&["frontier"], &begin[..], &["--count", count]].concat());
        let answers = pipe(&["analyze"], &queries);
        let added = pipe(
            &[&["book", "add"], &begin[..]].concat(),
            str::from_utf8(&answers.stdout).unwrap(),
        );
        assert!(added.status.success(), "{}", String::from_utf8_lossy(&added.stderr));
        let is_same = std::fs::read(&path).unwrap() == std::fs::read(&piped).unwrap();
        assert_eq!(is_same, count == "10000");
    }
    // It gives all lines at once, if the time alone limits them.
    let mut engine = Engine::start();
    engine.send("newgame connect4 5x4");
    engine.send(&format!("setoption name Book value {path}"));
    engine.send("setoption name MultiPV value 5");
    engine.send("position startpos moves 3 3");
    engine.send("go movetime 60000");
    let lines = engine.until("bestmove");
    let infos: Vec<&String> = lines.iter().filter(|line| line.contains(" multipv ")).collect();
    assert!(infos.len() == 5 && infos.iter().all(|info| is_from_book(info)), "{lines:?}");
    assert!(infos[0].contains(" multipv 1 score draw ") && lines.last().unwrap() == "bestmove 3");
    assert!(!is_from_book(&go(&mut engine, "go depth 3").0));
    assert!(!is_from_book(&go(&mut engine, "go movetime 100 searchmoves 1 3").0));
    // It is a book like any other.
    let shown = succeed(&["show", &path, "--moves", "3 3"]);
    assert!(
        shown.contains("all positions up to 6 plies") && shown.contains("3  draw, proven"),
        "{shown}"
    );
    let refused = fail(&["build", &path, "--solve", "5", "--all"]);
    assert!(refused.contains("a book of everything up to 6 plies"), "{refused}");
    let stones = directory.text("stones.book");
    let refused = fail(&["build", &stones, "stonehenge", "--solve", "2", "--all"]);
    assert!(refused.contains("no numbering"), "{refused}");
}

#[test]
fn a_book_of_everything_has_later_positions_that_are_hard() {
    if is_left_out("a book of hard positions") {
        return;
    }
    let directory = Place::new();
    let path = directory.text("hard.book");
    let arguments = ["build", &path, "connect4", "6x4", "--solve", "4", "--all", "--hard"];
    let said = succeed(&[&arguments[..], &["300"]].concat());
    let later: usize = said.trim().rsplit(' ').nth(2).unwrap().parse().unwrap();
    assert!(later > 100 && said.contains("all positions up to 4 plies"), "{said}");
    let bytes = std::fs::read(&path).unwrap();
    assert!(succeed(&["check", &path]).contains(&format!("{later} other positions")));
    // What has been learnt stays.
    succeed(&[&arguments[..], &["300"]].concat());
    assert!(std::fs::read(&path).unwrap() == bytes);
    // Its owner never gives anything away, and leaves it only where the solver is soon done.
    let book = Book::load(Path::new(&path)).unwrap();
    let mut session = registry().open_title("connect4 6x4").unwrap();
    let game = Small::new(6, 4).unwrap();
    let mut solver = game.solver(8 << 20).unwrap();
    let mut random = Random(5);
    let mut later_moves = 0;
    for number in 0..100 {
        let mut board = game.start();
        while board.outcome().is_none() {
            session.set_position(Some(&board.format()), "").unwrap();
            let m = if board.ply() % 2 == number % 2 {
                let Some((entry, line)) = book.line(&mut *session, None) else { break };
                solver.forget();
                let value = solver.solve(&board, &Effort::UNLIMITED).value();
                assert_eq!(Some(entry.value), value, "{}", board.format());
                later_moves += usize::from(board.ply() > 4);
                line[0].clone()
            } else {
                let moves = session.moves();
                moves[random.below(moves.len())].clone()
            };
            board.make(board.parse_move(&m).unwrap());
        }
        if board.outcome().is_none() {
            solver.forget();
            session.set_position(Some(&board.format()), "").unwrap();
            let known = book.value(&*session).map(|entry| entry.value);
            // Mirror images do not take the same number of positions.
            let soon = solver.solve(&board, &Effort { nodes: 900, known, ..Effort::UNLIMITED });
            assert!(soon.keeps.is_some() && soon.value().is_some(), "{}", board.format());
        }
    }
    assert!(later_moves > 20, "{later_moves}");
}

/// Makes a book of everything with up to six plies on a small board. Returns it as bytes.
fn whole(path: &str) -> Vec<u8> {
    succeed(&["build", path, "connect4", "5x4", "--solve", "6", "--all"]);
    std::fs::read(path).unwrap()
}

#[test]
fn parts_of_books_of_everything_are_joined() {
    let place = Place::new();
    let [all, joined] = ["all.book", "joined.book"].map(|name| place.text(name));
    let bytes = whole(&all);
    let begin = |path: &str, plies: &str, answers: &str| {
        let arguments = ["book", "add", path, "connect4", "5x4", "--all", plies];
        let added = pipe(&arguments, answers);
        assert!(added.status.success(), "{}", String::from_utf8_lossy(&added.stderr));
    };
    let queries =
        succeed(&["frontier", &joined, "connect4", "5x4", "--all", "6", "--count", "9999"]);
    let answers = String::from_utf8(pipe(&["analyze"], &queries).stdout).unwrap();
    let lines: Vec<&str> = answers.lines().collect();
    let parts =
        [("none", 0..0), ("one", 0..700), ("other", 650..lines.len())].map(|(name, part)| {
            let path = place.text(name);
            begin(&path, "6", &lines[part].join("\n"));
            path
        });
    let [none, one, other] = &parts;
    let said = succeed(&["merge", &joined, none, one]);
    assert!(said.contains("not complete, 700 of 1500 positions"), "{said}");
    let said = succeed(&["merge", &joined, other]);
    assert!(said.contains("all positions up to 6 plies, 1500 of 1500 positions"), "{said}");
    assert!(std::fs::read(&joined).unwrap() == bytes);
    // What is complete stays complete.
    for books in [[&all, one], [one, &all]] {
        let path = place.text("again.book");
        succeed(&["merge", &path, books[0], books[1]]);
        assert!(std::fs::read(&path).unwrap() == bytes);
    }
    // Nothing is thrown away silently.
    let deeper = place.text("deeper");
    begin(&deeper, "7", "");
    for books in [[&all, &deeper], [&deeper, &all], [one, &deeper]] {
        let path = place.text("lost.book");
        let said = fail(&["merge", &path, books[0], books[1]]);
        assert!(said.contains("the deeper one is not complete"), "{said}");
        assert!(!Path::new(&path).exists());
    }
}

#[test]
fn opinions_do_not_hide_what_a_book_of_everything_knows() {
    let place = Place::new();
    let [all, small, both] = ["all.book", "small.book", "both.book"].map(|name| place.text(name));
    let bytes = whole(&all);
    succeed(&["build", &small, "connect4", "5x4", "--positions", "100", "--nodes", "200"]);
    succeed(&["merge", &both, &small, &all]);
    // An ordinary book becomes one of everything.
    succeed(&["build", &small, "--solve", "6", "--all"]);
    let books = [&all, &both, &small].map(|path| Book::load(Path::new(path)).unwrap());
    let mut session = registry().open_title("connect4 5x4").unwrap();
    let game = Small::new(5, 4).unwrap();
    let mut random = Random(3);
    for _ in 0..200 {
        let board = random_position(&game.start(), 5, &mut random);
        session.set_position(Some(&board.format()), "").unwrap();
        let [truth, both, small] = books.each_ref().map(|book| book.moves(&*session));
        assert!(truth == both && truth == small, "{}", board.format());
    }
    // A book of everything does not grow by opinions.
    let said = fail(&["build", &all, "--positions", "9"]);
    assert!(said.contains("a book of everything up to 6 plies; it grows with"), "{said}");
    assert!(std::fs::read(&all).unwrap() == bytes);
}

#[test]
fn a_book_of_everything_learns_only_exact_values() {
    let place = Place::new();
    let path = place.text("all.book");
    let arguments = ["book", "add", &path, "connect4", "5x4", "--all", "6"];
    let answer = |position: &str, score: &str, more: &str| {
        let line = format!(
            r#"{{"game":"connect4 5x4","position":"{position}","score":{score},"depth":9{more}}}"#
        );
        let added = pipe(&arguments, &line);
        let said = [added.stdout, added.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
        said.concat()
    };
    let position = "5/5/4x/xo2o x";
    let said = answer(position, r#"{"type":"win","plies":9}"#, "");
    assert!(said.contains("position after 6 plies that needs an analysis"), "{said}");
    assert!(
        said.contains("1 of 1 lines could not be added") && !Path::new(&path).exists(),
        "{said}"
    );
    let position = "5/5/o3x/xo1xo x";
    let said = answer(position, r#"{"type":"win","plies":9}"#, r#","bound":"lower""#);
    assert!(said.contains("its score is only a bound"), "{said}");
    for score in [r#"{"type":"win"}"#, r#"{"type":"eval","value":3}"#] {
        let said = answer(position, score, "");
        assert!(said.contains(" 0 new: not complete, 0 of 1500"), "{said}");
    }
    assert!(answer(position, r#"{"type":"draw"}"#, "").contains(" 1 new: not complete, 1 of 1500"));
}
