//! What is certain of Stonehenge at a glance: a line or more won at once may win the game.

use super::board::{LINE_SET, LINES_TO_WIN};
use super::position::Position;
use crate::game::value::win_in;
use crate::game::{Known, Oracle};

/// Knows that the player to move wins if one move claims his eighth line.
///
/// The opponent's hand does not change by the move, so no piece claims more than the largest, and
/// none claims a line that it does not stand on.
#[derive(Clone, Copy, Default, Debug)]
pub struct WinsAtOnce;

impl Oracle<Position> for WinsAtOnce {
    #[inline]
    fn probe(&self, position: &Position) -> Option<Known> {
        let mover = position.to_move();
        let needed = LINES_TO_WIN.saturating_sub(position.owned(mover).count_ones());
        if needed > 3 {
            return None;
        }
        let claimed = position.claimable(mover, position.hand(mover).largest()[0]);
        // An undecided line has an empty cell, so one line is enough where one is needed.
        let wins = claimed.count_ones() >= needed
            && (needed <= 1 || shares_cell(position, claimed, needed));
        wins.then_some(Known::exact(win_in(1)))
    }
}

/// Whether as many of the lines as are needed meet in an empty cell.
fn shares_cell(position: &Position, lines: u16, needed: u32) -> bool {
    let mut cells = position.empty_cells();
    while cells != 0 {
        let here = LINE_SET[cells.trailing_zeros() as usize] & lines;
        if here.count_ones() >= needed {
            return true;
        }
        cells &= cells - 1;
    }
    false
}
