//! Stonehenge (R. Knizia, 1992): two players fill 18 cells and fight for 15 ley-lines.
//!
//! Each player holds nine pieces: 6 5 4 3 3 2 2 1 1. A move puts one of them on an empty cell:
//!
//! ```text
//!              1---2
//!             / \ / \
//!            3---4---5
//!           / \ / \ / \
//!          6---7---8---9
//!         / \ / \ / \ / \
//!       10--11--12--13--14
//!         \ / \ / \ / \ /
//!          15--16--17--18
//! ```
//!
//! A ley-line, five in each of three directions, is won as soon as the opponent cannot beat it any
//! more: the owner's pieces on it are worth at least as much as the opponent's and the best ones he
//! could still put on its empty cells. Whoever fills a line up to equal totals loses it. The first
//! to own 8 lines wins at once; there are no draws.
//!
//! A move reads `6@7`: piece, cell. A position is the five rows, the owners of the lines and the
//! side to move, `x` for the first player and `o` for the second: `../.../..../...../....
//! ............... x`. Lines are listed in the order of [`LINES`].

mod board;
mod bytes;
mod chapter;
mod hand;
mod keys;
mod lines;
mod moves;
mod notation;
mod oracle;
mod picture;
mod position;
mod rules;
mod solver;

pub use board::{CELLS, LINE_COUNT, LINES, LINES_TO_WIN};
pub use chapter::Chapter;
pub use hand::Hand;
pub use lines::Lines;
pub use moves::Move;
pub use oracle::WinsAtOnce;
pub use position::Position;
pub use solver::{Solver, Technique};

use crate::game::{
    Drawing, Evaluator, Game, NamedEvaluator, Oracle, Selectivity, View, Weights, WeightsError,
};

/// The game as the engine knows it; there is only one setup.
///
/// ```
/// use sarsen::game::{Game, Position};
/// use sarsen::games::stonehenge::Stonehenge;
///
/// let mut position = Stonehenge.start();
/// position.make(position.parse_move("6@7")?);
/// assert_eq!(position.format(), "../.../.x6../...../.... ............... o");
/// # Ok::<(), sarsen::game::MoveError>(())
/// ```
#[derive(Clone, Copy, Default, Debug)]
pub struct Stonehenge;

impl Game for Stonehenge {
    type Position = Position;

    fn name(&self) -> &str {
        "stonehenge"
    }

    fn start(&self) -> Position {
        Position::start()
    }

    fn evaluators(&self) -> Vec<NamedEvaluator<Position>> {
        vec![("lines", Box::new(Lines::new())), ("chapter", Box::new(Chapter))]
    }

    fn weights(&self) -> Option<Weights> {
        Some(lines::built_in().clone())
    }

    fn weighted(&self, weights: &Weights) -> Result<Box<dyn Evaluator<Position>>, WeightsError> {
        Ok(Box::new(Lines::with(weights)?))
    }

    fn oracle(&self) -> Option<Box<dyn Oracle<Position>>> {
        Some(Box::new(WinsAtOnce))
    }

    fn solver(&self, bytes: usize) -> Option<Box<dyn crate::game::Solver<Position>>> {
        Some(Box::new(Solver::new(bytes)?))
    }

    /// Settled in matches at 20 ms a move.
    fn selectivity(&self) -> Selectivity {
        Selectivity { least_depth: 3, full_moves: 4, reduction: 110, unknown_depth: 5 }
    }

    fn book(&self) -> Option<&'static [u8]> {
        Some(include_bytes!("../../data/stonehenge.book"))
    }

    fn draw(&self, position: &Position, view: View<Move>) -> Drawing {
        picture::draw(position, view)
    }
}
