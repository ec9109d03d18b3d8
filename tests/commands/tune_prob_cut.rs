//! `sarsen tune prob-cut` in a real process.

use std::process::Output;

use crate::support::place::Place;
use crate::support::process::sarsen;
use sarsen::game::Forecasts;
use serde_json::Value;

fn errors(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Runs it with a few games.
fn fit(arguments: &[&str]) -> Output {
    let few = ["tune", "prob-cut", "--games", "30", "--nodes", "100", "--stage", "30"];
    sarsen(&[&few, arguments].concat())
}

#[test]
fn the_same_seed_gives_the_same_file_on_any_number_of_threads() {
    let place = Place::new();
    let file = place.text("forecasts.toml");
    for game in ["connect4", "stonehenge", "othello"] {
        let fit = |seed: &str, threads: &str| {
            let output =
                fit(&[game, "--depth", "4", "--seed", seed, "--threads", threads, "-o", &file]);
            assert!(output.status.success(), "{}", errors(&output));
            let table = String::from_utf8(output.stdout).unwrap();
            assert!(table.contains("deviation") && table.contains("of 30 games"), "{table}");
            std::fs::read_to_string(&file).unwrap()
        };
        let first = fit("7", "1");
        assert_eq!(first, fit("7", "2"), "{game}");
        assert_ne!(first, fit("8", "2"), "{game}");
        let title = format!("# sarsen tune prob-cut {game}");
        assert!(first.lines().any(|line| line.starts_with(&title)), "{first}");
        let forecasts = Forecasts::parse(&first).unwrap();
        for forecast in forecasts.iter() {
            assert!([(3, 1), (4, 2)].contains(&(forecast.deep, forecast.shallow)));
            assert!(forecast.slope > 0.2 && forecast.deviation > 0.0, "{game}: {forecast:?}");
        }
    }
}

#[test]
fn programs_read_the_result() {
    let output = fit(&["connect4", "6x5", "--depth", "5", "--evaluator", "WINDOWS", "--json"]);
    assert!(output.status.success(), "{}", errors(&output));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["game"], "connect4 6x5");
    assert_eq!(report["evaluator"], "windows");
    let positions = report["positions"].as_u64().unwrap();
    assert!((40..=240).contains(&positions), "{positions}");
    let forecasts = report["forecasts"].as_array().unwrap();
    assert!(!forecasts.is_empty());
    for forecast in forecasts {
        assert!(forecast["positions"].as_u64().unwrap() <= positions);
        assert!(forecast["correlation"].as_f64().unwrap().abs() <= 1.0);
        assert!(forecast["shallow"].as_u64() < forecast["deep"].as_u64());
        assert_eq!(forecast["left"].as_array().unwrap().len(), 2);
    }
}

#[test]
fn mistakes_are_explained() {
    let place = Place::new();
    let letter = place.write("letter.txt", "Dear reader\n");
    let folder = place.text("");
    for (arguments, part) in [
        (&["chess"][..], "unknown game 'chess'"),
        (&["connect4", "--evaluator", "fate"], "there is no evaluator 'fate', only threats, "),
        (&["connect4", "--depth", "2"], "2 is not in 3..=60"),
        (&["connect4", "--openings", "42"], "42 random plies end the game"),
        (&["connect4", "--games", "1", "--depth", "3"], "are too few to learn from"),
        (&["connect4", "-o", "/no/such/place"], "there is no folder /no/such"),
        (&["connect4", "-o", &letter], "is no file of forecasts, and stays as it is"),
        (&["connect4", "-o", &folder], "is no file of forecasts, and stays as it is"),
    ] {
        let output = sarsen(&[&["tune", "prob-cut"], arguments].concat());
        assert!(!output.status.success(), "{arguments:?}");
        assert!(errors(&output).contains(part), "{arguments:?}: {}", errors(&output));
    }
    assert_eq!(std::fs::read_to_string(letter).unwrap(), "Dear reader\n");
    // Arguments of `tune` itself do not go with it.
    let output = sarsen(&["tune", "--spread", "3", "prob-cut", "connect4"]);
    assert!(!output.status.success());
}

#[test]
#[cfg(unix)]
fn an_interrupt_ends_it_at_once_and_writes_nothing() {
    crate::tune::interrupted(&["prob-cut", "connect4", "--depth", "20"], "forecasts.toml");
}

#[test]
#[cfg(unix)]
fn a_full_disk_leaves_the_old_forecasts() {
    let few = ["--games", "30", "--nodes", "100", "--stage", "30", "--depth", "4"];
    crate::tune::kept(&[&["prob-cut", "connect4"], &few[..]].concat());
}
