//! Checkers as the engine knows it.

use super::material::Material;
use super::moves::CheckersMove;
use super::position::{CheckersPosition, NAME};
use super::rules;
use super::structure::Structure;
use super::tables::CheckersTables;
use super::texts;
use sarsen_core::game::board::Diagram;
use sarsen_core::game::{
    Drawing, Fact, Game, NamedEvaluator, Oracle, Presentation, Tunable, View, Weighted, Weights,
    WeightsError,
};

/// English draughts in PDN: black moves first on 8 by 8, and square 1 is at black's right.
pub const PDN_TYPE: &str = "21,B,8,8,N1,0";

/// Other kinds of draughts by their numbers in PDN (M. Grimminck and others, *PDN 3.0*).
pub const OTHER_PDN_TYPES: [(&str, &str); 13] = [
    ("20", "international draughts"),
    ("22", "Italian draughts"),
    ("23", "American pool checkers"),
    ("24", "Spanish draughts"),
    ("25", "Russian draughts"),
    ("26", "Brazilian draughts"),
    ("27", "Canadian draughts"),
    ("28", "Portuguese draughts"),
    ("29", "Czech draughts"),
    ("30", "Turkish draughts"),
    ("31", "Thai draughts"),
    ("40", "Frisian draughts"),
    ("41", "Spantsiretti draughts"),
];

/// Checkers. There is only one setup.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Checkers;

impl Game for Checkers {
    type Position = CheckersPosition;
    const HAS_SOLVER: bool = false;

    fn name(&self) -> &str {
        NAME
    }

    fn start(&self) -> CheckersPosition {
        rules::start()
    }

    fn evaluators(&self) -> Vec<NamedEvaluator<CheckersPosition>> {
        vec![("structure", Box::new(self.usual_evaluator())), ("material", Box::new(Material))]
    }

    fn tunable(&self) -> Option<&dyn Tunable<CheckersPosition>> {
        Some(self)
    }

    fn learned(&self) -> Option<&'static [u8]> {
        Some(include_bytes!("../../data/checkers.learned"))
    }

    fn oracle(&self) -> Option<Box<dyn Oracle<CheckersPosition>>> {
        Some(Box::new(CheckersTables::new()))
    }
}

impl Presentation<CheckersPosition> for Checkers {
    fn explain(&self, position: &CheckersPosition) -> Vec<Fact> {
        texts::explain(position)
    }

    fn marks(&self) -> [&str; 2] {
        ["b", "w"]
    }

    fn rules(&self) -> &str {
        texts::RULES
    }

    fn board(&self) -> Option<&dyn Diagram<CheckersPosition>> {
        Some(self)
    }

    fn draw(&self, position: &CheckersPosition, view: View<CheckersMove>) -> Drawing {
        texts::draw(position, view)
    }
}

impl Weighted for Checkers {
    type Evaluator = Structure;
    const WEIGHTS: &'static str = include_str!("structure.toml");

    fn evaluator(&self, weights: &Weights) -> Result<Structure, WeightsError> {
        Structure::with(weights)
    }
}
