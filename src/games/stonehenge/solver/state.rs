//! A position in the solver's terms: how far each line leans, and what is left to place.

use super::super::hand::Hand;
use super::super::position::StonehengePosition;
use super::lanes::{Lanes, ZERO, each, equal, more};
use super::tables::{ON, TWICE};
use crate::game::Player;

/// A position as the player to move sees it.
///
/// All pieces are placed in the end, and a line that is won early is won on the full board too: the
/// winner is who has more than half of the lines there. So nothing is kept of who owns what.
#[derive(Clone, Copy)]
pub(super) struct SolverState {
    /// Of each line twice the total of the player to move less twice the other's; once it is full
    /// one less if he filled it, one more if the other one did, since who fills a line up to a tie
    /// loses it. Above 0 it is won then.
    pub(super) lead: Lanes,
    /// The empty cells of each line.
    pub(super) free: Lanes,
    /// The empty cells, cell 0 in bit 0.
    pub(super) empty: u32,
    /// What the player to move holds.
    pub(super) own: Hand,
    /// What the other one holds.
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
            // Which of the two filled it does not matter any more, only who has won it.
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

    /// What it becomes by a move, as the other player sees it.
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

    /// How many cells are empty.
    #[inline(always)]
    pub(super) fn count(&self) -> u32 {
        self.empty.count_ones()
    }
}

/// In which lanes at least so many cells are empty, from 1 to 5, and what follows from that.
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

    /// Where at least so many cells are empty.
    #[inline(always)]
    pub(super) fn at_least(&self, cells: usize) -> Lanes {
        self.0[cells]
    }

    /// A line is its player's for good if he leads by more than this, where the other one holds
    /// `hand` and `placed` of the empty cells, 0 or 1, are filled first: twice what the other one
    /// can still add, less one, since to come level with it he must fill the line himself; 0 on a
    /// full line.
    #[inline(always)]
    pub(super) fn reach(&self, hand: Hand, placed: usize) -> Lanes {
        let mut reach = self.0[1 + placed];
        for (i, piece) in hand.largest().into_iter().enumerate() {
            reach += self.0[1 + i + placed] & each(2 * piece as i8);
        }
        reach
    }
}
