//! `sarsen report`: what a game is like.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::support::place::Place;
use crate::support::process::{sarsen, says};
use crate::support::slow::{self, rounds};
use serde_json::Value;
use std::fmt::Write as _;

/// Two stones on tracks of their own: one step or two. Who begins comes first.
const RACE: &str = "#players = white(100), black(100)\n#pieces = e, w, b\n#variables =\n\
    #board = rectangle(up, down, left, right,\n\
    [w, e, e, e, e, e, e, e]\n[b, e, e, e, e, e, e, e])\n\
    #anywhere = (up* + down*)(left* + right*)\n\
    #turn(me; stone) = ->me anywhere {stone} [e] right (. + right) [stone]\n\
    ->> ({! right} [$ me = 100] ->> {} + {? right})\n\
    #rules = (turn(white; w) turn(black; b))*\n";

/// Three in a row on nine places: a draw.
const NOUGHTS: &str = "#players = x(100), o(100)\n#pieces = e, a, b\n#variables =\n\
    #board = rectangle(up, down, left, right, [e, e, e] [e, e, e] [e, e, e])\n\
    #anywhere = (up* + down*)(left* + right*)\n\
    #line(mark; way) = {mark} way {mark} way {mark}\n\
    #three(mark) = anywhere (line(mark; right) + line(mark; down) + line(mark; down right)\n\
    + line(mark; down left))\n\
    #turn(me; mark; foe) = ->me anywhere {e} [mark]\n\
    ->> ({? three(mark)} [$ me = 100, foe = 0] ->> {} + {! three(mark)})\n\
    #rules = [$ x = 50, o = 50] (turn(x; a; o) turn(o; b; x))*\n";

/// A file with rules.
fn file(place: &Place, name: &str, rules: &str) -> String {
    let path = place.path(name);
    std::fs::write(&path, rules).unwrap();
    path.to_str().unwrap().to_owned()
}

/// A report as JSON.
fn report(arguments: &[&str]) -> Value {
    serde_json::from_str(&says(&[&["report"], arguments, &["--json"]].concat())).unwrap()
}

/// Reports only of games with itself.
const ITSELF: [&str; 4] = ["--pairs", "0", "--exact-nodes", "0"];

/// The topics of which there is something to mend.
fn warned(report: &Value) -> Vec<&str> {
    let findings = report["findings"].as_array().unwrap();
    let warnings = findings.iter().filter(|finding| finding["is_warning"] == true);
    warnings.map(|finding| finding["topic"].as_str().unwrap()).collect()
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value}"))
}

fn is_near(value: &Value, expected: f64) {
    assert!((number(value) - expected).abs() < 1e-9, "{value} {expected}");
}

/// The first line of a journal of a game with 40 nodes a move.
fn head(game: &[&str]) -> String {
    let place = Place::new();
    let path = place.text("one.journal");
    let one = ["--nodes", "40", "--games", "1", "--journal", &path];
    report(&[game, &one, &ITSELF].concat());
    let text = std::fs::read_to_string(&path).unwrap();
    text.split_inclusive('\n').next().unwrap().to_owned()
}

#[test]
fn the_measures_of_games_made_by_hand_are_known() {
    let place = Place::new();
    // The first player wins in a column. Then he is about to, and misses it: the second one wins.
    let games = [
        ("1 2 1 2 1 2 1", "0 0 0 0 w w w", "[2,1]"),
        ("1 2 1 2 1 2 3 2", "0 0 0 0 w w w l", "[0,0]"),
    ];
    let mut journal = head(&["connect4", "5x4"]);
    // In any order.
    for (number, (moves, opinions, traps)) in games.iter().enumerate().rev() {
        writeln!(
            journal,
            "{{\"stage\":0,\"number\":{number},\"moves\":\"{moves}\",\"opinions\":\"{opinions}\",\
             \"traps\":{traps}}}"
        )
        .unwrap();
    }
    let path = file(&place, "hand.journal", &journal);
    let arguments = ["connect4", "5x4", "--nodes", "40", "--games", "2", "--journal", &path];
    let found = report(&[&arguments[..], &ITSELF].concat());
    assert_eq!(found["results"]["counts"], serde_json::json!([1, 1, 0]));
    is_near(&found["results"]["first"]["value"], 0.5);
    is_near(&found["length"]["plies"]["mean"], 7.5);
    assert_eq!(found["length"]["histogram"], serde_json::json!([[7, 1], [8, 1]]));
    is_near(&found["choice"]["moves"]["mean"], 5.0);
    is_near(&found["choice"]["forced"]["value"], 0.0);
    let drama = &found["drama"];
    is_near(&drama["decided"], (4.0 / 7.0 + 7.0 / 8.0) / 2.0);
    is_near(&drama["lead_changes"], 0.5);
    is_near(&drama["drama"], 0.5);
    is_near(&drama["comebacks"]["value"], 0.5);
    is_near(&found["traps"]["value"], 0.5);
    assert_eq!(found["openings"]["different"][3], serde_json::json!([8, 1, 1]));
    assert_eq!(found["openings"]["different"][0], serde_json::json!([2, 1, 2]));
    assert_eq!(found["openings"]["different_games"], 2);
    assert_eq!(found["length"]["longest"], 1);
    assert_eq!(found["openings"]["first"][0]["text"], "1");
    assert_eq!(found["openings"]["first"][0]["share"]["of"], 2);
    // Stones only come to empty places, so nothing can be said of contact.
    assert!(found["board"]["contact"].is_null());
    assert_eq!(found["board"]["unused_places"].as_array().unwrap().len(), 20 - 9);
}

#[test]
fn a_race_is_found_out() {
    let place = Place::new();
    let race = file(&place, "race.rbg", RACE);
    let found = report(&[&race, "--games", "60", "--nodes", "300", "--pairs", "20"]);
    // Whoever begins makes four moves of two steps, of which the last may be one step.
    assert_eq!(found["results"]["counts"], serde_json::json!([60, 0, 0]));
    assert_eq!(found["length"]["plies"]["median"], 7);
    is_near(&found["board"]["contact"]["value"], 0.0);
    for topic in ["balance", "contact", "decision"] {
        assert!(warned(&found).contains(&topic), "{topic}: {:?}", warned(&found));
    }
    let text = says(&["report", &race, "--games", "30", "--nodes", "300", "--pairs", "5"]);
    assert!(text.contains("the second player never won in 30 games"), "{text}");
    assert!(text.contains("a race: the players hardly touch each other"), "{text}");
}

/// What nine places are worth to the one who moves: 1, 0 or -1.
fn noughts(board: &mut [u8; 9], me: u8) -> i32 {
    const LINES: [[usize; 3]; 8] =
        [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
    if LINES.iter().any(|line| line.iter().all(|&at| board[at] == 3 - me)) {
        return -1;
    }
    let mut best = None;
    for at in 0..9 {
        if board[at] == 0 {
            board[at] = me;
            best = best.max(Some(-noughts(board, 3 - me)));
            board[at] = 0;
        }
    }
    best.unwrap_or(0)
}

#[test]
fn a_drawish_game_is_found_out() {
    let place = Place::new();
    let game = file(&place, "noughts.rbg", NOUGHTS);
    assert_eq!(noughts(&mut [0; 9], 1), 0);
    let found = report(&[&game, "--games", "60", "--nodes", "3000", "--pairs", "0"]);
    assert!(number(&found["results"]["draws"]["value"]) > 0.9, "{found}");
    assert!(warned(&found).contains(&"draws"), "{:?}", warned(&found));
    assert!((number(&found["results"]["first"]["value"]) - 0.5).abs() < 0.05, "{found}");
}

/// A plain program takes the measures again from the journal.
#[test]
fn a_plain_program_comes_to_the_same() {
    let place = Place::new();
    let path = place.path("itself.journal");
    let journal = path.to_str().unwrap();
    let arguments = ["breakthrough.rbg", "--games", "30", "--nodes", "150"];
    let game = format!("{}/games/{}", env!("CARGO_MANIFEST_DIR"), arguments[0]);
    let all = [&[&*game], &arguments[1..], &ITSELF, &["--journal", journal]].concat();
    let found = report(&all);
    let slope = 1.0 / number(&found["drama"]["odds"]);
    let text = std::fs::read_to_string(&path).unwrap();
    let games: Vec<Value> =
        text.lines().skip(1).map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(games.len(), 30);
    let (mut plies, mut first_won, mut changes, mut decided) = (0, 0, 0, 0.0);
    for game in &games {
        let words = |name: &str| -> Vec<String> {
            game[name].as_str().unwrap().split(' ').map(str::to_owned).collect()
        };
        let moves = words("moves");
        plies += moves.len();
        // Without draws, the last to move has won here.
        let is_first = moves.len() % 2 == 1;
        first_won += usize::from(is_first);
        let mut leader = 0;
        let mut open = 0;
        for (at, opinion) in words("opinions").iter().enumerate() {
            let expected = match &**opinion {
                "w" => 1.0,
                "l" => 0.0,
                points => 1.0 / (1.0 + (-slope * points.parse::<f64>().unwrap()).exp()),
            };
            let now = if expected > 0.55 {
                1
            } else if expected < 0.45 {
                -1
            } else {
                leader
            };
            changes += usize::from(leader * now == -1);
            leader = now;
            let own = if is_first { expected } else { 1.0 - expected };
            if own <= 0.9 {
                open = at + 1;
            }
        }
        decided += open as f64 / moves.len() as f64;
    }
    assert_eq!(found["results"]["counts"], serde_json::json!([first_won, 30 - first_won, 0]));
    is_near(&found["length"]["plies"]["mean"], plies as f64 / 30.0);
    is_near(&found["drama"]["lead_changes"], changes as f64 / 30.0);
    is_near(&found["drama"]["decided"], decided / 30.0);
}

#[test]
fn the_same_arguments_give_the_same_report() {
    let games =
        [vec!["connect4", "5x4"], vec!["pig", "20"], vec!["othello", "6x6", "--strength", "40"]];
    for game in games {
        let with = |more: &[&str]| {
            let usual = ["--games", "20", "--nodes", "60", "--pairs", "4", "--exact-nodes", "5000"];
            report(&[&game[..], &usual, more].concat())
        };
        let once = with(&["--threads", "1"]);
        assert_eq!(once, with(&["--threads", "2"]), "{game:?}");
        assert_ne!(once, with(&["--threads", "2", "--seed", "2"]), "{game:?}");
    }
}

#[test]
fn a_killed_report_goes_on() {
    let arguments = ["othello", "6x6", "--games", "40", "--nodes", "300", "--pairs", "6"];
    let arguments = [&["report"], &arguments[..], &["--exact-nodes", "0", "--json"]].concat();
    let whole = says(&arguments);
    for kill in 0..rounds(2, 10) {
        let place = Place::new();
        let path = place.path("killed.journal");
        let journal = path.to_str().unwrap();
        let with_journal = [&arguments[..], &["--journal", journal]].concat();
        let mut child = Command::new(env!("CARGO_BIN_EXE_sarsen"))
            .args(&with_journal)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let lines = || std::fs::read_to_string(&path).map_or(0, |text| text.lines().count());
        let began = Instant::now();
        while lines() < 2 + 5 * kill && began.elapsed() < Duration::from_secs(60) {
            std::thread::sleep(Duration::from_millis(1));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(lines() >= 2);
        // As if the last line had not been written to its end.
        let mut text = std::fs::read_to_string(&path).unwrap();
        text.truncate(text.len() - 3);
        std::fs::write(&path, text).unwrap();
        assert_eq!(says(&with_journal), whole);
        // All is there now. With fewer games, the others do not count.
        let fewer = ["othello", "6x6", "--games", "10", "--nodes", "300"];
        let fewer = report(&[&fewer[..], &ITSELF, &["--journal", journal]].concat());
        assert_eq!(fewer["games"], 10);
    }
}

#[test]
fn a_journal_of_something_else_is_refused() {
    let place = Place::new();
    let complains = |text: &str, arguments: &[&str]| {
        let path = file(&place, "some.journal", text);
        let output =
            sarsen(&[&["report", "connect4", "5x4", "--journal", &path], arguments].concat());
        assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        assert!(!output.status.success() && output.stdout.is_empty(), "{output:?}");
        String::from_utf8(output.stderr).unwrap()
    };
    let good = head(&["connect4", "5x4"]);
    let game = |moves: &str, opinions: &str| {
        format!(
            "{good}{{\"stage\":0,\"number\":0,\"moves\":\"{moves}\",\"opinions\":\"{opinions}\",\
             \"traps\":[0,0]}}\n"
        )
    };
    let pace = ["--nodes", "40", "--games", "2"];
    for (text, wrong) in [
        ("hello\n".to_owned(), "line 1: this is no journal of a report"),
        (head(&["connect4"]), "it belongs to another report: the game was"),
        (good.clone() + "{}\n", "line 2: missing field"),
        (game("1 2 9", "0 0 0"), "line 2: ply 3:"),
        (game("1 2", "0 0 0"), "line 2: 3 opinions of 2 moves"),
        (game("1 2", "0 x"), "line 2: 'x' is no opinion"),
        (game("1 2", "0 0"), "line 2: the game has no end"),
    ] {
        let found = complains(&text, &pace);
        assert!(found.contains(wrong), "{wrong}: {found}");
    }
    let found = complains(&good, &["--nodes", "41", "--games", "2"]);
    assert!(found.contains("the pace was '40 nodes a move' there"), "{found}");
    let output = sarsen(&["report", "connect4", "--evaluator", "wisdom"]);
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("there is no evaluator 'wisdom'; there are threats"), "{error}");
}

#[test]
fn memory_stays_flat_over_very_many_games() {
    if slow::is_left_out("the memory of 30,000 games of a report") {
        return;
    }
    let place = Place::new();
    let game = file(&place, "noughts.rbg", NOUGHTS);
    let peak = |games: &str| {
        let arguments = ["report", &game, "--games", games, "--nodes", "1"];
        let mut child = Command::new(env!("CARGO_BIN_EXE_sarsen"))
            .args([&arguments[..], &ITSELF].concat())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let mut most = 0;
        while child.try_wait().unwrap().is_none() {
            most = most.max(crate::support::process::memory_of(child.id(), "VmHWM:").unwrap_or(0));
            std::thread::sleep(Duration::from_millis(5));
        }
        most
    };
    let (few, many) = (peak("7500"), peak("30000"));
    println!("{few} KiB with 7,500 games, {many} KiB with 30,000");
    assert!(many < few + 4 * 1024, "{few} {many}");
}

#[test]
fn weak_play_is_no_verdict() {
    let found =
        report(&["connect4", "5x4", "--evaluator", "none", "--games", "10", "--nodes", "9"]);
    assert!(found["is_blind"] == true && warned(&found).contains(&"play"), "{found}");
    // The book that comes with the game knows who wins, whatever the games say.
    let found = report(&["connect4", "--games", "60", "--nodes", "60", "--pairs", "0"]);
    let exact = &found["exact"];
    assert_eq!((&exact["result"], &exact["plies"]), (&"proven".into(), &41.into()));
    let is_contrary = number(&found["results"]["first"]["high"]) < 0.5;
    assert_eq!(warned(&found).contains(&"play"), is_contrary, "{found}");
}

/// After a change of the rules, games of before say nothing. A page is no journal.
#[test]
fn games_under_other_rules_do_not_count() {
    let place = Place::new();
    let race = file(&place, "race.rbg", RACE);
    let journal = place.text("race.journal");
    let few = ["--games", "4", "--nodes", "20", "--journal", &journal];
    report(&[&[&*race], &few[..], &ITSELF].concat());
    let before = std::fs::read(&journal).unwrap();
    let complains = |more: &[&str], wrong: &str| {
        let output = sarsen(&[&["report", &race], &few[..], &ITSELF, more].concat());
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success() && told.contains(wrong), "{wrong}: {told}");
        assert_eq!(std::fs::read(&journal).unwrap(), before);
    };
    complains(&["--html", &journal], "the page cannot be the journal as well");
    complains(&["--html", "-"], "a page needs a file");
    complains(&["--evaluator", "none"], "the evaluator was");
    let other = RACE.replace("right (. + right) [stone]", "right [stone]");
    assert!(other != RACE, "the rules are as they were");
    std::fs::write(&race, other).unwrap();
    complains(&[], "the number of the rules was");
}
