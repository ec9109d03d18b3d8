//! The game as the engine knows it.

use super::evaluators::DeckRace;
use super::moves::DeckMove;
use super::position::DeckPigPosition;
use super::setup::DeckPig;
use super::{solver, texts};
use sarsen_core::game::{Drawing, Fact, Game, NamedEvaluator, Solver, View};

/// The name of the game.
pub const NAME: &str = "deckpig";

impl Game for DeckPig {
    type Position = DeckPigPosition;

    fn name(&self) -> &str {
        NAME
    }

    fn setup(&self) -> String {
        format!("{}/{}", self.goal, self.deck)
    }

    fn start(&self) -> DeckPigPosition {
        DeckPigPosition::start(*self)
    }

    fn evaluators(&self) -> Vec<NamedEvaluator<DeckPigPosition>> {
        vec![("race", Box::new(DeckRace))]
    }

    fn solver(&self, bytes: usize) -> Option<Box<dyn Solver<DeckPigPosition>>> {
        Some(solver::solver(bytes))
    }

    fn explain(&self, position: &DeckPigPosition) -> Vec<Fact> {
        texts::explain(position)
    }

    fn marks(&self) -> [&str; 2] {
        ["1", "2"]
    }

    fn rules(&self) -> &str {
        texts::RULES
    }

    fn draw(&self, position: &DeckPigPosition, view: View<DeckMove>) -> Drawing {
        texts::draw(position, view)
    }
}
