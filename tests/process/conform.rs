//! The judge of engines finds each fault of an engine, and reports it.

use std::process::{Command, Output, Stdio};
use std::time::Duration;

use crate::support::place::Place;
use crate::support::process::{all_gone, most_resident, sarsen, signal, with_a_child};
use crate::support::{example, slow};
use sarsen::client::conform::{Examination, Fault, PROMISES, Subject};

include!("../support/each_fault.rs");

/// Makes sure that the judge finds a fault of an engine.
fn breaks(fault: &str, promise: usize, words: &str) {
    let command = vec![example("faulty").into_os_string(), fault.into()];
    let mut subject = Subject::new(command, "connect4");
    subject.patience = Duration::from_secs(1);
    finds(subject, promise, words);
}

faults! {
    a_trailing_blank: "trailing-blank", 0, "a trailing blank: 'readyok '";
    carriage_returns: "carriage-return", 0, "a trailing blank";
    speaking_first: "greeting", 1, "'Welcome!'";
    one_introduction_only: "shy", 1, "'ugiok' was due";
    a_double_bestmove: "double-bestmove", 2, "silence was due, but it said 'bestmove";
    a_double_bestmove_after_stop: "double-bestmove", 4, "silence was due, but it said 'bestmove";
    a_lost_bestmove: "lost-bestmove", 2, "'bestmove' was due";
    a_bare_bestmove: "bare-bestmove", 10, "'' is not the first move";
    talk_without_end: "floods", 2, "'bestmove' was due";
    deafness_during_a_search: "deaf", 3, "'readyok' was due";
    a_hasty_readyok: "hasty-ready", 3, "'readyok' came before the answer to what was sent before it";
    hanging_on_stop: "hang-on-stop", 4, "'bestmove' was due, but did not come";
    a_stop_that_sticks: "sticky-stop", 4, "the search after 'stop' took";
    infinite_answered: "impatient-infinite", 5, "no answer was due yet";
    ponder_answered: "impatient-ponder", 5, "no answer was due yet";
    a_move_after_the_end: "tireless", 6, "gives '1'";
    zero_without_an_end: "zero-is-endless", 7, "'bestmove' was due";
    a_late_answer: "late-answer", 8, "'go movetime 10' took";
    a_bad_number_without_an_end: "bad-number-is-endless", 9, "'bestmove' was due";
    a_wrong_ponder: "wrong-ponder", 10, "is not legal";
    a_ponder_unasked: "unasked-ponder", 10, "'Ponder' is off";
    a_search_without_reports: "silent", 10, "no report with a score";
    a_wrong_variation: "wrong-variation", 10, "cannot be played";
    lingering_after_quit: "lingers", 11, "it has not ended";
    lingering_without_a_client: "orphan", 11, "the process was still there";
    noise_without_a_listener: "noisy", 12, "not quietly";
    blocking_without_a_reader: "blocked", 12, "the process was still there";
    any_hash_taken: "boastful-hash", 13, "was answered with 0 errors";
    moods: "moody", 14, "the second time";
    slow_positions: "slow-position", 15, "moves:";
    // The judge listens, is still writing, or begins to write when the engine dies.
    death_on_bad_input: "dies-on-bad-input", 16,
        "output has ended|takes no more input|process has ended";
    a_guessed_position: "guesses", 16, "was answered with 0 errors";
    a_leak: "leaks", 16, "KiB after";
}

#[test]
#[cfg(unix)]
fn nothing_of_an_engine_is_left() {
    let place = Place::new();
    let faulty = example("faulty").into_os_string().into_string().unwrap();
    let numbers = place.text("numbers");
    let script = with_a_child(&numbers, &format!("{faulty} none"));
    let (_, text) = judge(&["--only", "1", "--", "sh", "-c", &script]);
    assert!(text.contains("checked 1, broken"), "{text}");
    all_gone(&numbers);
}

#[test]
#[cfg(unix)]
fn engines_end_with_their_judge() {
    for name in ["INT", "TERM", "HUP"] {
        let place = Place::new();
        let numbers = place.text("numbers");
        let script = with_a_child(&numbers, "sleep 600");
        let mut judge = Command::new(env!("CARGO_BIN_EXE_sarsen"))
            .args(["conform", "--patience-ms", "600000", "--", "sh", "-c", &script])
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        while std::fs::read_to_string(&numbers).unwrap_or_default().lines().count() < 2 {
            assert!(judge.try_wait().unwrap().is_none());
            std::thread::sleep(Duration::from_millis(5));
        }
        signal(&judge, name);
        assert!(!judge.wait().unwrap().success());
        all_gone(&numbers);
    }
}

/// Judges an engine that never stops. Returns the greatest memory of the judge in MiB, and what it
/// wrote to standard error.
#[cfg(target_os = "linux")]
fn judge_in_flat_memory(script: &str) -> (u64, String) {
    let mut judge = Command::new(env!("CARGO_BIN_EXE_sarsen"))
        .args(["conform", "--patience-ms", "3000", "--", "sh", "-c", script])
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let most = most_resident(&mut judge);
    let output = judge.wait_with_output().unwrap();
    (most >> 10, String::from_utf8(output.stderr).unwrap())
}

#[test]
#[cfg(target_os = "linux")]
fn an_engine_that_never_stops_takes_little_memory() {
    for script in ["yes readyness", "tr '\\0' x < /dev/zero"] {
        let (most, errors) = judge_in_flat_memory(script);
        assert!(most < 150 && errors.contains("'readyok' was due, but"), "{most} MiB, {errors}");
    }
}

#[test]
fn the_verdict_is_a_table_with_details() {
    let faulty = example("faulty").into_os_string().into_string().unwrap();
    let (output, text) = judge(&["--only", "1,2", "--", &faulty, "double-bestmove"]);
    assert_eq!(output.status.code(), Some(1));
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with(" 1  silent") && lines[0].contains("  kept  "), "{text}");
    assert!(lines[1].starts_with(" 2  every") && lines[1].contains("  BROKEN  "), "{text}");
    assert!(text.contains("> go depth 1") && text.matches("< bestmove").count() >= 2, "{text}");
    assert!(text.ends_with("checked 2, broken 1\n"), "{text}");
}

#[test]
fn an_honest_engine_is_not_blamed() {
    let faulty = example("faulty").into_os_string().into_string().unwrap();
    let judgements = [
        &["connect4 5x4", "--only", "0,1,9,14"][..],
        // Its games end only because the judge lets positions come again.
        &["abalone", "--only", "6,15"],
        &["--only", "1,2,4,10,14,16", "--", &faulty, "none"],
    ];
    let not_blamed = |arguments: &[&str]| {
        let (output, text) = judge(arguments);
        // The tests may keep the machine too busy to be sure.
        assert!(matches!(output.status.code(), Some(0 | 3)), "{text}");
        assert!(text.contains(", broken 0"), "{text}");
    };
    std::thread::scope(|scope| {
        for arguments in judgements {
            scope.spawn(move || not_blamed(arguments));
        }
    });
}

/// The engine gets the files of rules, and the games have the same names in both processes.
#[test]
fn a_game_as_text_is_judged() {
    const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/games");
    let [breakthrough, connect4] =
        ["breakthrough", "connect4"].map(|name| format!("{FOLDER}/{name}.rbg"));
    let not_blamed = |arguments: &[&str], checked: &str| {
        let (output, text) = judge(arguments);
        assert!(matches!(output.status.code(), Some(0 | 3)), "{output:?}");
        assert!(text.contains(&format!("checked {checked}, broken 0")), "{text}");
    };
    std::thread::scope(|scope| {
        scope.spawn(|| not_blamed(&[&breakthrough, "--only", "0,1,9,14"], "4"));
        let named = ["connect4-rbg", "--rules", &connect4, "--only", "1,6"];
        scope.spawn(move || not_blamed(&named, "2"));
    });
    if !slow::is_left_out("all promises in a game as text") {
        not_blamed(&[&breakthrough], "17");
    }
}

#[test]
fn what_cannot_be_judged_is_said() {
    for (arguments, part) in [
        (&["--", "/no/such/engine"][..], "cannot start '/no/such/engine'"),
        (
            &["chess", "--", env!("CARGO_BIN_EXE_sarsen")],
            "it does not play this: info string error: unknown game 'chess'",
        ),
        (&["--patience-ms", "500", "--", "sleep", "60"], "'readyok' was due, but did not come"),
        (&["--only", "17"], "17 is not in 0..=16"),
    ] {
        gives_up(arguments, part);
    }
}

/// An engine with a fault, as the command line names it.
fn faulty(fault: &str) -> [String; 2] {
    [example("faulty").into_os_string().into_string().unwrap(), fault.to_owned()]
}

#[test]
fn an_engine_that_only_plays_is_told_what_it_lacks() {
    let [program, fault] = faulty("only-plays");
    let why = "after 'query moves', 'response' was due, but did not come; an engine that only plays \
               is judged with '--only-play'";
    gives_up(&["--patience-ms", "2000", "--", &program, &fault], why);
}

#[test]
fn an_engine_that_only_plays_is_judged_by_what_it_does() {
    if slow::is_left_out("the judge of an engine that only plays") {
        return;
    }
    let [program, fault] = faulty("only-plays");
    let arguments = ["--only-play", "--patience-ms", "10000", "connect4", "--", &program, &fault];
    let (output, text) = judge(&arguments);
    assert!(matches!(output.status.code(), Some(0 | 3)), "{text}");
    let line = |number: &str| text.lines().find(|line| line.starts_with(number)).unwrap();
    // What needs facts is not asked, as a whole or in part. The rest is judged.
    for number in [" 6", "15"] {
        assert!(line(number).contains("  not asked "), "{text}");
    }
    for number in [" 1", " 9", "14"] {
        assert!(line(number).contains("  kept "), "{text}");
    }
    assert!(text.contains("      not asked: a game by the clock\n"), "{text}");
    assert!(text.contains("checked 17, broken 0") && text.ends_with("not asked 2\n"), "{text}");
    // Nor is it spared because it only plays.
    let [program, fault] = faulty("zero-is-endless");
    let (output, text) =
        judge(&["--only-play", "--only", "7", "--patience-ms", "600", "--", &program, &fault]);
    assert!(matches!(output.status.code(), Some(1 | 3)), "{text}");
    assert!(text.contains("'bestmove' was due, but did not come"), "{text}");
    // It has to play at all.
    let mute = "echo uciok; while read line; do echo readyok; done";
    let arguments = ["--only-play", "--patience-ms", "600", "--", "sh", "-c", mute];
    gives_up(&arguments, "'bestmove' was due, but did not come");
}

/// Keeps all processors busy, several times over, until it is dropped.
struct Hogs(Vec<std::process::Child>);

impl Hogs {
    fn start() -> Self {
        let count = 3 * std::thread::available_parallelism().map_or(1, usize::from);
        let hog = || Command::new("sh").args(["-c", "while :; do :; done"]).spawn().unwrap();
        Self((0..count).map(|_| hog()).collect())
    }
}

impl Drop for Hogs {
    fn drop(&mut self) {
        for hog in &mut self.0 {
            hog.kill().unwrap();
            hog.wait().unwrap();
        }
    }
}

#[test]
#[cfg(unix)]
fn a_busy_machine_has_an_exit_status_of_its_own() {
    let _hogs = Hogs::start();
    let [program, fault] = faulty("late-answer");
    let (output, text) = judge(&["--only", "8", "--grace-ms", "10", "--", &program, &fault]);
    assert_eq!(output.status.code(), Some(3), "{text}");
    assert!(text.contains("' took ") && text.contains("; but the machine was busy: it made"));
    assert!(text.contains("  busy  ") && text.ends_with("checked 1, broken 0, busy 1\n"), "{text}");
}
