//! Pig as the engine knows it.

use super::evaluators::PigRace;
use super::moves::PigMove;
use super::position::PigPosition;
use super::setup::Pig;
use super::{solver, texts};
use sarsen_core::game::{Drawing, Fact, Game, NamedEvaluator, Solver, View};

/// The name of the game.
pub const NAME: &str = "pig";

impl Game for Pig {
    type Position = PigPosition;

    fn name(&self) -> &str {
        NAME
    }

    fn setup(&self) -> String {
        self.goal.to_string()
    }

    fn start(&self) -> PigPosition {
        PigPosition::start(self.goal)
    }

    fn evaluators(&self) -> Vec<NamedEvaluator<PigPosition>> {
        vec![("race", Box::new(PigRace))]
    }

    fn solver(&self, bytes: usize) -> Option<Box<dyn Solver<PigPosition>>> {
        Some(solver::solver(bytes))
    }

    fn explain(&self, position: &PigPosition) -> Vec<Fact> {
        texts::explain(position)
    }

    fn marks(&self) -> [&str; 2] {
        ["1", "2"]
    }

    fn rules(&self) -> &str {
        texts::RULES
    }

    fn draw(&self, position: &PigPosition, view: View<PigMove>) -> Drawing {
        texts::draw(position, view)
    }
}
