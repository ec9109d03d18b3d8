//! What the programs that measure Connect Four's solver share: how positions are named, read, and solved from nothing.
#![allow(dead_code)] // every program uses a part of it

use std::time::{Duration, Instant};

use sarsen::game::{Effort, Finding, Game, Position, Solver as _};
use sarsen::games::connect_four::{Board, Drop, Small, Solver};

/// Memory of a solver.
const BYTES: usize = 8 << 20;

/// Positions that a word of the command line stands for.
pub enum Source<'a> {
    /// `WIDTHxHEIGHT`: the empty board of this size.
    Empty { width: u32, height: u32 },
    /// `FILE[:COUNT]`: so many lines of a file at most.
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

/// The words of the command line, without the flags that Cargo adds.
pub fn words() -> Vec<String> {
    std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect()
}

/// A file, and how many of its lines are wanted: all if `FILE:COUNT` does not say.
pub fn counted(word: &str) -> (&str, usize) {
    let counted = word.rsplit_once(':').and_then(|(file, n)| Some((file, n.parse().ok()?)));
    counted.unwrap_or((word, usize::MAX))
}

/// A file's name without its folders.
pub fn name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// A line of a file.
pub struct Problem {
    /// The columns of the moves that lead to the position.
    pub moves: String,
    /// Its score, if that is known.
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

/// The first lines of a file: moves, and perhaps a score after a blank.
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

pub fn solver(game: &Small) -> Solver<u64> {
    Solver::new(game, BYTES).expect("memory")
}

/// Solves a position from nothing; how long that takes, without the forgetting.
pub fn solve(solver: &mut Solver<u64>, board: &Board<u64>) -> (Finding<Drop>, Duration) {
    solver.forget();
    let began = Instant::now();
    let found = solver.solve(board, &Effort::UNLIMITED);
    (found, began.elapsed())
}
