//! Stonehenge's own solver: time and nodes, each position from an empty memory. First come the
//! solved positions of the tests, then for each argument COUNT positions after PLY random plies.
//!
//! `cargo bench --bench stonehenge [-- PLY:COUNT...]`.
#![allow(missing_docs)]

use std::collections::BTreeMap;
use std::io::Read;
use std::time::Instant;

use sarsen::game::{Effort, Player, Position, Solver, Written, split_mix};
use sarsen::games::stonehenge::{StonehengePosition, StonehengeSolver};
use serde_json::Value as Json;

/// The solver's memory in bytes.
const BYTES: usize = 64 << 20;

/// What was measured at one ply.
#[derive(Default)]
struct Row {
    times: Vec<f64>,
    nodes: u64,
    wrong: usize,
    /// The sum of a prototype's times, in ms.
    prototype: f64,
}

impl Row {
    /// Solves a position from an empty memory.
    fn add(
        &mut self,
        solver: &mut StonehengeSolver,
        position: &StonehengePosition,
        winner: Option<Player>,
    ) {
        solver.forget();
        let began = Instant::now();
        let found = solver.solve(position, &Effort::UNLIMITED);
        self.times.push(1000.0 * began.elapsed().as_secs_f64());
        self.nodes += found.nodes;
        let wins = if found.least > 0 { position.to_move() } else { position.to_move().other() };
        self.wrong += usize::from(winner.is_some_and(|winner| winner != wins));
    }

    fn print(&mut self, ply: usize) {
        let count = self.times.len();
        let sum: f64 = self.times.iter().sum();
        self.times.sort_by(f64::total_cmp);
        let median = self.times[count / 2];
        let part = match self.prototype {
            0.0 => String::new(),
            prototype => format!("{:.3}", sum / prototype),
        };
        println!(
            "| {ply} | {count} | {} | {} | {:.3} | {median:.3} | {part} |",
            self.wrong,
            self.nodes / count as u64,
            sum / count as f64,
        );
    }
}

/// Reads the solved positions, each with the winner and the prototype's time in ms.
fn solved() -> Vec<(StonehengePosition, Player, f64)> {
    let path =
        concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/chapter/stone_solved.public.jsonl.gz");
    let mut text = String::new();
    let file = std::fs::File::open(path).expect("the solved positions");
    flate2::read::GzDecoder::new(file).read_to_string(&mut text).expect("gzip");
    let problem = |line: &str| {
        let record: Json = serde_json::from_str(line).expect("JSON");
        let mut position = StonehengePosition::start();
        for m in record["moves"].as_array().expect("moves") {
            let text = format!("{}@{}", m[1], m[0].as_u64().expect("a cell") + 1);
            position.make(position.parse_move(&text).expect("a legal move"));
        }
        let winner = if record["winner"] == 1 { Player::First } else { Player::Second };
        (position, winner, 1000.0 * record["proto_cpu_s"].as_f64().expect("seconds"))
    };
    text.lines().map(problem).collect()
}

/// Returns an unfinished position after `ply` random plies.
fn random(ply: usize, state: &mut u64) -> StonehengePosition {
    loop {
        let mut position = StonehengePosition::start();
        while usize::from(position.ply()) < ply && position.winner().is_none() {
            let moves = position.legal_moves();
            position.make(moves[split_mix(state) as usize % moves.len()]);
        }
        if position.winner().is_none() {
            return position;
        }
    }
}

fn main() {
    let words: Vec<String> =
        std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let mut solver = StonehengeSolver::new(BYTES).expect("memory");
    println!(
        "| plies | positions | wrong | nodes, mean | ms, mean | ms, median | \
         ratio to the prototype's |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- |");
    let mut rows = BTreeMap::<usize, Row>::new();
    for (position, winner, time) in solved() {
        let row = rows.entry(position.ply().into()).or_default();
        row.add(&mut solver, &position, Some(winner));
        row.prototype += time;
    }
    rows.iter_mut().rev().for_each(|(&ply, row)| row.print(ply));
    for word in words {
        let (ply, count) = word.split_once(':').expect("PLY:COUNT");
        let [ply, count] = [ply, count].map(|n| n.parse().expect("a number"));
        let (mut row, mut state) = (Row::default(), ply as u64);
        for _ in 0..count {
            row.add(&mut solver, &random(ply, &mut state), None);
        }
        row.print(ply);
    }
}
