//! What is certain of a position at a glance: wins at once, losses that the next move cannot avert, and that a player cannot
//! win any more.

use super::board::Board;
use super::geometry::Geometry;
use super::solver::Glance;
use super::word::Word;
use crate::game::{Bound, Known, Oracle};
use crate::value::{loss_in, win_in};

/// Knows a win with the next stone, a loss with the opponent's next one, and what the player to move can reach at most
/// against an opponent who only follows him.
pub struct AtAGlance<W>(Glance<W>);

impl<W: Word> AtAGlance<W> {
    pub(super) fn new(geometry: Geometry<W>) -> Self {
        Self(Glance::new(geometry))
    }
}

impl<W: Word> Oracle<Board<W>> for AtAGlance<W> {
    #[inline]
    fn probe(&self, board: &Board<W>) -> Option<Known> {
        let playable = board.playable();
        let (me, other) = (board.to_move().index(), board.to_move().other().index());
        if !(board.geometry.completing(board.stones[me]) & playable).is_zero() {
            return Some(Known::exact(win_in(1)));
        }
        let dangers = board.geometry.completing(board.stones[other]) & !board.occupied();
        let forced = dangers & playable;
        // Playing right below a cell where the opponent wins loses too.
        let safe = playable & !(dangers >> 1);
        let lost = if forced.is_zero() {
            safe.is_zero()
        } else {
            (forced & safe).is_zero() || !forced.without_lowest().is_zero()
        };
        if lost {
            return Some(Known::exact(loss_in(2)));
        }
        let most = self.0.most(board, dangers);
        most.map(|value| Known { value, bound: Bound::Upper })
    }
}
