//! Stonehenge as the engine knows it.

use super::chapter::Chapter;
use super::lines::LeyLines;
use super::moves::Move;
use super::oracle::WinsAtOnce;
use super::position::StonehengePosition;
use super::solver::StonehengeSolver;
use super::texts;
use sarsen_core::game::board::Diagram;
use sarsen_core::game::{
    Drawing, Game, NamedEvaluator, Oracle, Presentation, Selectivity, Solver, Tunable, View,
    Weighted, Weights, WeightsError,
};

/// Stonehenge. There is only one setup.
///
/// ```
/// use sarsen_core::game::{Game, Position, Written};
/// use sarsen_games::stonehenge::Stonehenge;
///
/// let mut position = Stonehenge.start();
/// position.make(position.parse_move("6@7")?);
/// assert_eq!(position.format(), "../.../.x6../...../.... ............... o");
/// # Ok::<(), sarsen_core::game::MoveError>(())
/// ```
#[derive(Clone, Copy, Default, Debug)]
pub struct Stonehenge;

impl Game for Stonehenge {
    type Position = StonehengePosition;

    fn name(&self) -> &str {
        "stonehenge"
    }

    fn start(&self) -> StonehengePosition {
        StonehengePosition::start()
    }

    fn evaluators(&self) -> Vec<NamedEvaluator<StonehengePosition>> {
        vec![("lines", Box::new(self.usual_evaluator())), ("chapter", Box::new(Chapter))]
    }

    fn tunable(&self) -> Option<&dyn Tunable<StonehengePosition>> {
        Some(self)
    }

    fn oracle(&self) -> Option<Box<dyn Oracle<StonehengePosition>>> {
        Some(Box::new(WinsAtOnce))
    }

    fn solver(&self, bytes: usize) -> Option<Box<dyn Solver<StonehengePosition>>> {
        Some(Box::new(StonehengeSolver::new(bytes)?))
    }

    /// Chosen by matches at 20 ms a move.
    fn selectivity(&self) -> Selectivity {
        Selectivity { reduction: 110, ..Selectivity::USUAL }
    }

    fn book(&self) -> Option<&'static [u8]> {
        Some(include_bytes!("../../data/stonehenge.book"))
    }
}

impl Presentation<StonehengePosition> for Stonehenge {
    fn rules(&self) -> &str {
        texts::RULES
    }

    fn board(&self) -> Option<&dyn Diagram<StonehengePosition>> {
        Some(self)
    }

    fn draw(&self, position: &StonehengePosition, view: View<Move>) -> Drawing {
        texts::draw(position, view)
    }
}

impl Weighted for Stonehenge {
    type Evaluator = LeyLines;
    const WEIGHTS: &'static str = include_str!("lines.toml");

    fn evaluator(&self, weights: &Weights) -> Result<LeyLines, WeightsError> {
        LeyLines::with(weights)
    }
}
