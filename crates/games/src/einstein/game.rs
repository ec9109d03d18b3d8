//! EinStein as the engine knows it.

use super::endings::FewStones;
use super::moves::EinsteinMove;
use super::position::EinsteinPosition;
use super::race::StoneRace;
use super::{solver, texts};
use sarsen_core::game::board::Diagram;
use sarsen_core::game::{Drawing, Fact, Game, NamedEvaluator, Oracle, Presentation, Solver, View};

/// The name of the game.
pub const NAME: &str = "einstein";

/// `EinStein würfelt nicht!`
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Einstein;

impl Game for Einstein {
    type Position = EinsteinPosition;

    fn name(&self) -> &str {
        NAME
    }

    fn start(&self) -> EinsteinPosition {
        EinsteinPosition::EMPTY
    }

    fn evaluators(&self) -> Vec<NamedEvaluator<EinsteinPosition>> {
        vec![("race", Box::new(StoneRace::new()))]
    }

    fn oracle(&self) -> Option<Box<dyn Oracle<EinsteinPosition>>> {
        Some(Box::new(FewStones))
    }

    fn solver(&self, bytes: usize) -> Option<Box<dyn Solver<EinsteinPosition>>> {
        Some(solver::solver(bytes))
    }
}

impl Presentation<EinsteinPosition> for Einstein {
    fn explain(&self, position: &EinsteinPosition) -> Vec<Fact> {
        texts::explain(position)
    }

    fn marks(&self) -> [&str; 2] {
        ["1", "2"]
    }

    fn rules(&self) -> &str {
        texts::RULES
    }

    fn board(&self) -> Option<&dyn Diagram<EinsteinPosition>> {
        Some(self)
    }

    fn draw(&self, position: &EinsteinPosition, view: View<EinsteinMove>) -> Drawing {
        texts::draw(position, view)
    }
}
