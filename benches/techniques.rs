//! What each technique of Connect Four's solver is worth: nodes and time without it, beside those
//! with all techniques.
//!
//! `cargo bench --bench techniques [-- FILE[:COUNT]... WIDTHxHEIGHT...]`. A file has lines of
//! moves, and optionally a score.
#![allow(missing_docs)]

#[path = "support/problems.rs"]
mod problems;

use problems::Source;
use sarsen::game::Game;
use sarsen::games::connect_four::{Board, Small, Technique};

/// Positions on one size of board. Each is solved from an empty memory.
struct Problems {
    name: String,
    game: Small,
    boards: Vec<Board<u64>>,
}

impl Problems {
    fn of(word: &str) -> Self {
        match Source::parse(word) {
            Source::Empty { width, height } => {
                let game = problems::game(width, height);
                let boards = vec![game.start()];
                Self { name: format!("{width}x{height}"), game, boards }
            }
            Source::File { path, count } => {
                let game = problems::game(7, 6);
                let read = problems::read(path, count);
                let boards: Vec<_> = read.iter().map(|problem| problem.board(&game)).collect();
                Self { name: format!("{}, {}", problems::name(path), boards.len()), game, boards }
            }
        }
    }

    /// Solves all positions. Returns the sums of nodes and of seconds.
    fn solve(&self, without: Option<Technique>) -> (u64, f64) {
        let solver = problems::solver(&self.game);
        let mut solver = match without {
            None => solver,
            Some(technique) => solver.without(technique),
        };
        let (mut nodes, mut seconds) = (0, 0.0);
        for board in &self.boards {
            let (found, time) = problems::solve(&mut solver, board);
            nodes += found.nodes;
            seconds += time.as_secs_f64();
        }
        (nodes, seconds)
    }
}

fn main() {
    let mut words = problems::words();
    if words.is_empty() {
        words.extend(["6x6", "7x5"].map(str::to_owned));
    }
    let all: Vec<Problems> = words.iter().map(|word| Problems::of(word)).collect();
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
