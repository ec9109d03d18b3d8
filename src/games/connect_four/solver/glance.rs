//! The solver's bound for the general search: what the player to move can reach at most, without a search.

use super::super::board::Board;
use super::super::geometry::Geometry;
use super::super::word::Word;
use super::bound::{Follower, NONE};
use super::processor::Any;
use super::shape::Shape;
use super::technique::All;
use super::value;
use crate::game::Position;
use crate::value::Value;

/// The [bound](super::bound) of any position on a board of one size.
pub(in super::super) struct Glance<W>(Shape<W>);

impl<W: Word> Glance<W> {
    pub(in super::super) fn new(geometry: Geometry<W>) -> Self {
        Self(Shape::new(geometry))
    }

    /// The most that an unfinished position is worth for the player to move, who cannot win at once; `threats` are
    /// the empty cells where the other one wins.
    #[inline]
    pub(in super::super) fn most(&self, board: &Board<W>, threats: W) -> Option<Value> {
        let empty = board.plies_left();
        let follower = Follower {
            stones: board.stones(board.to_move().other()),
            threats,
            occupied: board.occupied(),
            playable: board.playable(),
            is_odd: !empty.is_multiple_of(2),
        };
        let bound = self.0.bound(Any(All), follower);
        (bound != NONE).then(|| value(bound, empty))
    }
}
