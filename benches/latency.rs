//! How promptly the process answers `stop`, keeps `movetime`, and tells the score of every column
//! of Connect Four, measured at the client's end.
//! First the machine is idle, then one core is busy. `cargo bench --bench latency`.
#![allow(missing_docs)]

#[path = "../tests/support/process.rs"]
#[allow(dead_code)]
mod process;

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use process::Engine;
use sarsen::game::split_mix;
use sarsen::games::registry;

fn report(what: &str, mut times: Vec<Duration>) {
    times.sort_unstable();
    let at = |permille: usize| times[(times.len() - 1) * permille / 1000].as_secs_f64() * 1e3;
    println!(
        "{what:28} n {:5}  median {:7.3} ms  99 % {:7.3} ms  most {:7.3} ms",
        times.len(),
        at(500),
        at(990),
        at(1000)
    );
}

fn over(before: Instant, wanted: Duration) -> Duration {
    before.elapsed().saturating_sub(wanted)
}

/// The machine's own jitter: how late a sleeping thread wakes up.
fn sleeps() -> Vec<Duration> {
    let nap = Duration::from_millis(10);
    (0..300)
        .map(|_| {
            let before = Instant::now();
            std::thread::sleep(nap);
            over(before, nap)
        })
        .collect()
}

fn stops(game: &str, threads: u32) -> Vec<Duration> {
    let mut engine = Engine::start();
    engine.send(&format!("setoption name Threads value {threads}"));
    engine.send(&format!("newgame {game}"));
    (0..1000)
        .map(|i| {
            engine.send("go infinite");
            engine.until("info depth");
            std::thread::sleep(Duration::from_millis(1 + i % 5));
            let before = Instant::now();
            engine.send("stop");
            engine.until("bestmove");
            before.elapsed()
        })
        .collect()
}

fn move_times(game: &str) -> Vec<Duration> {
    let mut engine = Engine::start();
    engine.send("setoption name Book value");
    engine.send(&format!("newgame {game}"));
    (0..300)
        .map(|_| {
            let before = Instant::now();
            engine.send("go movetime 10");
            engine.until("bestmove");
            over(before, Duration::from_millis(10))
        })
        .collect()
}

/// How long it takes to get the exact score of every column after up to 30 random plies.
fn columns() -> Vec<Duration> {
    let mut engine = Engine::start();
    engine.send("setoption name MultiPV value 7");
    let (mut game, mut random) = (registry().open("connect4", "").expect("a game"), 5);
    (0..1000)
        .map(|number| {
            game.restart();
            let mut moves = Vec::new();
            for _ in 0..number % 31 {
                let legal = game.moves();
                let m = legal[split_mix(&mut random) as usize % legal.len()].clone();
                game.play(&m).expect("a legal move");
                if game.to_move().is_none() {
                    break;
                }
                moves.push(m);
            }
            engine.send("newgame connect4");
            engine.send(&format!("position startpos moves {}", moves.join(" ")));
            engine.ask("isready");
            let before = Instant::now();
            engine.send("go movetime 5000");
            engine.until("bestmove");
            before.elapsed()
        })
        .collect()
}

fn all() {
    report("sleeping 10 ms, late by", sleeps());
    for game in ["connect4", "stonehenge"] {
        report(&format!("{game}: stop to bestmove"), stops(game, 1));
        report(&format!("{game}: the same, 2 threads"), stops(game, 2));
        report(&format!("{game}: movetime 10, over by"), move_times(game));
    }
    report("connect4: every column", columns());
}

fn main() {
    all();
    println!("with one core busy:");
    let busy = AtomicBool::new(true);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while busy.load(Relaxed) {
                std::hint::spin_loop();
            }
        });
        all();
        busy.store(false, Relaxed);
    });
}
