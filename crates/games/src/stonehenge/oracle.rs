//! Certain results in Stonehenge without a search: whether one move wins the game.

use super::board::{LINE_SET, LINES_TO_WIN};
use super::position::StonehengePosition;
use sarsen_core::game::value::win_in;
use sarsen_core::game::{Known, Oracle};

/// Knows whether one move claims the eighth line of the player to move.
///
/// The move does not change the opponent's hand. So no piece claims more than the largest one, and
/// no piece claims a line on which it does not stand.
#[derive(Clone, Copy, Default, Debug)]
pub struct WinsAtOnce;

impl Oracle<StonehengePosition> for WinsAtOnce {
    #[inline]
    fn probe(&self, position: &StonehengePosition) -> Option<Known> {
        let mover = position.to_move();
        let needed = LINES_TO_WIN.saturating_sub(position.owned(mover).count_ones());
        if needed > 3 {
            return None;
        }
        let claimed = position.claimable(mover, position.hand(mover).largest()[0]);
        // An undecided line has an empty cell. So if the player needs only one line, one claimable
        // line is enough.
        let wins = claimed.count_ones() >= needed
            && (needed <= 1 || shares_cell(position, claimed, needed));
        wins.then_some(Known::exact(win_in(1)))
    }
}

/// Whether at least `needed` of these lines meet in an empty cell.
fn shares_cell(position: &StonehengePosition, lines: u16, needed: u32) -> bool {
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
