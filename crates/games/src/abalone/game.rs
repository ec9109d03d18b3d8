//! Abalone as the engine knows it.

use super::evaluators::{self, Formation};
use super::moves::MarbleMove;
use super::position::AbalonePosition;
use super::setup::Abalone;
use super::texts;
use sarsen_core::game::board::Diagram;
use sarsen_core::game::{
    Drawing, Evaluator, Fact, Game, NamedEvaluator, Player, Tunable, View, Weights, WeightsError,
};

/// The name of the game.
pub const NAME: &str = "abalone";

impl Game for Abalone {
    type Position = AbalonePosition;
    const HAS_SOLVER: bool = false;

    fn name(&self) -> &str {
        NAME
    }

    fn setup(&self) -> String {
        Abalone::name(*self)
    }

    fn start(&self) -> AbalonePosition {
        AbalonePosition::new(self.marbles(), Player::First, self.limits())
    }

    fn evaluators(&self) -> Vec<NamedEvaluator<AbalonePosition>> {
        vec![("formation", Box::new(Formation::new()))]
    }

    fn tunable(&self) -> Option<&dyn Tunable<AbalonePosition>> {
        Some(self)
    }

    fn learned(&self) -> Option<&'static [u8]> {
        (*self == Self::STANDARD).then_some(include_bytes!("../../data/abalone.learned"))
    }

    fn explain(&self, position: &AbalonePosition) -> Vec<Fact> {
        texts::explain(position)
    }

    fn marks(&self) -> [&str; 2] {
        ["b", "w"]
    }

    fn rules(&self) -> &str {
        texts::RULES
    }

    fn board(&self) -> Option<&dyn Diagram<AbalonePosition>> {
        Some(self)
    }

    fn draw(&self, position: &AbalonePosition, view: View<MarbleMove>) -> Drawing {
        texts::draw(position, view)
    }
}

impl Tunable<AbalonePosition> for Abalone {
    fn weights(&self) -> Weights {
        evaluators::built_in().clone()
    }

    fn weighted(
        &self,
        weights: &Weights,
    ) -> Result<Box<dyn Evaluator<AbalonePosition>>, WeightsError> {
        Ok(Box::new(Formation::with(weights)?))
    }
}
