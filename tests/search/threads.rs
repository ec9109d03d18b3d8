//! Several threads at one search, in a real process: they stop promptly, keep to the limits, and
//! prove what is true.

use std::time::{Duration, Instant};

use crate::support::process::Engine;
use sarsen::game::value::Value;
use sarsen::game::{Evaluator, Game, Player};
use sarsen::games::connect_four::{Board, Small};
use sarsen::search::{Control, Limits, Means, SearchTask, search};
use sarsen::transposition::Table;

fn engine(threads: u32) -> Engine {
    let mut engine = Engine::start();
    engine.send("setoption name Book value");
    engine.send(&format!("setoption name Threads value {threads}"));
    engine
}

/// The last report of the search that `go` asks for.
fn last_report(engine: &mut Engine, go: &str) -> String {
    engine.send(go);
    let lines = engine.until("bestmove");
    let report = lines.into_iter().rfind(|line| line.starts_with("info depth"));
    report.expect("a report before the answer")
}

fn number_after(report: &str, word: &str) -> u64 {
    let mut words = report.split(' ').skip_while(|&found| found != word);
    words.nth(1).unwrap().parse().unwrap()
}

#[test]
fn stop_is_obeyed_at_once() {
    for threads in [2, 16] {
        let mut engine = engine(threads);
        for game in ["connect4", "stonehenge"] {
            engine.send(&format!("newgame {game}"));
            for _ in 0..20 {
                engine.send("go infinite");
                std::thread::sleep(Duration::from_millis(5));
                let before = Instant::now();
                engine.send("stop");
                engine.until("bestmove");
                assert!(before.elapsed() < Duration::from_secs(1), "{threads} threads");
            }
        }
        assert!(engine.finish().1.success());
    }
}

#[test]
fn all_threads_together_keep_to_the_nodes() {
    let mut engine = engine(4);
    for nodes in [1, 1000, 100_000] {
        engine.send("newgame");
        let seen = number_after(&last_report(&mut engine, &format!("go nodes {nodes}")), "nodes");
        assert!(seen <= nodes + 4 * 256, "{seen}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn as_many_threads_search_as_asked_for() {
    let mut engine = engine(2);
    // The game's own solver would use other threads while these rest.
    engine.send("setoption name Knowledge value tactics");
    engine.ask("isready");
    let alone = engine.memory("Threads:");
    engine.send("go infinite");
    std::thread::sleep(Duration::from_millis(100));
    // There are no more threads than processors.
    let helpers = std::thread::available_parallelism().unwrap().get().min(2) as u64 - 1;
    assert_eq!(engine.memory("Threads:"), alone + helpers);
    engine.send("stop");
    engine.until("bestmove");
    // The system takes a moment to remove the threads.
    let patience = Instant::now() + Duration::from_secs(10);
    while engine.memory("Threads:") > alone {
        assert!(Instant::now() < patience);
    }
}

#[test]
fn one_thread_is_steady_also_after_several() {
    let mut engine = engine(1);
    let mut nodes = |threads: u32| {
        engine.send("newgame");
        engine.send(&format!("setoption name Threads value {threads}"));
        number_after(&last_report(&mut engine, "go depth 15"), "nodes")
    };
    let alone = nodes(1);
    assert!(nodes(2) > alone / 2);
    assert_eq!(nodes(1), alone);
}

#[test]
fn a_proof_is_a_proof() {
    let mut engine = engine(3);
    for (position, score) in [
        ("7 4 6 2 4 5 1 7 4 2 2 4 5 6 1 6 4 2 4 1 3", "score "),
        ("4 4 4 4 4 2 1 4 1 1 1 1 7 2 2", "score "),
        ("3 4 3 4 3 4", "score win 1 "),
    ] {
        let mut expected: Option<String> = None;
        for threads in [1, 2, 3, 8] {
            engine.send("newgame connect4");
            engine.send(&format!("setoption name Threads value {threads}"));
            engine.send(&format!("position startpos moves {position}"));
            let report = last_report(&mut engine, "go depth 60");
            assert!(report.contains(score), "{report}");
            let words: Vec<&str> = report.split(' ').skip_while(|&word| word != "score").collect();
            let proven = words[1..3].join(" ");
            assert!(!proven.starts_with("eval"), "{report}");
            let expected = expected.get_or_insert_with(|| proven.clone());
            assert_eq!(*expected, proven, "{threads} threads: {report}");
        }
    }
}

/// Panics on every thread but the first.
struct Fragile;

impl Evaluator<Board<u64>> for Fragile {
    fn evaluate(&self, _board: &Board<u64>, _player: Player) -> Value {
        assert!(std::thread::current().name() != Some("helper"), "it snapped");
        0
    }
}

#[test]
fn a_panic_on_any_thread_is_the_callers() {
    let board = Small::new(7, 6).unwrap().start();
    let table = Table::new(1).unwrap();
    let means = Means::new(&Fragile, &table);
    let limits = SearchTask { threads: 3, ..Limits::depth(12).into() };
    let run = || search(board, means, &limits, &Control::new(), &mut |_| {});
    let panic = std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)).unwrap_err();
    assert_eq!(panic.downcast_ref::<&str>(), Some(&"it snapped"));
}
