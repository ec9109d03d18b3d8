//! Othello's own solver: time and nodes on endings with known differences of discs. The solver of
//! Connect Four solves the empty 7x6 board in the same run, because times depend on the machine.
//!
//! `cargo bench --bench endings [-- THREADS [FILE | 6x6]]`. A file has lines with a number, the
//! board, the side to move, the number of empty squares and the difference, with tabs between them.
//! A difference may be unknown: `?`.
//! `6x6` solves the start of the small board, which takes long.
#![allow(missing_docs)]

#[path = "support/problems.rs"]
mod problems;

use std::time::{Duration, Instant};

use sarsen::game::{Effort, Game, Position, Solver, Written};
use sarsen::games::othello::{Othello, OthelloPosition, OthelloSolver};

/// The solver's memory in bytes, for endings and for the start of the small board.
const BYTES: usize = 256 << 20;
const LARGE: usize = 4 << 30;

/// Solves a position from an empty memory. Returns the difference of discs, the positions visited,
/// and the time.
fn timed(
    game: Othello,
    solver: &mut OthelloSolver,
    position: &OthelloPosition,
    threads: usize,
) -> (i32, u64, Duration) {
    solver.forget();
    let began = Instant::now();
    let found = solver.solve(position, &Effort { threads, ..Effort::UNLIMITED });
    let value = found.value().expect("an unfinished game");
    (game.literature_score(position, value), found.nodes, began.elapsed())
}

/// The time of Connect Four's solver for its empty board, with one thread.
fn board() -> Duration {
    let game = problems::game(7, 6);
    problems::solve(&mut problems::solver(&game), &game.start()).1
}

fn row(name: &str, difference: i32, nodes: u64, time: Duration, board: Duration) {
    let (time, board) = (time.as_secs_f64(), board.as_secs_f64());
    let rate = nodes as f64 / time / 1e6;
    println!("| {name} | {difference} | {nodes} | {time:.3} | {:.3} | {rate:.1} |", time / board);
}

fn endings(path: &str, threads: usize, board: Duration) {
    let text = std::fs::read_to_string(path).expect("a file of endings");
    let mut solver = OthelloSolver::new(BYTES).expect("memory");
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [number, squares, side, empty, known, ..] = fields[..] else { panic!("{line}") };
        let position =
            OthelloPosition::parse(&Othello::USUAL.start(), &format!("{squares} {side}"));
        let position = position.expect("a position");
        let (difference, nodes, time) = timed(Othello::USUAL, &mut solver, &position, threads);
        if known != "?" {
            assert_eq!(difference, known.parse::<i32>().expect("a difference"), "{number}");
        }
        row(&format!("#{number}, {empty} empty"), difference, nodes, time, board);
    }
}

fn small_board(threads: usize, board: Duration) {
    let mut solver = OthelloSolver::new(LARGE).expect("memory");
    let start = Othello::SMALL.start();
    // All first moves are alike.
    let mut position = start;
    let moves = position.legal_moves();
    position.make(moves[0]);
    let (difference, nodes, time) = timed(Othello::SMALL, &mut solver, &position, threads);
    row("6x6 after the first move", difference, nodes, time, board);
}

fn main() {
    let words = problems::words();
    let threads = words.first().map_or(1, |word| word.parse().expect("a number of threads"));
    let known = format!("{}/tests/data/othello/ffo.tsv", env!("CARGO_MANIFEST_DIR"));
    let board = board();
    println!("A board (Connect Four, 7x6, empty) takes {:.3} s.\n", board.as_secs_f64());
    println!("| position | discs | nodes | s | boards | Mn/s |");
    println!("| --- | --- | --- | --- | --- | --- |");
    match words.get(1).map(String::as_str) {
        Some("6x6") => small_board(threads, board),
        path => endings(path.unwrap_or(&known), threads, board),
    }
}
