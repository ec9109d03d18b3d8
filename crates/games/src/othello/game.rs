//! Othello as the engine knows it.

use super::mobility::Mobility;
use super::patterns::Patterns;
use super::position::OthelloPosition;
use super::rules;
use super::setup::Othello;
use super::solver::OthelloSolver;
use super::squares::Square;
use super::texts;
use sarsen_core::game::board::Diagram;
use sarsen_core::game::value::{Value, is_loss, is_win, lack};
use sarsen_core::game::{
    Drawing, Fact, Game, NamedEvaluator, Notation, Position, Presentation, Solver, View,
};

/// The name of the game.
pub const NAME: &str = "othello";

impl Game for Othello {
    type Position = OthelloPosition;

    fn name(&self) -> &str {
        NAME
    }

    fn setup(&self) -> String {
        format!("{side}x{side}", side = self.side())
    }

    fn start(&self) -> OthelloPosition {
        rules::start(self.squares())
    }

    fn evaluators(&self) -> Vec<NamedEvaluator<OthelloPosition>> {
        let mut evaluators: Vec<NamedEvaluator<OthelloPosition>> = Vec::new();
        if *self == Self::USUAL {
            evaluators.push(("patterns", Box::new(Patterns::new())));
        }
        evaluators.push(("mobility", Box::new(Mobility)));
        evaluators
    }

    fn learned(&self) -> Option<&'static [u8]> {
        (*self == Self::USUAL).then_some(include_bytes!("../../data/othello.learned"))
    }

    fn solver(&self, bytes: usize) -> Option<Box<dyn Solver<OthelloPosition>>> {
        Some(Box::new(OthelloSolver::new(bytes)?))
    }

    fn book(&self) -> Option<&'static [u8]> {
        (*self == Self::USUAL).then_some(include_bytes!("../../data/othello.book"))
    }

    /// The final difference of discs for the player to act. Empty squares count for the winner.
    fn literature_score(&self, _: &OthelloPosition, value: Value) -> i32 {
        let margin = || (OthelloPosition::MOST_MARGIN - lack(value)) as i32;
        if is_win(value) {
            margin()
        } else if is_loss(value) {
            -margin()
        } else {
            0
        }
    }

    fn notations(&self) -> Vec<Box<dyn Notation<OthelloPosition>>> {
        let mut notations: Vec<Box<dyn Notation<OthelloPosition>>> =
            vec![Box::new(texts::GgfNotation)];
        if *self == Self::USUAL {
            notations.push(Box::new(texts::Flipello));
        }
        notations
    }
}

impl Presentation<OthelloPosition> for Othello {
    fn explain(&self, position: &OthelloPosition) -> Vec<Fact> {
        texts::explain(position)
    }

    fn margin_unit(&self) -> &str {
        "discs"
    }

    fn marks(&self) -> [&str; 2] {
        ["X", "O"]
    }

    fn rules(&self) -> &str {
        texts::RULES
    }

    fn board(&self) -> Option<&dyn Diagram<OthelloPosition>> {
        Some(self)
    }

    fn draw(&self, position: &OthelloPosition, view: View<Square>) -> Drawing {
        texts::draw(position, view)
    }
}
