//! Tic-tac-toe by a game that describes no board and tells no rules: what the page shows then.

use sarsen::game::{Game, NamedEvaluator, Presentation};
use sarsen::session::Registry;

#[path = "../../examples/tic_tac_toe.rs"]
mod tic_tac_toe;

use tic_tac_toe::{Board, TicTacToe};

/// The game with nothing but what a game must have.
struct Undescribed;

impl Game for Undescribed {
    type Position = Board;

    fn name(&self) -> &str {
        "undescribed"
    }

    fn start(&self) -> Board {
        TicTacToe.start()
    }

    fn evaluators(&self) -> Vec<NamedEvaluator<Board>> {
        TicTacToe.evaluators()
    }
}

impl Presentation<Board> for Undescribed {}

fn main() -> std::process::ExitCode {
    sarsen::run(Registry::of(Undescribed))
}
