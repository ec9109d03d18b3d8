//! Connect Four's own solver: time and nodes on sets of positions with known scores, each from an empty memory, and on
//! empty boards. `cargo bench --bench solver [-- FILE[:COUNT]... WIDTHxHEIGHT...]`; a file has lines of moves and score.
#![allow(missing_docs)]

use std::time::Instant;

use sarsen::game::{Effort, Game, Position, Solver as _};
use sarsen::games::connect_four::{Board, Small, Solver};

const BYTES: usize = 8 << 20;

/// Solves from nothing; the score, the positions visited, the time in ms.
fn timed(game: &Small, solver: &mut Solver<u64>, board: &Board<u64>) -> (i32, u64, f64) {
    solver.forget();
    let began = Instant::now();
    let found = solver.solve(board, &Effort::UNLIMITED);
    let time = 1000.0 * began.elapsed().as_secs_f64();
    let value = found.value().expect("an unfinished game");
    (game.measure(board, value), found.nodes, time)
}

fn set(file: &str, most: usize) {
    let game = Small::new(7, 6).expect("a size");
    let mut solver = Solver::new(&game, BYTES).expect("memory");
    let text = std::fs::read_to_string(file).expect("a file of positions");
    let (mut times, mut nodes, mut wrong) = (Vec::new(), 0, 0);
    for line in text.lines().take(most) {
        let (columns, expected) = line.split_once(' ').expect("moves and score");
        let mut board = game.start();
        for column in columns.chars() {
            let m = board.parse_move(&column.to_string()).expect("a legal move");
            board.make(m);
        }
        let (score, visited, time) = timed(&game, &mut solver, &board);
        times.push(time);
        nodes += visited;
        wrong += usize::from(score != expected.trim().parse::<i32>().expect("a score"));
    }
    let count = times.len();
    let sum: f64 = times.iter().sum();
    times.sort_by(f64::total_cmp);
    println!(
        "| {file}, {count} | {wrong} | {} | {:.5} | {:.5} |",
        nodes / count as u64,
        sum / count as f64,
        times[count / 2]
    );
}

fn empty(width: u32, height: u32) {
    let game = Small::new(width, height).expect("a size");
    let mut solver = Solver::new(&game, BYTES).expect("memory");
    let (score, nodes, time) = timed(&game, &mut solver, &game.start());
    println!("| {width}x{height}: {score} | | {nodes} | {time:.0} | |");
}

fn main() {
    // Cargo adds flags of its own.
    let mut words: Vec<String> =
        std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    if words.is_empty() {
        let sets = ["Test_L3_R1", "Test_L2_R1"]
            .map(|name| format!("{}/tests/data/connect4/{name}", env!("CARGO_MANIFEST_DIR")));
        words.extend(sets);
        words.extend(["6x6", "7x5"].map(str::to_owned));
    }
    println!("| positions | wrong | nodes, mean | ms, mean | ms, median |");
    println!("| --- | --- | --- | --- | --- |");
    for word in words {
        let size = word.split_once('x').and_then(|(w, h)| Some((w.parse().ok()?, h.parse().ok()?)));
        let file = word.rsplit_once(':').and_then(|(file, n)| Some((file, n.parse().ok()?)));
        match (size, file) {
            (Some((width, height)), _) => empty(width, height),
            (None, Some((file, count))) => set(file, count),
            (None, None) => set(&word, usize::MAX),
        }
    }
}
