//! Connect Four as the engine knows it.

use super::board::{Board, Drop};
use super::chapter::Chapter;
use super::oracle::Tactics;
use super::setup::ConnectFour;
use super::size::Size;
use super::solver::{self, ConnectFourSolver};
use super::texts;
use super::threats::Threats;
use super::windows::Windows;
use super::word::BoardWord;
use sarsen_core::game::board::Diagram;
use sarsen_core::game::value::Value;
use sarsen_core::game::{
    Drawing, Fact, Game, NamedEvaluator, Notation, Oracle, Position, Presentation, Selectivity,
    Solver, Tunable, View, Weighted, Weights, WeightsError,
};

/// The name of the game.
pub const NAME: &str = "connect4";

impl<W: BoardWord> Game for ConnectFour<W> {
    type Position = Board<W>;

    fn name(&self) -> &str {
        NAME
    }

    fn setup(&self) -> String {
        self.size.to_string()
    }

    fn start(&self) -> Board<W> {
        Board::empty(self.geometry())
    }

    fn evaluators(&self) -> Vec<NamedEvaluator<Board<W>>> {
        let geometry = self.geometry();
        vec![
            ("threats", Box::new(self.usual_evaluator())),
            ("windows", Box::new(Windows::new(&geometry))),
            ("chapter", Box::new(Chapter::new(&geometry))),
        ]
    }

    fn tunable(&self) -> Option<&dyn Tunable<Board<W>>> {
        Some(self)
    }

    fn oracle(&self) -> Option<Box<dyn Oracle<Board<W>>>> {
        Some(Box::new(Tactics))
    }

    fn solver(&self, bytes: usize) -> Option<Box<dyn Solver<Board<W>>>> {
        Some(Box::new(ConnectFourSolver::new(self, bytes)?))
    }

    /// 0 for a draw. Otherwise the number of stones that the winner has left just before the
    /// winning move, negative if the opponent wins.
    fn literature_score(&self, board: &Board<W>, value: Value) -> i32 {
        solver::score(value, board.plies_left())
    }

    /// Chosen by matches at 20 ms a move.
    fn selectivity(&self) -> Selectivity {
        Selectivity { full_moves: 3, reduction: 120, ..Selectivity::USUAL }
    }

    fn book(&self) -> Option<&'static [u8]> {
        (self.size == Size::STANDARD).then_some(sarsen_connect4_book::BYTES)
    }

    fn notations(&self) -> Vec<Box<dyn Notation<Board<W>>>> {
        vec![Box::new(texts::Cfour)]
    }
}

impl<W: BoardWord> Presentation<Board<W>> for ConnectFour<W> {
    fn explain(&self, board: &Board<W>) -> Vec<Fact> {
        texts::explain(board)
    }

    fn rules(&self) -> &str {
        texts::RULES
    }

    fn board(&self) -> Option<&dyn Diagram<Board<W>>> {
        Some(self)
    }

    fn draw(&self, board: &Board<W>, view: View<Drop>) -> Drawing {
        texts::draw(board, view)
    }
}

impl<W: BoardWord> Weighted for ConnectFour<W> {
    type Evaluator = Threats<W>;
    const WEIGHTS: &'static str = include_str!("threats.toml");

    fn evaluator(&self, weights: &Weights) -> Result<Threats<W>, WeightsError> {
        Threats::with(&self.geometry(), weights)
    }
}
