//! Whole games by the clock, judged at the client's end, two at once: no game may be lost on time.
//!
//! `cargo bench --bench clocks -- --games 1000`. With `--busy`, spinning threads take all cores.
#![allow(missing_docs)]

#[path = "../tests/support/process.rs"]
#[allow(dead_code)]
mod process;

use std::fmt::{Display, Formatter};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

use clap::Parser;
use process::Engine;

/// The number of games played at once, and of threads that keep the cores busy.
const AT_ONCE: usize = 2;

/// How far a move may overrun a fixed time.
const GRACE: Duration = Duration::from_millis(25);

#[derive(Parser)]
struct Arguments {
    /// Games of each kind
    #[arg(long, default_value_t = 20)]
    games: usize,
    /// Keep both cores busy meanwhile
    #[arg(long)]
    busy: bool,
    /// Given by cargo bench
    #[arg(long, hide = true)]
    bench: bool,
}

/// The time control.
#[derive(Clone, Copy)]
enum Control {
    /// The time at the start, and the increment after each move.
    Clock(Duration, Duration),
    /// The time for each move.
    Move(Duration),
}

/// How often a time fell into each class.
struct Histogram {
    /// The upper ends of the classes in milliseconds. One more class lies beyond the last.
    ends: &'static [f64],
    counts: Vec<usize>,
    least: Duration,
    most: Duration,
}

impl Histogram {
    fn new(ends: &'static [f64]) -> Self {
        Self { ends, counts: vec![0; ends.len() + 1], least: Duration::MAX, most: Duration::ZERO }
    }

    fn add(&mut self, time: Duration) {
        let ms = time.as_secs_f64() * 1e3;
        self.counts[self.ends.iter().position(|&end| ms <= end).unwrap_or(self.ends.len())] += 1;
        self.least = self.least.min(time);
        self.most = self.most.max(time);
    }
}

impl Display for Histogram {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        let ms = |time: Duration| time.as_secs_f64() * 1e3;
        write!(f, "{:.2} to {:.2} ms;", ms(self.least), ms(self.most))?;
        for (end, count) in self.ends.iter().zip(&self.counts) {
            write!(f, " to {end}: {count},")?;
        }
        write!(f, " more: {}", self.counts[self.ends.len()])
    }
}

/// The classes of lateness in milliseconds.
const LATE: &[f64] = &[0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 25.0];

/// The classes of time left on a clock in milliseconds.
const LEFT: &[f64] = &[5.0, 10.0, 20.0, 30.0, 40.0, 50.0, 75.0];

struct Record {
    lost: usize,
    moves: usize,
    /// For a fixed time, how far each move overran it. For a clock, what it showed after each move.
    times: Histogram,
}

/// The machine's own jitter: how late a thread that only sleeps wakes up.
fn sleep_meanwhile(until: &AtomicBool) -> Histogram {
    let nap = Duration::from_millis(10);
    let mut late = Histogram::new(LATE);
    while !until.load(Relaxed) {
        let before = Instant::now();
        std::thread::sleep(nap);
        late.add(before.elapsed() - nap);
    }
    late
}

fn play(game: &str, control: Control, record: &Mutex<Record>) {
    let mut engine = Engine::start();
    engine.send("setoption name Book value");
    engine.send(&format!("newgame {game}"));
    let mut left = match control {
        Control::Clock(start, _) => [start; 2],
        Control::Move(_) => [Duration::MAX; 2],
    };
    let mut moves: Vec<String> = Vec::new();
    while engine.ask("query gameover") == "response false" {
        let mover = moves.len() % 2;
        let go = match control {
            Control::Clock(_, increment) => {
                let [p1, p2] = left.map(|left| left.as_millis());
                let increment = increment.as_millis();
                format!("go p1time {p1} p2time {p2} p1inc {increment} p2inc {increment}")
            }
            Control::Move(time) => format!("go movetime {}", time.as_millis()),
        };
        let before = Instant::now();
        engine.send(&go);
        let lines = engine.until("bestmove");
        let used = before.elapsed();
        let mut record = record.lock().expect("no game panics");
        record.moves += 1;
        match control {
            Control::Clock(_, increment) => {
                let Some(rest) = left[mover].checked_sub(used) else {
                    record.lost += 1;
                    return;
                };
                record.times.add(rest);
                left[mover] = rest + increment;
            }
            Control::Move(time) => {
                let over = used.saturating_sub(time);
                record.times.add(over);
                if over > GRACE {
                    record.lost += 1;
                    return;
                }
            }
        }
        drop(record);
        moves.push(
            lines.last().and_then(|line| line.split(' ').nth(1)).unwrap_or_default().to_owned(),
        );
        // A little chance makes games differ: after every four moves, one random legal move.
        if moves.len() % 5 == 4 && engine.ask("query gameover") == "response false" {
            engine.send(&format!("position startpos moves {}", moves.join(" ")));
            let legal = engine.ask("query moves");
            let legal: Vec<&str> = legal.split(' ').skip(1).filter(|m| *m != "none").collect();
            if !legal.is_empty() {
                moves.push(legal[used.subsec_nanos() as usize % legal.len()].to_owned());
            }
        }
        engine.send(&format!("position startpos moves {}", moves.join(" ")));
    }
}

fn main() {
    let arguments = Arguments::parse();
    let ms = Duration::from_millis;
    let busy = AtomicBool::new(arguments.busy);
    std::thread::scope(|scope| {
        for _ in 0..AT_ONCE {
            scope.spawn(|| {
                while busy.load(Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        for (name, control) in [
            ("100 ms + 10 ms", Control::Clock(ms(100), ms(10))),
            ("10 ms a move", Control::Move(ms(10))),
        ] {
            for game in ["connect4", "stonehenge"] {
                let classes = if matches!(control, Control::Move(_)) { LATE } else { LEFT };
                let times = Histogram::new(classes);
                let record = Mutex::new(Record { lost: 0, moves: 0, times });
                let next = AtomicUsize::new(0);
                let done = AtomicBool::new(false);
                let jitter = std::thread::scope(|scope| {
                    let sleeper = scope.spawn(|| sleep_meanwhile(&done));
                    let players = [(); AT_ONCE].map(|()| {
                        scope.spawn(|| {
                            while next.fetch_add(1, Relaxed) < arguments.games {
                                play(game, control, &record);
                            }
                        })
                    });
                    players.into_iter().for_each(|player| player.join().expect("no game panics"));
                    done.store(true, Relaxed);
                    sleeper.join().expect("sleeping is safe")
                });
                let record = record.into_inner().expect("no game panics");
                let Record { lost, moves, times } = record;
                println!(
                    "{game} {name}: {} games, {moves} moves, lost on time {lost}",
                    arguments.games
                );
                let what = if matches!(control, Control::Move(_)) {
                    "over by"
                } else {
                    "left on the clock"
                };
                println!("  {what}: {times}");
                println!("  a sleeper woke late by: {jitter}");
            }
        }
        busy.store(false, Relaxed);
    });
}
