//! Connect Four's own solver: time and nodes on sets of positions with known scores, and on empty
//! boards. Each position starts from an empty memory.
//!
//! `cargo bench --bench solver [-- FILE[:COUNT]... WIDTHxHEIGHT...]`. A file has lines of moves and
//! score.
#![allow(missing_docs)]

#[path = "support/problems.rs"]
mod problems;

use problems::Source;
use sarsen::game::Game;
use sarsen::games::connect_four::{Board, ConnectFourSolver, Small};

/// Solves from an empty memory. Returns the score, the positions visited, and the time in ms.
fn timed(game: &Small, solver: &mut ConnectFourSolver<u64>, board: &Board<u64>) -> (i32, u64, f64) {
    let (found, time) = problems::solve(solver, board);
    let value = found.value().expect("an unfinished game");
    (game.literature_score(board, value), found.nodes, 1000.0 * time.as_secs_f64())
}

fn set(file: &str, most: usize) {
    let game = problems::game(7, 6);
    let mut solver = problems::solver(&game);
    let (mut times, mut nodes, mut wrong) = (Vec::new(), 0, 0);
    for problem in problems::read(file, most) {
        let (score, visited, time) = timed(&game, &mut solver, &problem.board(&game));
        times.push(time);
        nodes += visited;
        wrong += usize::from(score != problem.score.expect("moves and score"));
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
    let game = problems::game(width, height);
    let mut solver = problems::solver(&game);
    let (score, nodes, time) = timed(&game, &mut solver, &game.start());
    println!("| {width}x{height}: {score} | | {nodes} | {time:.0} | |");
}

fn main() {
    let mut words = problems::words();
    if words.is_empty() {
        let sets = ["Test_L3_R1", "Test_L2_R1"]
            .map(|name| format!("{}/tests/data/connect4/{name}", env!("CARGO_MANIFEST_DIR")));
        words.extend(sets);
        words.extend(["6x6", "7x5"].map(str::to_owned));
    }
    println!("| positions | wrong | nodes, mean | ms, mean | ms, median |");
    println!("| --- | --- | --- | --- | --- |");
    for word in words {
        match Source::parse(&word) {
            Source::Empty { width, height } => empty(width, height),
            Source::File { path, count } => set(path, count),
        }
    }
}
