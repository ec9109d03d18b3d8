//! `sarsen learn` as a process: what it writes, how it goes on after being killed, and how its
//! weights are used and refused.

use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::support::place::Place;
use crate::support::process::{Engine, sarsen, says};
use crate::support::slow::{is_left_out, rounds};
use sarsen::learned::LearnedWeights;
use serde_json::Value;

fn errors(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The arguments of a short run, on one thread.
const SHORT: [&str; 13] = [
    "learn",
    "connect4",
    "5x4",
    "--games",
    "210",
    "--nodes",
    "20",
    "--solver-nodes",
    "20",
    "--generations",
    "2",
    "--threads",
    "1",
];

/// A short run with more arguments.
fn learn(more: &[&str]) -> Output {
    sarsen(&[&SHORT, more].concat())
}

/// The weights of a short run.
fn learnt(file: &str) -> Vec<u8> {
    let output = learn(&["-o", file]);
    assert!(output.status.success(), "{}", errors(&output));
    std::fs::read(file).unwrap()
}

#[test]
fn it_learns_and_its_weights_are_used() {
    let place = Place::new();
    let file = place.text("my.learned");
    let output = learn(&["-o", &file, "--json"]);
    assert!(output.status.success(), "{}", errors(&output));
    let lines: Vec<Value> = String::from_utf8_lossy(&output.stdout)
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[1]["number"], 2);
    assert_eq!(lines[1]["games"], 420);
    assert!(lines[0]["is_kept"] == true && lines[0]["gain"]["elo"].as_f64().unwrap() > 50.0);
    assert!(lines[0]["error"].as_f64().unwrap() < lines[0]["blind"].as_f64().unwrap());
    let weights = LearnedWeights::from_bytes(&std::fs::read(&file).unwrap()).unwrap();
    assert!(weights.forecasts().least_depth() == Some(3), "{}", weights.forecasts());

    let eval = |more: &[&str]| {
        says(
            &[&["eval", "connect4", "5x4", "--moves", "3 3 3", "--evaluator", "learned"], more]
                .concat(),
        )
    };
    assert_eq!(eval(&[]).trim(), "0", "without weights all positions are even");
    let value: i32 = eval(&["--weights", &file]).trim().parse().unwrap();
    assert_ne!(value, 0);

    let mut engine = Engine::start();
    engine.send("newgame connect4 5x4");
    engine.send(&format!("setoption name Weights value {file}"));
    engine.send("setoption name Evaluator value learned");
    engine.send("position startpos moves 3 3 3");
    assert_eq!(engine.ask("query eval"), format!("response {value}"));

    // Another game in between: the weights come back.
    engine.send("newgame connect4");
    assert_eq!(engine.ask("query eval"), "response 0");
    engine.send("newgame connect4 5x4");
    engine.send("position startpos moves 3 3 3");
    assert_eq!(engine.ask("query eval"), format!("response {value}"));

    // The run goes on from where it was: nothing is left to do.
    let again = learn(&["-o", &file]);
    assert!(again.status.success(), "{}", errors(&again));
    let text = String::from_utf8_lossy(&again.stdout).into_owned();
    assert!(text.contains("stronger than without an opinion"), "{text}");
}

#[test]
fn damaged_and_foreign_weights_change_nothing() {
    let place = Place::new();
    let file = place.text("my.learned");
    let bytes = learnt(&file);
    let mut engine = Engine::start();
    engine.send("newgame connect4 5x4");
    engine.send(&format!("setoption name Weights value {file}"));
    engine.send("setoption name Evaluator value learned");
    engine.send("position startpos moves 3 3 3");
    let value = engine.ask("query eval");
    let mut refused = |name: &str, content: &[u8], why: &str| {
        let path = place.write(name, content);
        let said = engine.ask(&format!("setoption name Weights value {path}"));
        assert!(said.starts_with("info string error") && said.contains(why), "{name}: {said}");
        assert_eq!(engine.ask("query eval"), value, "{name}");
    };
    for (number, at) in (0..bytes.len()).step_by(bytes.len() / 40).enumerate() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 0x20;
        refused(&format!("damaged{number}"), &damaged, "");
        refused(&format!("short{number}"), &bytes[..at], "");
    }
    let text = String::from_utf8_lossy(&bytes).into_owned();
    assert!(text.contains("connect4 5x4"));
    refused("longer", &[&bytes[..], b"\n"].concat(), "");

    engine.send("newgame connect4 6x5");
    let said = engine.ask(&format!("setoption name Weights value {file}"));
    assert!(said.contains("learnt for connect4 5x4, not for connect4 6x5"), "{said}");
    assert_eq!(engine.ask("query eval"), "response 0");
}

#[test]
fn killed_at_any_moment_it_goes_on_to_the_same_weights() {
    let place = Place::new();
    let began = Instant::now();
    let whole = learnt(&place.text("whole.learned"));
    let time = began.elapsed();
    let file = place.text("killed.learned");
    let mut random = 7_u64;
    for _ in 0..rounds(1, 5) {
        random =
            random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let mut child = Command::new(env!("CARGO_BIN_EXE_sarsen"))
            .args(SHORT)
            .args(["-o", &file])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(time.mul_f64((random >> 40) as f64 / f64::from(1 << 24) * 0.3));
        // On Unix this is SIGKILL.
        let _ = child.kill();
        child.wait().unwrap();
        std::thread::sleep(Duration::from_millis(5));
    }
    assert_eq!(learnt(&file), whole);
}

#[test]
fn killed_while_its_progress_is_made_it_begins_again() {
    let place = Place::new();
    let settings = "learn connect4 4x4 --games 20 --nodes 5 --generations 1 --threads 1 -o";
    let mut cut_short = 0;
    for number in 0..rounds(5, 12) as u64 {
        let file = place.text(&format!("{number}.learned"));
        let begin = || {
            let mut command = Command::new(env!("CARGO_BIN_EXE_sarsen"));
            command.args(settings.split(' ')).arg(&file).stdout(Stdio::null());
            command.stderr(Stdio::piped()).spawn().unwrap()
        };
        let mut child = begin();
        let journal = format!("{file}.progress-journal");
        let deadline = Instant::now() + Duration::from_secs(30);
        while !std::path::Path::new(&journal).exists() {
            assert!(Instant::now() < deadline && child.try_wait().unwrap().is_none());
        }
        // As far as it gets while it is written.
        std::thread::sleep(Duration::from_micros(50 * number));
        let _ = child.kill();
        child.wait().unwrap();
        cut_short += usize::from(std::path::Path::new(&journal).exists());
        let output = begin().wait_with_output().unwrap();
        assert!(output.status.success(), "{}", errors(&output));
    }
    assert!(cut_short > 0);
}

#[test]
fn it_learns_on_if_nobody_reads_what_it_says() {
    if is_left_out("learning with a closed output") {
        return;
    }
    let place = Place::new();
    for more in [&[][..], &["--json"]] {
        let file = place.text(&format!("{}.learned", more.len()));
        let mut child = Command::new(env!("CARGO_BIN_EXE_sarsen"))
            .args(SHORT)
            .args(["-o", &file])
            .args(more)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success() && output.stderr.is_empty(), "{}", errors(&output));
        LearnedWeights::from_bytes(&std::fs::read(&file).unwrap()).unwrap();
    }
}

#[test]
fn what_is_not_its_own_is_left_alone() {
    let place = Place::new();
    let file = place.write("my.learned", "dear diary");
    let output = learn(&["-o", &file]);
    assert!(!output.status.success());
    assert!(errors(&output).contains("is no file of learned weights"), "{}", errors(&output));
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "dear diary");

    let file = place.text("other.learned");
    let progress = place.write("other.learned.progress", "dear diary");
    let output = learn(&["-o", &file]);
    assert!(errors(&output).contains("is no progress of 'learn'"), "{}", errors(&output));
    assert_eq!(std::fs::read_to_string(progress).unwrap(), "dear diary");

    // Files of which SQLite would think that they are its own.
    let whole = place.text("whole.learned");
    learnt(&whole);
    let whole = std::fs::read(format!("{whole}.progress")).unwrap();
    for (length, content) in [(1, &b"x"[..]), (72, &whole), (90, &whole), (300, &whole)] {
        let name = format!("short{length}.learned");
        let progress = format!("{}.progress", place.text(&name));
        std::fs::write(&progress, &content[..length]).unwrap();
        let output = learn(&["-o", &place.text(&name)]);
        assert!(errors(&output).contains("is no progress of 'learn'"), "{}", errors(&output));
        assert_eq!(std::fs::read(progress).unwrap(), content[..length]);
    }
    for end in ["journal", "wal", "shm"] {
        let file = place.text(&format!("{end}.learned"));
        let beside = place.write(&format!("{end}.learned.progress-{end}"), "dear diary");
        let output = learn(&["-o", &file]);
        assert!(errors(&output).contains("is no progress of 'learn'"), "{}", errors(&output));
        assert_eq!(std::fs::read_to_string(beside).unwrap(), "dear diary");
    }
    let folder = place.text("folder.learned.progress-journal");
    std::fs::create_dir(folder).unwrap();
    let output = learn(&["-o", &place.text("folder.learned")]);
    assert!(errors(&output).contains("is no progress of 'learn'"), "{}", errors(&output));

    let file = place.text("third.learned");
    let bytes = learnt(&file);
    let output = sarsen(&["learn", "connect4", "6x5", "-o", &file]);
    assert!(errors(&output).contains("has weights for connect4 5x4"), "{}", errors(&output));
    assert_eq!(std::fs::read(&file).unwrap(), bytes);
    let progress = place.text("third.learned.progress");
    let output = learn(&["-o", &progress]);
    assert!(errors(&output).contains("is no file of learned weights"), "{}", errors(&output));
    let output = learn(&["-o", &place.text("new.progress")]);
    assert!(errors(&output).contains("for files of progress"), "{}", errors(&output));
    let output = learn(&["-o", &file, "--seed", "9"]);
    let said = errors(&output);
    assert!(said.contains("the seed was 1 and is 9 now"), "{said}");
}

#[test]
fn many_positions_end_a_generation() {
    if is_left_out("learning from many positions") {
        return;
    }
    let place = Place::new();
    let games = |generations: &str| {
        let settings =
            "connect4 4x4 --games 1000 --positions 500 --nodes 5 --solver-nodes 50 --json";
        let settings: Vec<&str> = settings.split(' ').collect();
        let ends = ["--threads", "1", "--generations", generations];
        let output = ["-o", &place.text("my.learned")];
        let said = says(&[&["learn"][..], &settings, &ends, &output].concat());
        let parsed = |line: &str| serde_json::from_str::<Value>(line).unwrap()["games"].clone();
        said.lines().map(parsed).collect::<Vec<Value>>()
    };
    assert_eq!(games("1"), [200]);
    assert_eq!(games("3"), [200, 400, 600]);
}

#[test]
fn from_one_game_nothing_is_learnt() {
    let place = Place::new();
    let file = place.text("my.learned");
    let one = ["learn", "connect4", "4x4", "--games", "1", "--nodes", "5", "-o", &file];
    for generations in ["1", "2"] {
        let said = says(&[&one[..], &["--generations", generations]].concat());
        assert!(said.contains("nothing was learnt that plays better than no opinion"), "{said}");
    }
    assert_eq!(place.names(), ["my.learned.progress"]);
}

#[test]
fn it_says_what_it_cannot_do() {
    let output = sarsen(&["learn", "connect4", "--hours", "-1"]);
    assert!(errors(&output).contains("hours: -1 is not"), "{}", errors(&output));
    let output = sarsen(&["learn", "connect4", "--generations", "-1"]);
    assert!(errors(&output).contains("-1 is not in 1.."), "{}", errors(&output));
    let output = sarsen(&["learn", "connect4", "-o", "-"]);
    assert!(errors(&output).contains("-: weights need a file"), "{}", errors(&output));
    let output = sarsen(&["learn", "connect4", "-o", "/nowhere/at/all"]);
    assert!(errors(&output).contains("there is no folder"), "{}", errors(&output));
    let output =
        Command::new(crate::support::example("undescribed")).arg("learn").output().unwrap();
    assert!(errors(&output).contains("does not describe its board"), "{}", errors(&output));
    let place = Place::new();
    let rules = place.text("large.rbg");
    let row = |piece: &str| format!("[{}]", [piece; 17].join(", "));
    let board = [vec![row("b")], vec![row("e"); 15], vec![row("w")]].concat().join(" ");
    let text = format!(
        "#players = white(1), black(1) #pieces = e, w, b #variables =
        #board = rectangle(up, down, left, right, {board})
        #any = (up* + down*)(left* + right*)
        #turn(me; my; ahead) = ->me any {{my}} [e] ahead {{e}} ->> [my] [$ me = 1]
        #rules = (turn(white; w; up) turn(black; b; down))*"
    );
    std::fs::write(&rules, text).unwrap();
    let output = sarsen(&["learn", &rules, "-o", &place.text("large.learned")]);
    assert!(!output.status.success());
    let why = "the board has 289 places and strokes, and at most 256 can be learnt from";
    assert!(errors(&output).contains(why), "{}", errors(&output));
    assert_eq!(place.names(), ["large.rbg"]);
}

/// What comes with Abalone wins both games of a pair against the evaluator written by hand.
#[test]
fn what_comes_with_abalone_plays_well() {
    let players = ["-p", "name=learned Evaluator=learned", "-p", "name=hand Evaluator=formation"];
    let limits = ["--nodes", "2000", "--games", "2"];
    let said = says(&[&["match", "abalone"][..], &players, &limits].concat());
    assert!(said.contains("learned - hand: +2 =0 -0"), "{said}");
}
