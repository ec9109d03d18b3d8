//! Connect Four's own solver beside that of the crate `connect-four-ai`: set by set, one thread, no
//! book, processor time. Each position starts from an empty table, and emptying it is not timed.
//!
//! `cargo run --release --bin solvers -- FILE[:COUNT]...`, with lines of moves and score.

#[path = "../../../support/problems.rs"]
mod problems;

use clap::Parser;
use problems::Problem;
use rustix::time::{ClockId, clock_gettime};
use sarsen::game::{Effort, Game, Solver};
use sarsen::games::connect_four::{Board, ConnectFourSolver, Small};

#[derive(Parser)]
struct Arguments {
    /// Files with lines of moves and score, each with the number of lines to use (default: all)
    #[arg(required = true)]
    files: Vec<String>,
    /// Measure only our solver
    #[arg(long)]
    alone: bool,
}

/// The figures of one solver on one set.
#[derive(Default)]
struct Figures {
    times: Vec<f64>,
    nodes: u64,
    wrong: usize,
}

impl Figures {
    fn add(&mut self, (score, nodes, time): (i32, u64, f64), expected: i32) {
        self.times.push(time);
        self.nodes += nodes;
        self.wrong += usize::from(score != expected);
    }

    fn mean(&self) -> f64 {
        self.times.iter().sum::<f64>() / self.times.len() as f64
    }

    fn row(&self) -> String {
        let mut times = self.times.clone();
        times.sort_by(f64::total_cmp);
        let (mean, median) = (self.mean(), times[times.len() / 2]);
        let nodes = self.nodes / times.len() as u64;
        format!("{mean:.5} | {median:.5} | {nodes} | {}", self.wrong)
    }
}

/// Does some work. Returns its result, and its processor time in ms.
fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let now = || {
        let time = clock_gettime(ClockId::ThreadCPUTime);
        time.tv_sec as f64 * 1e3 + time.tv_nsec as f64 / 1e6
    };
    let began = now();
    let value = work();
    (value, now() - began)
}

fn ours(game: &Small, solver: &mut ConnectFourSolver<u64>, board: &Board<u64>) -> (i32, u64, f64) {
    solver.forget();
    let (found, time) = timed(|| solver.solve(board, &Effort::UNLIMITED));
    (game.literature_score(board, found.value().expect("an unfinished game")), found.nodes, time)
}

fn theirs(solver: &mut connect_four_ai::Solver, moves: &str) -> (i32, u64, f64) {
    let position = connect_four_ai::Position::from_moves(moves).expect("legal moves");
    solver.reset();
    let (score, time) = timed(|| solver.solve(&position));
    (score.into(), solver.explored_positions as u64, time)
}

fn main() {
    let arguments = Arguments::parse();
    let game = problems::game(7, 6);
    let mut own = problems::solver(&game);
    let mut other = connect_four_ai::Solver::empty();
    println!("| positions | solver | ms, mean | ms, median | nodes, mean | wrong |");
    println!("| --- | --- | --- | --- | --- | --- |");
    for word in arguments.files {
        let (file, count) = problems::counted(&word);
        let mut figures = [Figures::default(), Figures::default()];
        let set = problems::read(file, count);
        let expected = |problem: &Problem| problem.score.expect("moves and score");
        for problem in &set {
            figures[0].add(ours(&game, &mut own, &problem.board(&game)), expected(problem));
        }
        for problem in set.iter().filter(|_| !arguments.alone) {
            figures[1].add(theirs(&mut other, &problem.moves), expected(problem));
        }
        let name = problems::name(file);
        println!("| {name}, {} | sarsen | {} |", figures[0].times.len(), figures[0].row());
        if !arguments.alone {
            println!("| | connect-four-ai | {} |", figures[1].row());
            println!("| | ratio | {:.3} | | | |", figures[0].mean() / figures[1].mean());
        }
    }
}
