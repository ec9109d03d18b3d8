//! How promptly the process answers: `stop`, `movetime`, and whole games by the clock, timed at the other
//! end of its pipes. `cargo bench --bench latency`.
#![allow(missing_docs)]

#[path = "../tests/support/process.rs"]
#[allow(dead_code)]
mod process;

use std::time::{Duration, Instant};

use process::Engine;

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

/// The machine's own jitter: how late a sleeper wakes up.
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

fn stops(game: &str) -> Vec<Duration> {
    let mut engine = Engine::start();
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

/// Plays games by the clock; the least time that was ever left, negative if a game was lost by it.
fn games(game: &str, count: usize, start: Duration, increment: Duration) {
    let (mut least, mut lost, mut moves_made) = (start, 0, 0);
    let mut used_in_all = Duration::ZERO;
    for _ in 0..count {
        let mut engine = Engine::start();
        engine.send(&format!("newgame {game}"));
        let mut left = [start; 2];
        let mut moves: Vec<String> = Vec::new();
        while engine.ask("query gameover") == "response false" {
            let mover = moves.len() % 2;
            let [p1, p2] = left.map(|left| left.as_millis());
            let inc = increment.as_millis();
            let before = Instant::now();
            engine.send(&format!("go p1time {p1} p2time {p2} p1inc {inc} p2inc {inc}"));
            let lines = engine.until("bestmove");
            let used = before.elapsed();
            used_in_all += used;
            moves_made += 1;
            if used > left[mover] {
                lost += 1;
                break;
            }
            left[mover] -= used;
            least = least.min(left[mover]);
            left[mover] += increment;
            moves.push(
                lines.last().and_then(|line| line.split(' ').nth(1)).unwrap_or_default().to_owned(),
            );
            engine.send(&format!("position startpos moves {}", moves.join(" ")));
        }
    }
    println!(
        "{game:12} {count} games {} + {} ms: lost on time {lost}, least time left {:.1} ms, {:.1} ms a move",
        start.as_millis(),
        increment.as_millis(),
        least.as_secs_f64() * 1e3,
        used_in_all.as_secs_f64() * 1e3 / f64::from(moves_made)
    );
}

fn main() {
    report("sleeping 10 ms, late by", sleeps());
    for game in ["connect4", "stonehenge"] {
        report(&format!("{game}: stop to bestmove"), stops(game));
        report(&format!("{game}: movetime 10, over by"), move_times(game));
    }
    for game in ["connect4", "stonehenge"] {
        games(game, 50, Duration::from_millis(100), Duration::from_millis(10));
        games(game, 10, Duration::from_secs(1), Duration::ZERO);
    }
}
