//! A position as the solver sees it: the lead on each line, and the pieces that are left.

use super::super::hand::Hand;
use super::super::position::StonehengePosition;
use super::lanes::{Lanes, ZERO, each, equal, more};
use super::tables::{ON, TWICE};
use sarsen_core::game::Player;

/// A position from the view of the player to move.
///
/// It does not say who owns which line, because a line that is won early is also won on the full
/// board. The winner is the player who has more than half of the lines there.
#[derive(Clone, Copy)]
pub(super) struct SolverState {
    /// For each line, twice the total of the player to move less twice the opponent's. On a full
    /// line it is one less if the player to move filled it, and one more if the opponent did,
    /// because the player who fills a line up to a tie loses it. A full line is won if this is
    /// above 0.
    pub(super) lead: Lanes,
    /// The number of empty cells of each line.
    pub(super) free: Lanes,
    /// The empty cells, cell 0 in bit 0.
    pub(super) empty: u32,
    /// The hand of the player to move.
    pub(super) own: Hand,
    /// The hand of the opponent.
    pub(super) other: Hand,
}

impl SolverState {
    /// An unfinished position.
    pub(super) fn of(position: &StonehengePosition) -> Self {
        let mover = position.to_move();
        let sign = if mover == Player::First { 1 } else { -1 };
        let (leads, free) = (position.leads(), position.free());
        let owned = position.owned(mover);
        let lead = std::array::from_fn(|line| match (line, free[line]) {
            (15, _) => 0,
            // Who filled the line no longer matters, only who won it.
            (_, 0) => 2 * sign * leads[line] + if owned >> line & 1 == 1 { 1 } else { -1 },
            _ => 2 * sign * leads[line],
        });
        Self {
            lead: Lanes::new(lead),
            free: Lanes::new(free.map(|free| free as i8)),
            empty: position.empty_cells(),
            own: position.hand(mover),
            other: position.hand(mover.other()),
        }
    }

    /// The position after a move, from the view of the other player.
    #[inline(always)]
    pub(super) fn after(&self, cell: usize, piece: u8) -> Self {
        let on = ON[cell];
        let free = self.free + on;
        let filled = equal(free, ZERO) & on;
        let lead = self.lead + TWICE[cell][usize::from(piece)] + filled;
        Self {
            lead: -lead,
            free,
            empty: self.empty & !(1 << cell),
            own: self.other,
            other: self.own.without(piece),
        }
    }

    /// The number of empty cells.
    #[inline(always)]
    pub(super) fn count(&self) -> u32 {
        self.empty.count_ones()
    }
}

/// For each number n from 1 to 5, a mask of the lines with at least n empty cells.
pub(super) struct Room([Lanes; 7]);

impl Room {
    #[inline(always)]
    pub(super) fn new(free: Lanes) -> Self {
        let mut room = [ZERO; 7];
        for (less, room) in room[1..6].iter_mut().enumerate() {
            *room = more(free, each(less as i8));
        }
        Self(room)
    }

    /// A mask of the lines with at least `cells` empty cells.
    #[inline(always)]
    pub(super) fn at_least(&self, cells: usize) -> Lanes {
        self.0[cells]
    }

    /// The reach of the opponent on each line: a player with a lead of more than this owns the line
    /// for good. The opponent holds `hand`, and `placed` of the empty cells, 0 or 1, are filled
    /// first. The reach is twice what the opponent can still add, less one, because the opponent
    /// must fill the line to come level. It is 0 on a full line.
    #[inline(always)]
    pub(super) fn reach(&self, hand: Hand, placed: usize) -> Lanes {
        let mut reach = self.0[1 + placed];
        for (i, piece) in hand.largest().into_iter().enumerate() {
            reach += self.0[1 + i + placed] & each(2 * piece as i8);
        }
        reach
    }
}
