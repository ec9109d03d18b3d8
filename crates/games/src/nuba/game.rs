//! Nuba as the engine knows it.

use super::march::March;
use super::moves::Move;
use super::oracle::Unstoppable;
use super::position::NubaPosition;
use super::setup::Nuba;
use super::texts;
use sarsen_core::game::board::Diagram;
use sarsen_core::game::{
    Drawing, Fact, Game, NamedEvaluator, Oracle, Presentation, Tunable, View, Weighted, Weights,
    WeightsError,
};

/// The name of the game.
pub const NAME: &str = "nuba";

impl Game for Nuba {
    type Position = NubaPosition;
    const HAS_SOLVER: bool = false;

    fn name(&self) -> &str {
        NAME
    }

    fn setup(&self) -> String {
        self.text().to_owned()
    }

    fn start(&self) -> NubaPosition {
        self.first_position()
    }

    fn evaluators(&self) -> Vec<NamedEvaluator<NubaPosition>> {
        vec![("march", Box::new(self.usual_evaluator()))]
    }

    fn tunable(&self) -> Option<&dyn Tunable<NubaPosition>> {
        Some(self)
    }

    fn oracle(&self) -> Option<Box<dyn Oracle<NubaPosition>>> {
        Some(Box::new(Unstoppable))
    }
}

impl Presentation<NubaPosition> for Nuba {
    fn explain(&self, position: &NubaPosition) -> Vec<Fact> {
        texts::explain(position)
    }

    fn marks(&self) -> [&str; 2] {
        ["g", "r"]
    }

    fn rules(&self) -> &str {
        texts::rules(self.base)
    }

    fn board(&self) -> Option<&dyn Diagram<NubaPosition>> {
        Some(self)
    }

    fn draw(&self, position: &NubaPosition, view: View<Move>) -> Drawing {
        texts::draw(position, view)
    }
}

impl Weighted for Nuba {
    type Evaluator = March;
    const WEIGHTS: &'static str = include_str!("march.toml");

    fn evaluator(&self, weights: &Weights) -> Result<March, WeightsError> {
        March::with(weights)
    }
}
