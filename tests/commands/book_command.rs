//! `sarsen book` and the engine with a book, as processes.

use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::support::Random;
use crate::support::place::Place;
use crate::support::process::{Engine, feed, most_resident, signal};
use crate::support::slow::{is_left_out, rounds};
use sarsen::book::Book;
use sarsen::game::{Game, Position as _, Written};
use sarsen::games::stonehenge::Stonehenge;
use sarsen::proofs::{Claim, Proof};
use serde_json::Value;

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sarsen"));
    command.arg("book").args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn run(arguments: &[&str]) -> Output {
    command(arguments).output().unwrap()
}

/// Runs a command that must succeed. Returns what it prints.
pub(super) fn succeed(arguments: &[&str]) -> String {
    let output = run(arguments);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {errors}");
    String::from_utf8(output.stdout).unwrap()
}

/// Runs a command that must fail. Returns what it writes to standard error.
pub(super) fn fail(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert!(!output.status.success(), "{arguments:?}");
    String::from_utf8(output.stderr).unwrap()
}

fn build(path: &str, arguments: &[&str]) -> String {
    succeed(&[&["build", path, "--nodes", "2000"], arguments].concat())
}

#[test]
fn a_book_is_built_shown_and_checked() {
    let directory = Place::new();
    let path = directory.text("a.book");
    let said = build(&path, &["--positions", "200"]);
    assert!(said.contains(" positions, ") && said.contains("the start is "), "{said}");
    let shown = succeed(&["show", &path]);
    assert!(shown.starts_with("connect4 7x6: 2") && shown.contains("x to move"), "{shown}");
    assert!(shown.contains("\n  4  ") && shown.contains("\nline: "), "{shown}");
    let json: Value =
        serde_json::from_str(&succeed(&["show", &path, "--moves", "4", "--json"])).unwrap();
    assert_eq!(json["position"], "7/7/7/7/7/3x3 o");
    assert!(json["positions"].as_u64().unwrap() >= 200);
    let unknown = succeed(&["show", &path, "--moves", "1 1 1 1 1 1 2"]);
    assert!(unknown.contains("value: unknown") && unknown.contains("no moves"));
    let checked = succeed(&["check", &path]);
    assert!(checked.contains("whole: values agree"), "{checked}");
    // The build goes on from where it was, and leaves no other file.
    build(&path, &["connect4", "--positions", "300"]);
    assert!(Book::load(Path::new(&path)).unwrap().len() >= 300);
    assert_eq!(directory.names(), ["a.book"]);
}

#[test]
fn a_build_in_two_parts_is_the_same_as_in_one() {
    let directory = Place::new();
    let [parts, whole] = ["parts", "whole"].map(|name| directory.text(name));
    build(&whole, &["--positions", "300", "connect4 6x5", "--threads", "1"]);
    for positions in ["1", "50", "200", "300"] {
        build(&parts, &["connect4", "6x5", "--positions", positions]);
    }
    assert!(std::fs::read(&whole).unwrap() == std::fs::read(&parts).unwrap());
}

#[test]
fn books_are_merged() {
    let directory = Place::new();
    let [one, two, all] = ["one", "two", "all"].map(|name| directory.text(name));
    build(&one, &["--positions", "60", "stonehenge"]);
    succeed(&["build", &two, "--nodes", "500", "--positions", "400", "stonehenge"]);
    let said = succeed(&["merge", &all, &one, &two]);
    let sizes = [&one, &two, &all].map(|path| Book::load(Path::new(path)).unwrap().len());
    assert!(sizes[2] >= sizes[1] && sizes[1] > sizes[0], "{said}");
    succeed(&["check", &all]);
    succeed(&["merge", &all, &one]);
    assert_eq!(Book::load(Path::new(&all)).unwrap().len(), sizes[2]);
}

#[test]
fn mistakes_are_explained() {
    let directory = Place::new();
    let [book, other, foreign] = ["book", "other", "foreign"].map(|name| directory.text(name));
    build(&book, &["--positions", "20"]);
    build(&other, &["--positions", "20", "--evaluator", "windows"]);
    std::fs::write(&foreign, "hello\n").unwrap();
    let missing = directory.text("missing");
    for (arguments, part) in [
        (&["build", &book][..], "--positions, --seconds or --solve"),
        (&["build", &book, "--positions", "9", "stonehenge"], "a book of connect4 7x6"),
        (
            &["build", &book, "--positions", "9", "--evaluator", "windows"],
            "its evaluator is threats",
        ),
        (&["build", &missing, "--positions", "9", "--evaluator", "x"], "no evaluator 'x'"),
        (&["build", &missing, "--positions", "9", "chess"], "unknown game 'chess'"),
        (&["build", &foreign, "--positions", "9"], "this is no opening book"),
        (&["build", &missing, "--seconds", "1", "--checkpoint=-3"], "checkpoint"),
        (&["show", &missing], "missing: "),
        (&["show", &foreign], "this is no opening book"),
        (&["show", &book, "--moves", "9"], "'9' is not a move"),
        (&["check", &foreign], "this is no opening book"),
        (&["merge", &book, &other], "the books have different evaluators"),
        (&["merge", &book, &missing], "missing: "),
    ] {
        let errors = fail(arguments);
        assert!(errors.contains(part), "{arguments:?}: {errors}");
    }
    assert!(!Path::new(&missing).exists());
    // Every command says that the file is damaged, and leaves it as it is.
    let mut bytes = std::fs::read(&book).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 4;
    std::fs::write(&book, &bytes).unwrap();
    for task in ["show", "check"] {
        assert!(fail(&[task, &book]).contains("the checksum is wrong"));
    }
    assert!(fail(&["build", &book, "--positions", "99"]).contains("the checksum is wrong"));
    assert!(fail(&["merge", &book, &other]).contains("the checksum is wrong"));
    assert!(std::fs::read(&book).unwrap() == bytes);
}

/// Starts a build that does not end soon, and saves the book every tenth of a second.
fn long_build(path: &str) -> Child {
    command(&["build", path, "--seconds", "600", "--nodes", "3000", "--checkpoint", "0.1"])
        .spawn()
        .unwrap()
}

#[test]
fn killed_at_any_moment_a_build_loses_at_most_what_came_after_the_last_checkpoint() {
    let directory = Place::new();
    let path = directory.text("a.book");
    let mut random = Random(11);
    let mut before = 0;
    let kills = rounds(6, 20);
    for _ in 0..kills {
        let mut child = long_build(&path);
        std::thread::sleep(Duration::from_millis(150 + random.below(250) as u64));
        child.kill().unwrap();
        child.wait().unwrap();
        if let Ok(bytes) = std::fs::read(&path) {
            let book = Book::from_bytes(&bytes).unwrap();
            assert!(book.len() >= before, "positions were lost");
            before = book.len();
        }
    }
    // Most builds had more than one checkpoint.
    assert!(before > 25 * kills, "{before}");
    succeed(&["check", &path]);
}

#[test]
#[cfg(unix)]
fn an_interrupted_build_saves_what_it_has() {
    let directory = Place::new();
    let path = directory.text("a.book");
    let child = command(&["build", &path, "--seconds", "600", "--nodes", "3000"]).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(500));
    // Only one build at a time may have the book.
    assert!(fail(&["build", &path, "--positions", "9"]).contains("another process is at work"));
    assert!(fail(&["merge", &path, &path]).contains("another process is at work"));
    signal(&child, "INT");
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    assert!(String::from_utf8_lossy(&output.stderr).contains("the same command goes on"));
    assert!(Book::load(Path::new(&path)).unwrap().len() > 50);
    assert_eq!(directory.names(), ["a.book"]);
}

#[test]
fn a_build_ends_in_time() {
    let directory = Place::new();
    let began = Instant::now();
    // Here, a single search would take for ever.
    succeed(&["build", &directory.text("a"), "--seconds", "1", "--nodes", "100000000000"]);
    assert!((1..20).contains(&began.elapsed().as_secs()));
}

/// The answer to a `go`: the last report and the move.
pub(super) fn go(engine: &mut Engine, command: &str) -> (String, String) {
    engine.send(command);
    let lines = engine.until("bestmove");
    let info = lines.iter().rev().find(|line| line.contains(" score ")).unwrap().clone();
    (info, lines.last().unwrap().split_whitespace().nth(1).unwrap().to_owned())
}

pub(super) fn is_from_book(info: &str) -> bool {
    info.contains(" nodes 0 ")
}

#[test]
fn the_engine_plays_out_of_a_book() {
    let directory = Place::new();
    let path = directory.text("my own.book");
    build(&path, &["--positions", "300"]);
    let best = {
        let json: Value = serde_json::from_str(&succeed(&["show", &path, "--json"])).unwrap();
        json["line"][0].as_str().unwrap().to_owned()
    };
    let mut engine = Engine::start();
    engine.send(&format!("setoption name Book value {path}"));
    for limit in ["movetime 5000", "depth 9", "nodes 100000", "p1time 60000 p2time 60000"] {
        let (info, m) = go(&mut engine, &format!("go {limit}"));
        assert!(is_from_book(&info) && m == best, "{limit}: {info}");
        assert!(info.contains(&format!(" pv {best} ")), "{info}");
    }
    // A client that wants to know more, or to choose, gets a search.
    for question in ["depth 3 searchmoves 1 2", "depth 3 infinite"] {
        engine.send(&format!("go {question}"));
        engine.send("stop");
        let lines = engine.until("bestmove");
        assert!(!lines.iter().any(|line| is_from_book(line)), "{question}: {lines:?}");
    }
    engine.send("setoption name MultiPV value 2");
    assert!(!is_from_book(&go(&mut engine, "go depth 3").0));
    engine.send("setoption name MultiPV value 1");
    // A book move also waits for `ponderhit`.
    engine.send("go ponder movetime 100");
    assert!(is_from_book(&engine.line()));
    engine.stays_silent(Duration::from_millis(100));
    assert!(engine.ask("ponderhit").starts_with("bestmove "));
    // Another game does not use the book. Back in Connect Four, the engine uses it again.
    engine.send("newgame stonehenge");
    assert!(!is_from_book(&go(&mut engine, "go depth 1").0));
    engine.send("newgame connect4");
    assert!(is_from_book(&go(&mut engine, "go depth 1").0));
    // These are Cute Chess's words for the same moves.
    engine.send("uci");
    engine.until("uciok");
    let (info, m) = go(&mut engine, "go depth 1");
    assert!(is_from_book(&info) && m.starts_with("P@"), "{info}");
    for nothing in ["", " <empty>"] {
        engine.send(&format!("setoption name Book value{nothing}"));
        assert!(!is_from_book(&go(&mut engine, "go depth 2").0));
    }
}

#[test]
fn books_that_are_no_good_are_refused_and_the_engine_plays_on() {
    let directory = Place::new();
    let [damaged, foreign, other] =
        ["damaged", "foreign", "other"].map(|name| directory.text(name));
    build(&damaged, &["--positions", "20"]);
    let bytes = std::fs::read(&damaged).unwrap();
    std::fs::write(&damaged, &bytes[..bytes.len() - 7]).unwrap();
    std::fs::write(&foreign, [0, 159, 146, 150]).unwrap();
    build(&other, &["--positions", "20", "connect4 8x7"]);
    let missing = directory.text("missing");
    let mut engine = Engine::start();
    for (path, part) in [
        (&damaged, "the book is damaged"),
        (&foreign, "this is no opening book"),
        (&other, "this is a book of connect4 8x7, and the game is connect4 7x6"),
        (&missing, "No such file"),
    ] {
        let answer = engine.ask(&format!("setoption name Book value {path}"));
        assert!(answer.starts_with("info string error: option Book: ") && answer.contains(part));
        assert_ne!(go(&mut engine, "go depth 2").1, "0000");
    }
    assert_eq!(engine.ask("isready"), "readyok");
}

#[test]
fn variety_is_the_seed_s_choice() {
    let directory = Place::new();
    let path = directory.text("a.book");
    build(&path, &["--positions", "200"]);
    let mut engine = Engine::start();
    engine.send(&format!("setoption name Book value {path}"));
    engine.send("setoption name Book Variety value 1000");
    let mut moves = |seed: u64, games: usize| -> Vec<String> {
        engine.send(&format!("setoption name Seed value {seed}"));
        let mut play = || {
            engine.send("newgame");
            go(&mut engine, "go depth 5").1
        };
        (0..games).map(|_| play()).collect()
    };
    let first = moves(5, 20);
    // Every game differs, and the same seed plays all of them again.
    assert!(first.iter().any(|m| *m != first[0]));
    assert_eq!(moves(5, 20), first);
    assert_ne!(moves(6, 20), first);
    engine.send("setoption name Book Variety value 0");
    let (_, best) = go(&mut engine, "go depth 5");
    engine.send("newgame");
    assert_eq!(go(&mut engine, "go depth 5").1, best);
}

/// Gives a process its input. Returns what it prints.
pub(super) fn pipe(arguments: &[&str], input: &str) -> Output {
    feed(Command::new(env!("CARGO_BIN_EXE_sarsen")).args(arguments), input.as_bytes())
}

#[test]
fn through_batch_analysis_a_book_grows_the_same() {
    for game in ["connect4 6x5", "stonehenge"] {
        let directory = Place::new();
        let [whole, piped] = ["whole", "piped"].map(|name| directory.text(name));
        let (mut levels, limits) = (0, ["--nodes", "1000"]);
        while !Path::new(&piped).exists() || Book::load(Path::new(&piped)).unwrap().len() < 250 {
            let asked = ["frontier", &piped, "--count", "40", game];
            let queries = succeed(&[&asked[..], &limits].concat());
            let answers = pipe(&["analyze"], &queries);
            let mut lines: Vec<&str> = str::from_utf8(&answers.stdout).unwrap().lines().collect();
            // The answers come in another order, in two halves.
            lines.sort_unstable();
            for half in lines.chunks(lines.len().div_ceil(2)) {
                let added = pipe(&["book", "add", &piped, game], &half.join("\n"));
                assert!(added.status.success(), "{}", String::from_utf8_lossy(&added.stderr));
            }
            levels += 1;
        }
        assert!(levels > 2);
        let size = Book::load(Path::new(&piped)).unwrap().len().to_string();
        let grown = ["build", &whole, game, "--positions", &size, "--batch", "40"];
        succeed(&[&grown[..], &limits].concat());
        assert!(std::fs::read(&whole).unwrap() == std::fs::read(&piped).unwrap(), "{game}");
    }
}

#[test]
fn answers_that_are_none_are_told_and_the_rest_is_added() {
    let directory = Place::new();
    let path = directory.text("a.book");
    let answer = |position: &str, score: &str| {
        format!(
            r#"{{"id":1,"game":"connect4 7x6","position":"{position}","score":{score},"depth":9}}"#
        )
    };
    let start = "7/7/7/7/7/7 x";
    let good = answer(start, r#"{"type":"eval","value":3}"#);
    let lines = [
        good.clone(),
        String::new(),
        r#"{"id":2,"report":true}"#.to_owned(),
        r#"{"id":2,"cancelled":true}"#.to_owned(),
        "nonsense".to_owned(),
        r#"{"id":3,"field":"limits","error":"at least one is needed"}"#.to_owned(),
        good.replace("7x6", "8x7"),
        answer("7/7/7 x", r#"{"type":"draw"}"#),
        answer(start, r#"{"type":"win","plies":4000000000}"#),
        answer(start, r#"{"type":"eval","value":2000000000}"#),
        answer("7/7/7/ooo4/ooo4/xxxx3 o", r#"{"type":"draw"}"#),
        r#"{"id":4}"#.to_owned(),
    ];
    let output = pipe(&["book", "add", &path], &lines.join("\n"));
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.code() == Some(1) && errors.contains("8 of 12 lines"), "{errors}");
    for part in [
        "line 5: no answer of an analysis",
        "line 6: an error was answered: at least one is needed",
        "line 7: it is about connect4 8x7, not connect4 7x6",
        "line 8: '7/7/7 x' is no position",
        "line 9: its score is beyond",
        "line 10: its score is beyond",
        "line 11: ",
        "line 12: an answer has",
    ] {
        assert!(errors.contains(part), "{part}: {errors}");
    }
    assert!(succeed(&["show", &path]).contains("value: eval 3, depth 9"));
    assert!(succeed(&["frontier", &path, "--count", "1"]).lines().count() > 3);
}

#[test]
#[cfg(target_os = "linux")]
fn answers_without_number_take_little_memory() {
    if is_left_out("commands that are flooded") {
        return;
    }
    let place = Place::new();
    let (book, told) = (place.text("my.book"), place.path("told"));
    let good = r#"{"game":"connect4 7x6","position":"7/7/7/7/7/7 x","depth":9,"score":{"type":"eval","value":7}}"#;
    for (answer, count, wrong) in [("{}", 2_000_000, true), (good, 500_000, false)] {
        let mut yes = Command::new("sh")
            .args(["-c", &format!("yes '{answer}' | head -n {count}")])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut child = command(&["add", &book])
            .stdin(yes.stdout.take().unwrap())
            .stdout(Stdio::null())
            .stderr(std::fs::File::create(&told).unwrap())
            .spawn()
            .unwrap();
        let most = most_resident(&mut child) >> 10;
        yes.wait().unwrap();
        assert!(most < 60, "{most} MiB");
        let errors = std::fs::read_to_string(&told).unwrap();
        assert_eq!(child.wait().unwrap().success(), !wrong, "{errors}");
        let last = format!("{count} of {count} lines could not be added\n");
        assert_eq!(errors.ends_with(&last), wrong, "{errors}");
        assert!(errors.lines().count() < 1100);
    }
}

#[test]
fn the_books_that_come_with_the_games_are_good() {
    let folders = ["crates/connect4-book", "crates/games/data"];
    let folders = folders.map(|folder| Path::new(env!("CARGO_MANIFEST_DIR")).join(folder));
    let registry = sarsen::games::registry();
    let books = registry.names().flat_map(|game| {
        let paths = folders.iter().map(move |folder| folder.join(format!("{game}.book")));
        paths.filter(|path| path.exists()).map(move |path| (game, path))
    });
    let books: Vec<_> = books.collect();
    assert!(books.len() >= 3, "{books:?}");
    for (game, path) in books {
        // This one has far more positions than the others.
        if game != "connect4" || !is_left_out("the check of the book of Connect Four") {
            succeed(&["check", path.to_str().unwrap()]);
        }
        let mut engine = Engine::start();
        engine.send(&format!("newgame {game}"));
        // The first moves come at once if time limits the search, otherwise after a search.
        for limit in ["movetime 60000", "p1time 60000 p2time 60000"] {
            let (info, _) = go(&mut engine, &format!("go {limit}"));
            assert!(is_from_book(&info), "{game}: {info}");
        }
        if game == "stonehenge" {
            // A position that is proven lost is reported as lost.
            engine.send("position startpos moves 3@7");
            let (info, _) = go(&mut engine, "go movetime 60000");
            assert!(is_from_book(&info) && info.contains(" score loss "), "{info}");
            engine.send("position startpos");
            // A move that wins gives the value of the position.
            let path = path.to_str().unwrap();
            let shown = succeed(&["show", path, "--moves", "3@7 2@13"]);
            assert!(shown.contains("value: win, proven"), "{shown}");
        }
        for limit in ["depth 2", "nodes 500", "movetime 60000 nodes 500"] {
            let (info, _) = go(&mut engine, &format!("go {limit}"));
            assert!(!is_from_book(&info), "{game}: {info}");
        }
    }
    // There is no book for another size.
    let mut engine = Engine::start();
    engine.send("newgame connect4 6x5");
    assert!(!is_from_book(&go(&mut engine, "go movetime 20").0));
}

#[test]
fn the_game_s_own_book_has_a_name() {
    let place = Place::new();
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/games/data/stonehenge.book");
    let own = own.to_str().unwrap();
    let shown = succeed(&["show", own, "--moves", "3@7"]);
    for way in [&["stonehenge"][..], &["built-in", "stonehenge"]] {
        assert_eq!(succeed(&[&["show"], way, &["--moves", "3@7"]].concat()), shown, "{way:?}");
    }
    assert!(succeed(&["show", "--moves", "4"]).starts_with("connect4 7x6: "));
    assert!(fail(&["show", "connect4", "5x5"]).contains("no book comes with connect4 5x5"));
    assert!(fail(&["show", own, "connect4"]).contains("this is a book of stonehenge"));
    let checked = succeed(&["check", "built-in", "stonehenge"]);
    assert_eq!(checked.replace("built-in", own), succeed(&["check", own]));
    // The built-in book merges with books of its game, and stays as it is.
    let [small, all] = ["small.book", "all.book"].map(|name| place.text(name));
    build(&small, &["stonehenge", "--positions", "9"]);
    succeed(&["merge", &all, "built-in", &small]);
    let sizes = [own, &all].map(|path| Book::load(Path::new(path)).unwrap().len());
    assert!(sizes[1] >= sizes[0], "{sizes:?}");
    // A proven book has nothing left to learn.
    assert_eq!(succeed(&["frontier", "built-in", "stonehenge"]), "");
    for arguments in [
        &["build", "built-in", "--positions", "9"][..],
        &["merge", "built-in", &small],
        &["add", "built-in", "--", &small],
        &["prove", "built-in", &small],
    ] {
        assert!(fail(arguments).contains("built-in: the book that comes with a game stays"));
    }
    assert_eq!(place.names(), ["all.book", "small.book"]);
    let mut solve = Command::new(env!("CARGO_BIN_EXE_sarsen"));
    let solved =
        solve.args(["solve", "connect4", "--start", "--book", "built-in"]).output().unwrap();
    assert!(solved.stdout.starts_with(b"start 1 best 4 nodes 0 "), "{solved:?}");
}

#[test]
fn a_book_learns_from_a_proof() {
    let place = Place::new();
    let [book, proof] = ["stones.book", "my.proof"].map(|name| place.text(name));
    let moves = "5@7,4@11,1@2,2@8,3@9,2@6";
    let mut solve = Command::new(env!("CARGO_BIN_EXE_sarsen"));
    solve.args(["solve", "stonehenge", "--proof", &proof, "--plies", "3"]);
    assert!(feed(&mut solve, moves.as_bytes()).status.success());
    let prove = ["prove", &book, &proof, "stonehenge"];
    // For a solver that may visit only one position, all moves of the proof are hard.
    let said = succeed(&[&prove[..], &["--nodes", "1", "--threads", "2"]].concat());
    let new: usize = said.split(": ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap();
    assert!(new > 20, "{said}");
    assert_eq!(Book::load(Path::new(&book)).unwrap().len(), new);
    // The second time, there is nothing to learn, and easy moves are left out.
    assert!(succeed(&prove).contains(": 0 new: "));
    let easy = place.text("easy.book");
    // The proof names its game.
    let said = succeed(&["prove", &easy, &proof, "--nodes", "1000000"]);
    assert!(said.contains(": 1 new: "), "{said}");
    // A proof is not believed if the solver refutes it at once, or if it contradicts the book.
    let claim = |moves: &str, first_wins| {
        let mut position = Stonehenge.start();
        for m in moves.split(',') {
            position.make(position.parse_move(m).unwrap());
        }
        let (game, position) = ("stonehenge".to_owned(), position.format());
        let claim = Claim { first_wins };
        let proof = Proof { game, position, claim, plies: 0, moves: Vec::new() };
        place.write("claim.proof", proof.to_bytes())
    };
    let wrong = claim(&format!("{moves},2@1"), false);
    let prove_wrong = |nodes| fail(&["prove", &book, &wrong, "--nodes", nodes]);
    assert!(prove_wrong("1000000").contains("what it claims is wrong"));
    let why = prove_wrong("1");
    assert!(why.contains("has proven the contrary of"), "{why}");

    // One move that wins is enough. The book plays it, whatever is known of the others.
    let mut engine = Engine::start();
    engine.send("newgame stonehenge");
    engine.send(&format!("setoption name Book value {book}"));
    engine.send(&format!("position startpos moves {}", moves.replace(',', " ")));
    let (info, m) = go(&mut engine, "go depth 1");
    assert!(is_from_book(&info) && info.contains(" score win "), "{info}");
    engine.send(&format!("position startpos moves {} {m}", moves.replace(',', " ")));
    engine.send("setoption name Book value <empty>");
    let (info, _) = go(&mut engine, "go movetime 10000");
    assert!(info.contains(" score loss "), "{info}");

    let other = place.text("other.book");
    build(&other, &["--positions", "2"]);
    assert!(fail(&["prove", &other, &proof]).contains("my.proof: this is about stonehenge"));
    std::fs::write(&proof, "no proof").unwrap();
    assert!(fail(&prove).contains("my.proof: this is no proof"));
}
