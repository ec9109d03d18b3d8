//! Weights as data: the option `Weights` in a real process, and `sarsen tune`.

use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use crate::support::example;
use crate::support::place::Place;
use crate::support::process::{Engine, sarsen, signal};
use sarsen::game::Weights;
use sarsen::games::registry;
use serde_json::Value;

fn errors(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The weights that come with a game.
fn own(game: &str) -> Weights {
    registry().open_title(game).unwrap().weights().unwrap()
}

/// The text of a game's weights with one weight changed.
fn changed(game: &str, name: &str, value: i32) -> String {
    let weights = own(game);
    let at = weights.names().iter().position(|known| known == name).unwrap();
    let mut values = weights.values();
    values[at] = value;
    weights.with(&values).to_string()
}

/// A file of weights that is kept for the comparisons in `benches/README.md`.
fn by_hand(game: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("benches/weights/{game}-by-hand.toml"))
}

#[test]
fn every_weight_matters_somewhere() {
    for game in ["connect4", "stonehenge"] {
        let own = own(game);
        let mut states = Vec::new();
        let mut random = crate::support::Random(5);
        let mut session = registry().open_title(game).unwrap();
        for _ in 0..3000 {
            session.restart();
            for _ in 0..random.below(40) {
                let moves = session.moves();
                session.play(&moves[random.below(moves.len())]).unwrap();
                if session.outcome().is_some() {
                    session.undo(1).unwrap();
                    break;
                }
            }
            states.push((session.position(), session.evaluate()));
        }
        for (at, name) in own.names().iter().enumerate() {
            let mut values = own.values();
            values[at] += 1000;
            session.set_weights(Some(&own.with(&values))).unwrap();
            let differs = states.iter().any(|(position, value)| {
                session.set_position(Some(position), "").unwrap();
                session.evaluate() != *value
            });
            assert!(differs, "{game}: {name}");
        }
        // If no weights are set, the game's own apply again.
        session.set_weights(None).unwrap();
        for (position, value) in &states {
            session.set_position(Some(position), "").unwrap();
            assert_eq!(session.evaluate(), *value);
        }
    }
}

#[test]
fn the_weights_set_by_hand_can_still_be_played() {
    for game in ["connect4", "stonehenge"] {
        let weights = Weights::load(&by_hand(game)).unwrap();
        let mut session = registry().open_title(game).unwrap();
        session.set_weights(Some(&weights)).unwrap();
    }
}

#[test]
fn the_option_changes_the_opinion_and_what_was_learnt_is_forgotten() {
    let place = Place::new();
    let file = place.write("turn.toml", changed("connect4", "turn", 1234));
    let mut engine = Engine::start();
    engine.send("position startpos moves 4");
    let usual = engine.ask("query eval");
    let search = |engine: &mut Engine| {
        engine.send("go depth 7");
        let lines = engine.until("bestmove");
        lines[lines.len() - 2].split(" nps ").next().unwrap().to_owned()
    };
    let before = search(&mut engine);
    engine.send(&format!("setoption name Weights value {file}"));
    let value: i32 = engine.ask("query eval").strip_prefix("response ").unwrap().parse().unwrap();
    assert!((1000..1500).contains(&value), "{value}, not {usual}");
    assert_ne!(search(&mut engine), before);
    // Back to the default, by any of its names, with an empty table: the search is the same.
    for name in ["value built-in", "value <empty>", "value"] {
        engine.send(&format!("setoption name Weights value {file}"));
        engine.send(&format!("setoption name weights {name}"));
        assert_eq!(engine.ask("query eval"), usual, "{name}");
        assert_eq!(search(&mut engine), before);
    }
}

#[test]
fn weights_wait_for_their_game() {
    let place = Place::new();
    let file = place.write("turn.toml", changed("connect4", "turn", 1234));
    let mut engine = Engine::start();
    engine.send("newgame stonehenge");
    let stonehenge = engine.ask("query eval");
    let answer = engine.ask(&format!("setoption name Weights value {file}"));
    assert!(
        answer.contains("option Weights: ") && answer.contains("there is no weight"),
        "{answer}"
    );
    engine.send("newgame connect4");
    let usual = engine.ask("query eval");
    engine.send(&format!("setoption name Weights value {file}"));
    let changed = engine.ask("query eval");
    assert_ne!(changed, usual);
    engine.send("newgame stonehenge");
    assert_eq!(engine.ask("query eval"), stonehenge, "other games have their own");
    engine.send("newgame connect4 7x6");
    assert_eq!(engine.ask("query eval"), changed, "they are back with their game");
}

#[test]
fn bad_files_are_refused_and_the_old_weights_stay() {
    let place = Place::new();
    let good = place.write("good.toml", changed("connect4", "turn", 77));
    let own = own("connect4").to_string();
    let mut engine = Engine::start();
    engine.send(&format!("setoption name Weights value {good}"));
    let value = engine.ask("query eval");
    let turn = own.lines().position(|line| line.starts_with("turn")).unwrap();
    let line = own.lines().nth(turn).unwrap();
    let number = format!("line {}: turn: ", turn + 1);
    for (text, part) in [
        (own.replace(line, "turn = many"), format!("line {}: ", turn + 1)),
        (own.replace(line, "turn = 1.5"), number.clone() + "'1.5' is not a whole number"),
        (own.replace(line, "turn = 20000"), number + "'20000' is not a whole number"),
        (own.replace(line, ""), "the weight 'turn' is missing".to_owned()),
        (own.replace(line, "trun = 1"), "there is no weight 'trun'".to_owned()),
        (format!("{own}\nturn = 3\n"), "duplicate key".to_owned()),
        (String::new(), "is missing".to_owned()),
        ("\u{0}\u{1}".to_owned(), "line 1: ".to_owned()),
    ] {
        let bad = place.write("bad.toml", &text);
        let answer = engine.ask(&format!("setoption name Weights value {bad}"));
        assert!(answer.starts_with("info string error: option Weights: "), "{answer}");
        assert!(answer.contains("bad.toml: ") && answer.contains(&part), "{answer}, not {part}");
        assert_eq!(engine.ask("query eval"), value);
    }
    for path in ["/no/such/file", "/dev/zero", &place.text("")] {
        let answer = engine.ask(&format!("setoption name Weights value {path}"));
        assert!(answer.contains(&format!("option Weights: {path}: ")), "{answer}");
        assert_eq!(engine.ask("query eval"), value);
    }
}

#[test]
fn a_game_without_weights_says_so() {
    let place = Place::new();
    let file = place.write("turn.toml", changed("connect4", "turn", 1));
    let program = example("tic_tac_toe");
    let mut engine = Engine::start_program(&program);
    let answer = engine.ask(&format!("setoption name Weights value {file}"));
    assert!(answer.contains("the evaluator of tictactoe has no weights to change"), "{answer}");
    engine.send("setoption name Weights value built-in");
    assert_eq!(engine.ask("isready"), "readyok");
    let output = Command::new(&program).arg("tune").output().unwrap();
    assert!(!output.status.success());
    assert!(errors(&output).contains("the evaluator of tictactoe has no weights to change"));
}

#[test]
fn the_same_seed_gives_the_same_file_on_any_number_of_threads() {
    let place = Place::new();
    for game in ["connect4", "stonehenge"] {
        let fit = |seed: &str, threads: &str| {
            let file = place.text("fitted.toml");
            let output = sarsen(&[
                "tune",
                game,
                "--games",
                "60",
                "--nodes",
                "500",
                "--seed",
                seed,
                "--threads",
                threads,
                "-o",
                &file,
            ]);
            assert!(output.status.success(), "{}", errors(&output));
            std::fs::read_to_string(file).unwrap()
        };
        let first = fit("7", "1");
        assert_eq!(first, fit("7", "2"), "{game}");
        assert_ne!(first, fit("8", "2"), "{game}");
        let fitted = Weights::parse(&first).unwrap();
        fitted.check_names(&own(game)).unwrap();
        assert_ne!(fitted.values(), own(game).values());
        assert!(first.contains("# "), "comments stay");
        // The written weights can be played with.
        let file = place.text("fitted.toml");
        let mut engine = Engine::start();
        engine.send(&format!("newgame {game}"));
        engine.send(&format!("setoption name Weights value {file}"));
        assert_eq!(engine.ask("isready"), "readyok");
    }
}

#[test]
fn weights_that_were_spoilt_are_found_again() {
    let place = Place::new();
    // A piece in the hand counts far too much. The games correct that.
    let text = changed("stonehenge", "piece[5]", 150);
    let spoilt = place.write("spoilt.toml", &text);
    let output = sarsen(&[
        "tune",
        "stonehenge",
        "--games",
        "600",
        "--nodes",
        "500",
        "--from",
        &spoilt,
        "--spread",
        "100",
        "--keep",
        "owned",
        "--json",
    ]);
    assert!(output.status.success(), "{}", errors(&output));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let number = |name: &str| report[name].as_f64().unwrap();
    assert!(number("error_after") < number("error_before"), "{report}");
    assert!(number("held_out_error_after") < number("held_out_error_before"), "{report}");
    assert!(number("held_out") > 100.0 && number("scale") > 1.0);
    for change in report["weights"].as_array().unwrap() {
        let (name, new) = (change["name"].as_str().unwrap(), change["new"].as_i64().unwrap());
        if name.starts_with("owned") {
            assert_eq!(change["old"], change["new"], "{name} was to stay");
        }
        assert!(name != "piece[5]" || new < 110, "{change}");
    }
}

#[test]
fn no_place_for_the_result_is_told_before_any_game() {
    let place = Place::new();
    let letter = place.write("letter.txt", "Dear reader\n");
    let folder = place.text("");
    for (path, why) in [
        ("/no/such/place", "there is no folder /no/such"),
        (&letter, "is no file of weights, and stays as it is"),
        (&folder, "is no file of weights, and stays as it is"),
    ] {
        // This many games would take days.
        let output = sarsen(&["tune", "connect4", "--games", "10000000", "-o", path]);
        assert!(!output.status.success() && errors(&output).contains(why), "{output:?}");
    }
    assert_eq!(std::fs::read_to_string(letter).unwrap(), "Dear reader\n");
}

#[test]
fn records_teach_as_well_as_games() {
    let place = Place::new();
    let (games, file) = (place.text("games.txt"), place.text("fitted.toml"));
    let played = sarsen(&[
        "match",
        "-p",
        "name=a",
        "-p",
        "name=b",
        "--nodes",
        "100",
        "--games",
        "120",
        "--records",
        &games,
    ]);
    assert!(played.status.success(), "{}", errors(&played));
    let fit = || {
        let output = sarsen(&["tune", "connect4", "--records", &games, "-o", &file]);
        assert!(output.status.success(), "{}", errors(&output));
        let table = String::from_utf8(output.stdout).unwrap();
        assert!(table.contains("weight") && table.contains("kept out"), "{table}");
        std::fs::read_to_string(&file).unwrap()
    };
    let first = fit();
    assert_eq!(first, fit());
    assert_ne!(Weights::parse(&first).unwrap().values(), own("connect4").values());
    let output = sarsen(&["tune", "stonehenge", "--records", &games]);
    assert!(errors(&output).contains("a game of connect4 7x6, not of stonehenge"), "{output:?}");
    let all = std::fs::read_to_string(&games).unwrap();
    let won = all.split_inclusive("\n\n").collect::<Vec<_>>();
    let won: String =
        won.chunks(2).filter(|game| game[0].contains("\"1-0\"")).flatten().copied().collect();
    let won = place.write("won.txt", &won);
    let output = sarsen(&["tune", "connect4", "--records", &won]);
    assert!(errors(&output).contains("and the second 0: both have to win some"), "{output:?}");
    // A record that cannot be used costs that record only.
    let broken = "[Game \"connect4\"]\n1. 4 9 *\n\n[Game \"othello\"]\n*\n\n4 ] *\n\n";
    let nameless = all.replace("[Game \"connect4 7x6\"]\n", "");
    let mixed = place.write("mixed.txt", format!("{broken}{nameless}"));
    let output = sarsen(&["tune", "connect4", "--records", &mixed, "-o", &file]);
    assert!(output.status.success(), "{}", errors(&output));
    for number in 1..=3 {
        let part = format!("records: record {number} is left out: ");
        assert!(errors(&output).contains(&part), "{}", errors(&output));
    }
    let wrong = place.write("wrong.txt", "[Game \"connect4\"]\n1. 4 9 *\n");
    let output = sarsen(&["tune", "connect4", "--records", &wrong]);
    assert!(errors(&output).contains("record 1: "), "{output:?}");
}

#[test]
fn mistakes_are_explained() {
    let place = Place::new();
    let bad = place.write("bad.toml", "turn = 1\n");
    for (arguments, part) in [
        (&["chess"][..], "unknown game 'chess'"),
        (&["connect4", "--from", "/no/file"], "/no/file: "),
        (&["connect4", "--from", &bad], "bad.toml: the weight 'one' is missing"),
        (
            &["connect4", "--keep", "trun", "--games", "1", "--nodes", "1"],
            "no weight 'trun' to keep",
        ),
        (&["connect4", "--games", "1", "--nodes", "1"], "are too few to learn from"),
        (&["connect4", "--openings", "42", "--games", "1"], "42 random plies end the game"),
        (&["connect4", "--openings", "8-2"], "the lesser number comes first"),
        (&["connect4", "--spread", "0"], "spread: "),
        (&["connect4", "--records", "/no/file"], "/no/file: "),
    ] {
        let output = sarsen(&[&["tune"], arguments].concat());
        assert!(!output.status.success(), "{arguments:?}");
        assert!(errors(&output).contains(part), "{arguments:?}: {}", errors(&output));
    }
}

/// Interrupts a fit that would take long. It ends and writes nothing into the file.
#[cfg(unix)]
pub fn interrupted(arguments: &[&str], file: &str) {
    let place = Place::new();
    let file = place.text(file);
    let child = Command::new(env!("CARGO_BIN_EXE_sarsen"))
        .arg("tune")
        .args(arguments)
        .args(["--games", "1000000", "-o", &file])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_millis(700));
    signal(&child, "INT");
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    assert!(errors(&output).contains("interrupted; nothing was written"), "{output:?}");
    assert!(output.stdout.is_empty() && !PathBuf::from(file).exists());
}

#[test]
#[cfg(unix)]
fn an_interrupt_ends_it_at_once_and_writes_nothing() {
    interrupted(&["connect4", "--nodes", "100000"], "fitted.toml");
}

/// Fits twice. The second time, the new file cannot be written, as on a full disk. The old one
/// stays.
#[cfg(unix)]
pub fn kept(arguments: &[&str]) {
    let place = Place::new();
    let file = place.text("fitted");
    let fit = |limit: &str, seed: &str| {
        let script = format!("{limit} exec \"$0\" \"$@\"");
        let program = ["-c", &script, env!("CARGO_BIN_EXE_sarsen"), "tune"];
        let more = ["--seed", seed, "-o", &file];
        Command::new("sh").args(program).args(arguments).args(more).output().unwrap()
    };
    let output = fit("", "1");
    assert!(output.status.success(), "{}", errors(&output));
    let old = std::fs::read(&file).unwrap();
    assert!(!fit("ulimit -f 0;", "2").status.success());
    assert!(!old.is_empty() && std::fs::read(&file).unwrap() == old);
    let output = fit("", "2");
    assert!(output.status.success(), "{}", errors(&output));
    assert_ne!(std::fs::read(&file).unwrap(), old);
}

#[test]
#[cfg(unix)]
fn a_full_disk_leaves_the_old_weights() {
    kept(&["connect4", "--games", "100", "--nodes", "100"]);
}

#[test]
fn the_game_s_solver_teaches() {
    let place = Place::new();
    let fit = |arguments: &[&str]| {
        let file = place.text("solved.toml");
        let output = sarsen(&[&["tune", "--json", "-o", &file], arguments].concat());
        assert!(output.status.success(), "{}", errors(&output));
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        (report, std::fs::read_to_string(file).unwrap())
    };
    let random = ["stonehenge", "--solved", "600", "--openings", "9-12", "--spread", "100"];
    let (report, weights) = fit(&[&random[..], &["--threads", "1"]].concat());
    assert!(report["held_out_error_after"].as_f64() < report["held_out_error_before"].as_f64());
    // Some of the random games end earlier, and some positions come twice.
    let positions = report["fitted"].as_u64().unwrap() + report["held_out"].as_u64().unwrap();
    assert!((500..=600).contains(&positions), "{report}");
    assert_eq!(fit(&[&random[..], &["--threads", "2"]].concat()).1, weights);
    // These are positions of games, with results that differ from those of the games.
    let games = ["connect4 5x5", "--games", "60", "--nodes", "300", "--positions", "4"];
    let (_, usual) = fit(&games);
    assert_ne!(fit(&[&games[..], &["--exact"]].concat()).1, usual);
}
