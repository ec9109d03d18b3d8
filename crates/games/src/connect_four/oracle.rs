//! Certain results in Connect Four without a search: a win by the next stone, and a loss that no
//! move averts.

use std::sync::Arc;

use super::board::Board;
use super::numbering::Outlines;
use super::word::BoardWord;
use sarsen_core::game::value::{loss_in, win_in};
use sarsen_core::game::{Known, Numbering, Oracle};

/// Knows whether the next stone wins, and whether the opponent's next stone wins after any move.
pub struct Tactics;

impl<W: BoardWord> Oracle<Board<W>> for Tactics {
    #[inline]
    fn probe(&self, board: &Board<W>) -> Option<Known> {
        let playable = board.playable();
        let (me, other) = (board.to_move().index(), board.to_move().other().index());
        if !(board.geometry.completing(board.stones[me]) & playable).is_zero() {
            return Some(Known::exact(win_in(1)));
        }
        let dangers = board.geometry.completing(board.stones[other]) & !board.occupied();
        let forced = dangers & playable;
        // A stone right below a cell where the opponent wins loses too.
        let safe = playable & !(dangers >> 1);
        let lost = if forced.is_zero() {
            safe.is_zero()
        } else {
            (forced & safe).is_zero() || !forced.without_lowest().is_zero()
        };
        lost.then(|| Known::exact(loss_in(2)))
    }

    fn numbering(&self, start: &Board<W>) -> Option<Arc<dyn Numbering<Board<W>>>> {
        Some(Outlines::shared(*start.geometry()))
    }
}
