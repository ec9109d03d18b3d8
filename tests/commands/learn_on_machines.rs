//! `sarsen learn tasks`, `learn play` and `learn add`: games that are played anywhere, in any
//! order, give the weights that one process learns.

use std::collections::BTreeSet;
use std::process::{Command, Output};

use crate::support::place::Place;
use crate::support::process::{feed, sarsen, says};
use crate::support::slow::is_left_out;
use serde_json::Value;

/// The arguments of a short run. Three of its five batches bring the positions that a generation
/// needs.
const RUN: &str = "connect4 5x4 --games 1000 --positions 6000 --nodes 20 --solver-nodes 0 \
                   --generations 2 --threads 2";

/// A part of learning, with the arguments of the run and this output.
fn part<'a>(name: &'a str, file: &'a str) -> Vec<&'a str> {
    let words = RUN.split_whitespace();
    ["learn"]
        .into_iter()
        .chain(Some(name).filter(|name| !name.is_empty()))
        .chain(words)
        .chain(["-o", file])
        .collect()
}

/// A part that reads lines.
fn fed(arguments: &[&str], lines: &[String]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sarsen"));
    feed(command.args(arguments), (lines.join("\n") + "\n").as_bytes())
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn tasks(file: &str) -> Vec<String> {
    says(&part("tasks", file)).lines().map(str::to_owned).collect()
}

/// The games of tasks.
fn played(tasks: &[String], more: &[&str]) -> Vec<String> {
    let output = fed(&[&["learn", "play"], more].concat(), tasks);
    assert!(output.status.success(), "{}", text(&output.stderr));
    text(&output.stdout).lines().map(str::to_owned).collect()
}

/// The batches of lines.
fn batches<'a>(lines: impl IntoIterator<Item = &'a String>) -> BTreeSet<u64> {
    let batch = |line: &String| {
        let line: Value = serde_json::from_str(line).unwrap();
        line.get("task").unwrap_or(&line)["batch"].as_u64().unwrap()
    };
    lines.into_iter().map(batch).collect()
}

#[test]
fn many_machines_learn_what_one_process_does() {
    let place = Place::new();
    let whole = place.text("whole.learned");
    says(&part("", &whole));
    let file = place.text("my.learned");

    // Nobody knows yet how many positions the games bring, so all are asked for.
    let first = tasks(&file);
    assert_eq!(batches(&first), (0..5).collect());
    assert_eq!(tasks(&file), first, "asking changes nothing");
    // Two machines play from behind. A batch is played by both.
    let mut games = played(&first[2..], &["--threads", "2"]);
    games.reverse();
    let said = says_after(&part("add", &file), &games);
    assert!(said.contains("3 new batches of games; generation 1 lacks "), "{said}");
    // Now it is known about how many positions a batch has.
    let rest = tasks(&file);
    assert_eq!(batches(&rest), (0..2).collect());
    let said = says_after(&part("add", &file), &played(&first[..3], &[]));
    assert!(said.contains("2 new batches of games, 1 known; generation 2 lacks "), "{said}");

    let second = tasks(&file);
    assert!(second.len() < 5, "the last generation has shown how many are needed");
    // What comes late is needed no more.
    let said = says_after(&part("add", &file), &games);
    assert!(said.contains("0 new batches of games, 3 known"), "{said}");
    let mut left = second;
    while !left.is_empty() {
        let said = says_after(&part("add", &file), &played(&left, &["--weights", &file]));
        left = tasks(&file);
        assert_eq!(left.is_empty(), said.contains("all generations are complete"), "{said}");
    }
    assert!(std::fs::read(&file).unwrap() == std::fs::read(&whole).unwrap());
    // One process could go on from here, too.
    let again = says(&part("", &file));
    assert!(again.contains("stronger than without an opinion"), "{again}");
}

/// What a part says that reads lines, and takes all of them.
fn says_after(arguments: &[&str], lines: &[String]) -> String {
    let output = fed(arguments, lines);
    assert!(output.status.success(), "{}", text(&output.stderr));
    text(&output.stdout)
}

#[test]
fn one_process_goes_on_with_what_many_have_begun() {
    if is_left_out("learning that one process ends") {
        return;
    }
    let place = Place::new();
    let [whole, file] = ["whole.learned", "my.learned"].map(|name| place.text(name));
    let run = |file: &str| says(&[&part("", file)[..], &["--json"]].concat());
    run(&whole);
    // The first batches are missing, and the last one is more than is needed.
    let games = played(&tasks(&file)[1..], &[]);
    says_after(&part("add", &file), &[games[0].clone(), games[3].clone()]);
    run(&file);
    assert!(std::fs::read(&file).unwrap() == std::fs::read(&whole).unwrap());
}

#[test]
fn what_does_not_belong_is_refused_and_changes_nothing() {
    let place = Place::new();
    let file = place.text("my.learned");
    let first = tasks(&file);
    let games = played(&first[..1], &[]);
    let before = std::fs::read(format!("{file}.progress")).unwrap();
    let change = |edit: &dyn Fn(&mut Value)| {
        let mut line: Value = serde_json::from_str(&games[0]).unwrap();
        edit(&mut line);
        line.to_string()
    };
    let damaged = change(&|line| {
        let mut seen = line["seen"].as_str().unwrap().to_owned();
        let at = seen.len() / 2;
        let other = if &seen[at..=at] == "A" { "B" } else { "A" };
        seen.replace_range(at..=at, other);
        line["seen"] = seen.into();
    });
    for (line, why) in [
        ("nonsense", "no answer to a task of 'learn'"),
        (&first[0], "no answer to a task of 'learn'"),
        (&damaged, "the positions are damaged"),
        (&change(&|line| line["positions"] = 7.into()), "the positions are damaged"),
        (&change(&|line| line["positions"] = u64::MAX.into()), "the positions are damaged"),
        (&change(&|line| line["seen"] = "?".into()), "the positions are damaged"),
        (&change(&|line| line["task"]["plan"]["nodes"] = 21.into()), "generation 1, batch 0"),
        (&change(&|line| line["task"]["batch"] = 4_000_000_000_u32.into()), "the games of another"),
        (&change(&|line| line["task"]["generation"] = 2.into()), "generation 2, batch 0"),
        (&change(&|line| line["task"]["games"] = 199.into()), "generation 1, batch 0"),
    ] {
        let output = fed(&part("add", &file), &[String::new(), line.to_owned()]);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{line}");
        assert!(said.contains("line 2: ") && said.contains(why), "{said}");
        assert!(said.contains("1 lines could not be added"), "{said}");
        assert!(std::fs::read(format!("{file}.progress")).unwrap() == before, "{why}");
    }
    // What is right is added all the same.
    let output = fed(&part("add", &file), &["nonsense".to_owned(), games[0].clone()]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stdout).contains("1 new batches of games"), "{}", text(&output.stdout));
    let output = sarsen(&[&part("add", &file)[..], &["--seed", "2"]].concat());
    assert!(text(&output.stderr).contains("the seed was 1 and is 2 now"));
}

#[test]
fn games_need_their_weights_and_their_program() {
    let place = Place::new();
    let file = place.text("my.learned");
    let first = tasks(&file);
    says_after(&part("add", &file), &played(&first, &[]));
    let second = tasks(&file);
    let other = place.text("other.learned");
    let run = RUN.replace("--generations 2", "--generations 1 --seed 3");
    let run: Vec<&str> = run.split_whitespace().collect();
    says(&[&["learn", "-o", &other][..], &run].concat());
    let change = |name: &str, value: Value| {
        let mut line: Value = serde_json::from_str(&first[0]).unwrap();
        line[name] = value;
        vec![line.to_string()]
    };
    for (lines, weights, why) in [
        (&second, None, "line 1: these games are played with the weights so far, and no"),
        (&second, Some(&other), "line 1: the weights are not those of the task, but others: "),
        (&second, Some(&place.text("missing")), "missing: No such file or directory"),
        (&change("version", "0.0.0".into()), None, "a task of version 0.0.0, and this is "),
        (&change("features", 7.into()), None, "connect4 5x4 is not the same game there"),
        (&change("game", "chess".into()), None, "unknown game 'chess'"),
        (&vec!["{}".to_owned()], None, "line 1: no task of 'learn': missing field"),
    ] {
        let weights = weights.map(|file| vec!["--weights", file]).unwrap_or_default();
        let output = fed(&[&["learn", "play"], &weights[..]].concat(), lines);
        let said = text(&output.stderr);
        assert!(output.status.code() == Some(1) && said.contains(why), "{said}");
        assert!(output.stdout.is_empty());
    }
}
