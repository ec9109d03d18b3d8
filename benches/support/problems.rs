//! What the benchmarks of Connect Four's solver share: how positions are named, read and solved.
#![allow(dead_code)] // each program uses a part of this

use std::time::{Duration, Instant};

use sarsen::game::{Effort, Finding, Game, Position, Solver, Written};
use sarsen::games::connect_four::{Board, ConnectFourSolver, Drop, Small};

/// A solver's memory in bytes.
const BYTES: usize = 8 << 20;

/// The positions that a word of the command line means.
pub enum Source<'a> {
    /// `WIDTHxHEIGHT`: the empty board of this size.
    Empty { width: u32, height: u32 },
    /// `FILE[:COUNT]`: at most COUNT lines of a file.
    File { path: &'a str, count: usize },
}

impl<'a> Source<'a> {
    pub fn parse(word: &'a str) -> Self {
        let size = word.split_once('x').and_then(|(w, h)| Some((w.parse().ok()?, h.parse().ok()?)));
        match (size, counted(word)) {
            (Some((width, height)), _) => Self::Empty { width, height },
            (None, (path, count)) => Self::File { path, count },
        }
    }
}

/// Returns the words of the command line, without the flags that Cargo adds.
pub fn words() -> Vec<String> {
    std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect()
}

/// Splits `FILE[:COUNT]`. Without a count, all lines are wanted.
pub fn counted(word: &str) -> (&str, usize) {
    let counted = word.rsplit_once(':').and_then(|(file, n)| Some((file, n.parse().ok()?)));
    counted.unwrap_or((word, usize::MAX))
}

/// Returns a file's name without its folders.
pub fn name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// A line of a file.
pub struct Problem {
    /// The columns of the moves that lead to the position.
    pub moves: String,
    /// The position's score, if it is known.
    pub score: Option<i32>,
}

impl Problem {
    pub fn board(&self, game: &Small) -> Board<u64> {
        let mut board = game.start();
        for column in self.moves.chars() {
            let m = board.parse_move(&column.to_string()).expect("a legal move");
            board.make(m);
        }
        board
    }
}

/// Reads the first lines of a file: moves, and optionally a score after a blank.
pub fn read(path: &str, count: usize) -> Vec<Problem> {
    let text = std::fs::read_to_string(path).expect("a file of positions");
    let problem = |line: &str| {
        let (moves, score) = line.split_once(' ').unwrap_or((line, ""));
        Problem { moves: moves.to_owned(), score: score.trim().parse().ok() }
    };
    text.lines().take(count).map(problem).collect()
}

pub fn game(width: u32, height: u32) -> Small {
    Small::new(width, height).expect("a size")
}

pub fn solver(game: &Small) -> ConnectFourSolver<u64> {
    ConnectFourSolver::new(game, BYTES).expect("memory")
}

/// Solves a position from an empty memory. The time does not include emptying it.
pub fn solve(solver: &mut ConnectFourSolver<u64>, board: &Board<u64>) -> (Finding<Drop>, Duration) {
    solver.forget();
    let began = Instant::now();
    let found = solver.solve(board, &Effort::UNLIMITED);
    (found, began.elapsed())
}
