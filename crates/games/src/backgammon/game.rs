//! Backgammon as the engine knows it.

use super::bear_off::BearOff;
use super::moves::BackgammonMove;
use super::pips::Pips;
use super::position::BackgammonPosition;
use super::setup::Backgammon;
use super::texts::{self, Gnubg};
use sarsen_core::game::board::Diagram;
use sarsen_core::game::{
    Drawing, Fact, Game, NamedEvaluator, Notation, Oracle, Presentation, View,
};

/// The name of the game.
pub const NAME: &str = "backgammon";

impl Game for Backgammon {
    type Position = BackgammonPosition;
    const HAS_SOLVER: bool = false;

    fn name(&self) -> &str {
        NAME
    }

    fn setup(&self) -> String {
        self.text().to_owned()
    }

    fn start(&self) -> BackgammonPosition {
        self.first_position()
    }

    fn evaluators(&self) -> Vec<NamedEvaluator<BackgammonPosition>> {
        vec![("pips", Box::new(Pips))]
    }

    fn learned(&self) -> Option<&'static [u8]> {
        (*self == Self::SINGLE).then_some(include_bytes!("../../data/backgammon.learned"))
    }

    fn oracle(&self) -> Option<Box<dyn Oracle<BackgammonPosition>>> {
        Some(Box::new(BearOff))
    }

    fn notations(&self) -> Vec<Box<dyn Notation<BackgammonPosition>>> {
        vec![Box::new(Gnubg)]
    }
}

impl Presentation<BackgammonPosition> for Backgammon {
    fn explain(&self, position: &BackgammonPosition) -> Vec<Fact> {
        texts::explain(position)
    }

    fn rules(&self) -> &str {
        texts::RULES
    }

    fn board(&self) -> Option<&dyn Diagram<BackgammonPosition>> {
        Some(self)
    }

    fn draw(&self, position: &BackgammonPosition, view: View<BackgammonMove>) -> Drawing {
        texts::draw(position, view)
    }
}
