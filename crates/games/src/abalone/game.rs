//! Abalone as the engine knows it.

use super::formation::Formation;
use super::moves::MarbleMove;
use super::position::AbalonePosition;
use super::setup::Abalone;
use super::texts;
use sarsen_core::game::board::Diagram;
use sarsen_core::game::{
    Drawing, Fact, Game, NamedEvaluator, Player, Presentation, Tunable, View, Weighted, Weights,
    WeightsError,
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
        vec![("formation", Box::new(self.usual_evaluator()))]
    }

    fn tunable(&self) -> Option<&dyn Tunable<AbalonePosition>> {
        Some(self)
    }

    fn learned(&self) -> Option<&'static [u8]> {
        (*self == Self::STANDARD).then_some(include_bytes!("../../data/abalone.learned"))
    }
}

impl Presentation<AbalonePosition> for Abalone {
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

impl Weighted for Abalone {
    type Evaluator = Formation;
    const WEIGHTS: &'static str = include_str!("formation.toml");

    fn evaluator(&self, weights: &Weights) -> Result<Formation, WeightsError> {
        Formation::with(weights)
    }
}
