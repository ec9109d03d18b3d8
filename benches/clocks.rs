//! Whole games by the clock, judged at the client's end, two at once: nobody may lose on time.
//! `cargo bench --bench clocks -- --games 1000`, with `--busy` on a machine whose cores are all taken.
#![allow(missing_docs)]

#[path = "../tests/support/process.rs"]
#[allow(dead_code)]
mod process;

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

use clap::Parser;
use process::Engine;

/// Games played at once, and threads that keep the cores busy.
const AT_ONCE: usize = 2;

/// For a fixed time a move, so much more is let pass.
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

/// How time is given.
#[derive(Clone, Copy)]
enum Control {
    /// This much, and this much more after each move.
    Clock(Duration, Duration),
    /// This much for each move.
    Move(Duration),
}

#[derive(Default)]
struct Record {
    lost: usize,
    moves: usize,
    least_left: Option<Duration>,
    /// Moves that took so many milliseconds more than they were given.
    over: [usize; 8],
}

/// Upper ends of the histogram's classes in milliseconds.
const CLASSES: [f64; 7] = [0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 25.0];

fn play(game: &str, control: Control, record: &Mutex<Record>) {
    let mut engine = Engine::start();
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
                record.least_left = Some(record.least_left.map_or(rest, |least| least.min(rest)));
                left[mover] = rest + increment;
            }
            Control::Move(time) => {
                let over = used.saturating_sub(time);
                let class = CLASSES.iter().position(|&end| over.as_secs_f64() * 1e3 <= end);
                record.over[class.unwrap_or(CLASSES.len())] += 1;
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
        // A little chance, so that games differ: every fifth move of the opponent is any legal one.
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
                let record = Mutex::new(Record::default());
                let next = AtomicUsize::new(0);
                std::thread::scope(|scope| {
                    for _ in 0..AT_ONCE {
                        scope.spawn(|| {
                            while next.fetch_add(1, Relaxed) < arguments.games {
                                play(game, control, &record);
                            }
                        });
                    }
                });
                let record = record.into_inner().expect("no game panics");
                print!(
                    "{game} {name}: {} games, {} moves, lost on time {}",
                    arguments.games, record.moves, record.lost
                );
                match record.least_left {
                    Some(least) => {
                        println!(", least time left {:.1} ms", least.as_secs_f64() * 1e3)
                    }
                    None => println!(", over by up to {CLASSES:?} ms and more: {:?}", record.over),
                }
            }
        }
        busy.store(false, Relaxed);
    });
}
