//! `sarsen tune` for an evaluator of patterns, and its weights in a real process.

use std::process::{Command, Output};

use crate::support::example;
use crate::support::place::Place;
use crate::support::process::{Engine, sarsen};
use sarsen::game::SparseWeights;
use sarsen::games::registry;
use serde_json::Value;

fn errors(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Runs `sarsen tune othello` with these arguments.
fn tune(arguments: &[&str]) -> Output {
    sarsen(&[&["tune", "othello"], arguments].concat())
}

/// The same for a run that must succeed.
fn tuned(arguments: &[&str]) -> Output {
    let output = tune(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", errors(&output));
    output
}

/// The arguments of a few short games.
const GAMES: [&str; 10] = [
    "--games",
    "50",
    "--nodes",
    "50",
    "--openings",
    "20-30",
    "--endings",
    "12",
    "--positions",
    "60",
];

/// The weights that come with the game.
fn own() -> SparseWeights {
    registry().open_title("othello").unwrap().sparse().unwrap().weights
}

#[test]
fn the_same_seed_gives_the_same_weights_on_any_number_of_threads() {
    let place = Place::new();
    let fit = |seed: &str, threads: &str| {
        let file = place.text("fitted.weights");
        let more = ["--seed", seed, "--threads", threads, "-o", &file];
        tuned(&[&GAMES[..], &more].concat());
        std::fs::read(file).unwrap()
    };
    let first = fit("7", "1");
    assert_eq!(first, fit("7", "2"));
    assert_ne!(first, fit("8", "2"));
    let weights = SparseWeights::from_bytes(&first).unwrap();
    weights.check_layout(&own()).unwrap();
    assert_ne!(weights, own());
}

#[test]
fn a_fit_learns_from_saved_games_and_is_better_for_others() {
    let place = Place::new();
    let [games, fitted, better] =
        ["games.txt", "fitted.weights", "better.weights"].map(|name| place.text(name));
    tuned(&[&GAMES[..], &["--player", "mobility", "--save", &games]].concat());
    let text = std::fs::read_to_string(&games).unwrap();
    assert!(text.starts_with("# positions of othello 8x8\n"), "{}", &text[..80]);
    // Without other weights than 0, every score is an error.
    let fresh = ["--saved", &games, "--fresh", "--prior", "5"];
    tuned(&[&fresh[..], &["--keep", "corner5x2", "-o", &fitted]].concat());
    let zeros = place.text("zeros.weights");
    let none = SparseWeights::new(own().layout(), vec![0; own().values().len()]);
    std::fs::write(&zeros, none.to_bytes()).unwrap();
    let from = ["--from", &zeros, "--json", "-o", &better];
    let output = tuned(&[&fresh[..], &from].concat());
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let number = |name: &str| report[name].as_f64().unwrap();
    assert!(number("error_after") < 0.5 * number("error_before"), "{report}");
    assert!(number("held_out_error_after") < 0.9 * number("held_out_error_before"), "{report}");
    assert!(number("scale") > 0.5 && number("not_zero") > 1000.0, "{report}");
    // The kind that was kept has only zeros.
    let read = |file| SparseWeights::from_bytes(&std::fs::read(file).unwrap()).unwrap();
    let kinds = registry().open_title("othello").unwrap().sparse().unwrap().kinds;
    let kept = kinds.iter().find(|kind| kind.name == "corner5x2").unwrap();
    let used = |weights: &SparseWeights| {
        let mut of_kind = kept.weights.iter().flat_map(|range| &weights.values()[range.clone()]);
        of_kind.any(|&weight| weight != 0)
    };
    assert!(!used(&read(&fitted)) && used(&read(&better)));
}

/// The games of the example have no solver: their results are those of the final positions.
#[test]
fn a_game_without_a_solver_is_played_to_its_end() {
    let place = Place::new();
    let (saved, fitted) = (place.text("saved.txt"), place.text("fitted.weights"));
    let run = |arguments: &[&str]| {
        let output = Command::new(example("four_lines")).arg("tune").args(arguments).output();
        let output = output.unwrap();
        assert!(output.status.success(), "{arguments:?}: {}", errors(&output));
        output
    };
    run(&["--games", "250", "--nodes", "60", "--positions", "25", "--save", &saved]);
    let scores: Vec<i32> = std::fs::read_to_string(&saved)
        .unwrap()
        .lines()
        .skip(1)
        .map(|line| line.split(' ').next().unwrap().parse().unwrap())
        .collect();
    assert!(scores.iter().all(|score| (-1..=1).contains(score)));
    assert!(scores.contains(&1) && scores.contains(&-1));
    let output = run(&["--saved", &saved, "-o", &fitted, "--json"]);
    let said: Value = serde_json::from_slice(&output.stdout).unwrap();
    let error = |name: &str| said[name].as_f64().unwrap();
    assert!(error("held_out_error_after") < error("held_out_error_before"), "{said}");
    let mut engine = Engine::start_program(example("four_lines"));
    assert_eq!(engine.ask("query eval"), "response 0");
    engine.send("move c3 a1 c2 b1 c4");
    engine.send(&format!("setoption name Weights value {fitted}"));
    let value = engine.ask("query eval").replace("response ", "").parse::<i32>().unwrap();
    assert!(value < 0, "three in a row are good for the other player: {value}");
}

#[test]
fn the_option_changes_the_opinion_and_refuses_what_is_not_for_the_game() {
    let place = Place::new();
    let file = place.text("zeros.weights");
    let own = own();
    let zeros = SparseWeights::new(own.layout(), vec![0; own.values().len()]);
    std::fs::write(&file, zeros.to_bytes()).unwrap();
    let mut engine = Engine::start();
    engine.send("newgame othello");
    engine.send("setoption name Evaluator value patterns");
    engine.send("position startpos moves f5 d6 c3 d3");
    let usual = engine.ask("query eval");
    assert_ne!(usual, "response 0");
    engine.send(&format!("setoption name Weights value {file}"));
    assert_eq!(engine.ask("query eval"), "response 0");
    let mut damaged = zeros.to_bytes();
    *damaged.last_mut().unwrap() ^= 1;
    let others = SparseWeights::new("another game", vec![1]).to_bytes();
    for (name, bytes, part) in [
        ("damaged", damaged, "damaged: its check sum is wrong"),
        ("cut", zeros.to_bytes()[..100].to_vec(), "cut off"),
        ("others", others, "these are weights for 'another game'"),
        ("named", b"turn = 3\n".to_vec(), "takes no named weights"),
        ("binary", vec![0xff; 100], "this is no text"),
    ] {
        let bad = place.text(name);
        std::fs::write(&bad, bytes).unwrap();
        let answer = engine.ask(&format!("setoption name Weights value {bad}"));
        assert!(answer.contains("option Weights: ") && answer.contains(part), "{name}: {answer}");
        assert_eq!(engine.ask("query eval"), "response 0");
    }
    engine.send("setoption name Weights value built-in");
    assert_eq!(engine.ask("query eval"), usual);
    for (game, part) in [
        ("connect4", "takes only named weights"),
        ("othello 6x6", "the evaluator of othello 6x6 has no weights to change"),
    ] {
        engine.send(&format!("newgame {game}"));
        let answer = engine.ask(&format!("setoption name Weights value {file}"));
        assert!(answer.contains(part), "{game}: {answer}");
    }
}

#[test]
fn what_cannot_be_fitted_is_told_at_once() {
    let place = Place::new();
    let letter = place.write("letter.txt", "Dear reader\n");
    let other = place.write("other.txt", "# positions of othello 6x6\n");
    let broken = place.write("broken.txt", "# positions of othello 8x8\n3 1\n");
    let nonsense: String = (0..2000).map(|game| format!("3 {game} nonsense\n")).collect();
    let wrong = place.write("wrong.txt", format!("# positions of othello 8x8\n{nonsense}"));
    let few = place.write("few.txt", "# positions of othello 8x8\n");
    let named = place.write("named.toml", "turn = 3\n");
    let long = [b"# positions of othello 8x8\n", &[b'x'; 3 << 20][..]].concat();
    let long = place.write("long.txt", long);
    let new = place.text("new");
    for (arguments, part) in [
        (vec!["--solved", "10"], "--solved is for named weights"),
        (vec!["--records", &letter], "--records is for named weights"),
        (vec!["--exact"], "--exact is for named weights"),
        (vec!["--prior", "0"], "prior: a number above 0"),
        (vec!["--prior", "1e300"], "prior: a number above 0, at most 1000000000"),
        (vec!["--from", &named], "these are named weights"),
        (vec!["--from", &letter], "letter.txt: line 1"),
        (vec!["-o", &letter], "is no file of weights, and stays as it is"),
        (vec!["--saved", &letter], "this is no file of positions"),
        (vec!["--saved", &other], "these are positions of othello 6x6, not of othello 8x8"),
        (vec!["--saved", &broken], "line 2: a line is SCORE GAME POSITION, not '3 1'"),
        (vec!["--saved", &few], "0 positions are too few"),
        (vec!["--saved", &wrong], "wrong.txt: line 2: 'X', 'O' or '-' for a1 expected"),
        (vec!["--saved", &long], "long.txt: line 2: a line of more than"),
        (vec!["--saved", "/no/such/file"], "/no/such/file: "),
        (vec!["--save", "/no/such/folder/file"], "/no/such/folder/file: "),
        (vec!["--save", &letter], "letter.txt: is no file of positions, and stays as it is"),
        (vec!["--save", &new, "-o", &new], "new: is named twice"),
        (
            vec!["--player", "nobody", "--games", "1"],
            "there is no evaluator 'nobody', only learned, patterns",
        ),
    ] {
        let output = tune(&arguments);
        assert!(!output.status.success(), "{arguments:?}");
        let said = errors(&output);
        assert!(said.contains(part), "{arguments:?}: {said}");
    }
    assert_eq!(std::fs::read_to_string(&letter).unwrap(), "Dear reader\n");
    assert!(!place.path("new").exists());
    let output = sarsen(&["tune", "connect4", "--fresh"]);
    assert!(errors(&output).contains("has no patterns to fit"), "{}", errors(&output));
}
