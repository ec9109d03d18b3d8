//! What a second thread gives: time to a depth on one thread and on two. Two independent searches
//! of one thread each, at the same time, show what the machine can give.
//!
//! `cargo bench --bench threads [-- RUNS [GAME [SELECTIVITY]]]`.
#![allow(missing_docs)]

use std::time::{Duration, Instant};

use sarsen::game::split_mix;
use sarsen::game::value::Score;
use sarsen::search::{Control, Limits};
use sarsen::session::{Knowledge, Request, Think};
use sarsen::transposition::Table;

const POSITIONS: usize = 20;
const HASH: usize = 64;
/// A position is searched to the first depth that takes this long.
const LONG_ENOUGH: Duration = Duration::from_millis(250);

/// A position, and how it is searched.
struct Task {
    game: &'static str,
    moves: String,
    depth: u32,
    selectivity: u32,
}

impl Task {
    fn session(&self) -> Box<dyn Think> {
        let mut session = sarsen::games::registry().open(self.game, "").expect("a game");
        session.set_position(None, &self.moves).expect("a position");
        // Only the general search is measured.
        session.set_knowledge(Knowledge::Tactics);
        session
    }

    /// Measures the time to the depth, from an empty table.
    fn time(&self, threads: usize, table: &mut Table) -> Duration {
        table.clear();
        let mut session = self.session();
        let limits = Limits::depth(self.depth);
        let request =
            Request { limits, threads, selectivity: self.selectivity, ..Request::default() };
        let began = Instant::now();
        session.search(&request, table, &Control::new(), &mut |_| {});
        began.elapsed()
    }
}

/// Returns a position after some random moves. None if it is soon decided.
fn task(game: &'static str, selectivity: u32, random: &mut u64, table: &mut Table) -> Option<Task> {
    let mut session = sarsen::games::registry().open(game, "").expect("a game");
    session.set_knowledge(Knowledge::Tactics);
    let mut moves = Vec::new();
    for _ in 0..split_mix(random) % 8 {
        let legal = session.moves();
        let m = legal.get(split_mix(random) as usize % legal.len().max(1))?.clone();
        session.play(&m).expect("a legal move");
        moves.push(m);
    }
    table.clear();
    let mut found = None;
    let control = Control::new();
    let request = Request { selectivity, ..Request::default() };
    session.search(&request, table, &control, &mut |info| {
        if found.is_none() && info.time >= LONG_ENOUGH {
            found = Some((info.depth, info.score, info.time));
            control.stop();
        }
    });
    let (depth, score, time) = found?;
    let fits = matches!(score, Score::Eval(_)) && time < 6 * LONG_ENOUGH;
    fits.then(|| Task { game, moves: moves.join(" "), depth, selectivity })
}

fn median(mut times: Vec<Duration>) -> f64 {
    times.sort();
    times[times.len() / 2].as_secs_f64()
}

fn main() {
    // Cargo adds flags, which are left out.
    let words: Vec<String> =
        std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let runs = words.first().map_or(5, |word| word.parse().expect("a number of runs"));
    let selectivity = words.get(2).map_or(0, |word| word.parse().expect("percent"));
    let mut tables = [HASH; 2].map(|mib| Table::new(mib).expect("memory"));
    println!("| position | depth | one thread, s | two, s | ratio | two searches at once |");
    println!("| --- | --- | --- | --- | --- | --- |");
    for game in ["connect4", "stonehenge"] {
        if words.get(1).is_some_and(|word| word != game) {
            continue;
        }
        let mut random = 1;
        let mut sums = [0.0; 2];
        let mut count = 0;
        while count < POSITIONS {
            let Some(task) = task(game, selectivity, &mut random, &mut tables[0]) else { continue };
            let (mut one, mut two, mut both) = (Vec::new(), Vec::new(), Vec::new());
            for _ in 0..runs {
                one.push(task.time(1, &mut tables[0]));
                two.push(task.time(2, &mut tables[0]));
                let began = Instant::now();
                std::thread::scope(|scope| {
                    for table in &mut tables {
                        scope.spawn(|| task.time(1, table));
                    }
                });
                both.push(began.elapsed());
            }
            let [one, two, both] = [one, two, both].map(median);
            let ratios = [one / two, 2.0 * one / both];
            println!(
                "| {game} {} | {} | {one:.2} | {two:.2} | {:.2} | {:.2} |",
                task.moves, task.depth, ratios[0], ratios[1]
            );
            for (sum, ratio) in sums.iter_mut().zip(ratios) {
                *sum += ratio.ln();
            }
            count += 1;
        }
        let [speed, at_once] = sums.map(|sum| (sum / count as f64).exp());
        println!(
            "{game}: two threads are {speed:.2} times as fast as one, \
             two searches {at_once:.2} times"
        );
    }
}
