//! What each technique of Connect Four's solver is worth: nodes and time without it, beside those with all.
//! `cargo bench --bench techniques [-- FILE[:COUNT]... WIDTHxHEIGHT...]`; a file has lines of moves, and perhaps a score.
#![allow(missing_docs)]

use std::time::Instant;

use sarsen::game::{Effort, Game, Position, Solver as _};
use sarsen::games::connect_four::{Board, Small, Solver, Technique};

const BYTES: usize = 8 << 20;

/// Positions of one size that are solved one by one, each from nothing.
struct Problems {
    name: String,
    game: Small,
    boards: Vec<Board<u64>>,
}

impl Problems {
    fn start(width: u32, height: u32) -> Self {
        let game = Small::new(width, height).expect("a size");
        let boards = vec![game.start()];
        Self { name: format!("{width}x{height}"), game, boards }
    }

    fn read(file: &str, most: usize) -> Self {
        let game = Small::new(7, 6).expect("a size");
        let text = std::fs::read_to_string(file).expect("a file of positions");
        let board = |line: &str| {
            let mut board = game.start();
            for column in line.split(' ').next().unwrap_or_default().chars() {
                let m = board.parse_move(&column.to_string()).expect("a legal move");
                board.make(m);
            }
            board
        };
        let boards: Vec<_> = text.lines().take(most).map(board).collect();
        let name = file.rsplit('/').next().unwrap_or(file);
        Self { name: format!("{name}, {}", boards.len()), game, boards }
    }

    /// Nodes and seconds, all positions together.
    fn solve(&self, without: Option<Technique>) -> (u64, f64) {
        let solver = Solver::new(&self.game, BYTES).expect("memory");
        let mut solver = match without {
            None => solver,
            Some(technique) => solver.without(technique),
        };
        let (mut nodes, mut seconds) = (0, 0.0);
        for board in &self.boards {
            solver.forget();
            let began = Instant::now();
            nodes += solver.solve(board, &Effort::UNLIMITED).nodes;
            seconds += began.elapsed().as_secs_f64();
        }
        (nodes, seconds)
    }
}

fn problems(word: &str) -> Problems {
    let size = word.split_once('x').and_then(|(w, h)| Some((w.parse().ok()?, h.parse().ok()?)));
    let file = word.rsplit_once(':').and_then(|(file, n)| Some((file, n.parse().ok()?)));
    match (size, file) {
        (Some((width, height)), _) => Problems::start(width, height),
        (None, Some((file, count))) => Problems::read(file, count),
        (None, None) => Problems::read(word, usize::MAX),
    }
}

fn main() {
    // Cargo adds flags of its own.
    let mut words: Vec<String> =
        std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    if words.is_empty() {
        words.extend(["6x6", "7x5"].map(str::to_owned));
    }
    let all: Vec<Problems> = words.iter().map(|word| problems(word)).collect();
    let names: Vec<&str> = all.iter().map(|problems| problems.name.as_str()).collect();
    println!("| without | {} |", names.join(" | | "));
    println!("| --- |{}", " --- | --- |".repeat(all.len()));
    let with_all: Vec<_> = all.iter().map(|problems| problems.solve(None)).collect();
    let cells = with_all.iter().map(|(nodes, seconds)| format!(" {nodes} | {seconds:.2} s |"));
    println!("| (nothing) |{}", cells.collect::<String>());
    for technique in Technique::ALL {
        print!("| {technique:?} |");
        for (problems, (with_nodes, with_seconds)) in all.iter().zip(&with_all) {
            let (nodes, seconds) = problems.solve(Some(technique));
            let more = nodes as f64 / *with_nodes as f64;
            print!(" x {more:.2} | x {:.2} |", seconds / with_seconds);
        }
        println!();
    }
}
