//! Moves of Nuba.

use super::board::{CHAMPION, COLUMNS, SQUARES, mirrored};
use sarsen_core::game::Player;

/// The first code of a step. Below it are the codes of pieces that are put on the board.
const STEPS: u16 = CHAMPION as u16 * SQUARES as u16;

/// The code of the pass.
const PASSING: u16 = STEPS + 3 * SQUARES as u16;

/// The bits of a code. The number of a piece that goes forward is above them.
const CODE_BITS: u16 = 9;

/// A move: a piece put on a square, a step of a piece, or a pass.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move(u16);

/// What a move does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Deed {
    /// A piece comes from the hand to a square.
    Put { piece: u8, to: u8 },
    /// A piece goes forward: a column to the left (0), straight ahead (1) or a column to the right
    /// (2), as the first player sees it.
    Step { piece: u8, from: u8, aside: u8 },
    /// Nothing happens.
    Pass,
}

impl Move {
    /// The pass. It is a legal move if there is no other.
    pub const PASS: Self = Self(PASSING);

    /// The number of codes.
    pub(super) const CODES: usize = PASSING as usize + 1;

    /// A piece put on a square.
    #[inline]
    pub(super) const fn put(piece: u8, to: u8) -> Self {
        Self((piece as u16 - 1) * SQUARES as u16 + to as u16)
    }

    /// A step of a piece from a square.
    #[inline]
    pub(super) const fn step(piece: u8, from: u8, aside: u8) -> Self {
        Self((STEPS + 3 * from as u16 + aside as u16) | ((piece as u16) << CODE_BITS))
    }

    /// A step from one square to another, which is ahead of it.
    #[inline]
    pub(super) const fn step_to(piece: u8, from: u8, to: u8) -> Self {
        Self::step(piece, from, to % COLUMNS as u8 + 1 - from % COLUMNS as u8)
    }

    /// What it does.
    #[inline]
    pub(super) const fn deed(self) -> Deed {
        let code = self.code();
        if code < STEPS {
            let piece = (code / SQUARES as u16) as u8 + 1;
            Deed::Put { piece, to: (code % SQUARES as u16) as u8 }
        } else if code < PASSING {
            let (piece, step) = ((self.0 >> CODE_BITS) as u8, (code - STEPS) as u8);
            Deed::Step { piece, from: step / 3, aside: step % 3 }
        } else {
            Deed::Pass
        }
    }

    /// The code of the move.
    #[inline]
    pub(super) const fn code(self) -> u16 {
        self.0 & ((1 << CODE_BITS) - 1)
    }
}

/// The code that a move has in the mirror image.
pub(super) const fn mirrored_code(code: u16) -> u16 {
    let m = match Move(code).deed() {
        Deed::Put { piece, to } => Move::put(piece, mirrored(to)),
        Deed::Step { from, aside, .. } => Move::step(0, mirrored(from), 2 - aside),
        Deed::Pass => Move::PASS,
    };
    m.code()
}

/// The square to which a step of a player leads. None if it leads beyond the board.
#[inline]
pub(super) const fn target(player: Player, from: u8, aside: u8) -> Option<u8> {
    let columns = COLUMNS as u8;
    let to = match player {
        Player::First => from + columns + aside - 1,
        // In the first row there is nothing ahead. Then this is beyond the board, too.
        Player::Second => (from + aside).wrapping_sub(columns + 1),
    };
    if to < SQUARES as u8 { Some(to) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nuba::board::{AHEAD, squares};

    #[test]
    fn codes_say_what_moves_do() {
        for code in 0..Move::CODES as u16 {
            let again = match Move(code).deed() {
                Deed::Put { piece, to } => Move::put(piece, to),
                Deed::Step { from, aside, .. } => {
                    let m = Move::step(7, from, aside);
                    assert_eq!(m.deed(), Deed::Step { piece: 7, from, aside });
                    m
                }
                Deed::Pass => Move::PASS,
            };
            assert_eq!(again.code(), code);
            assert_eq!(mirrored_code(mirrored_code(code)), code);
        }
    }

    #[test]
    fn steps_lead_ahead() {
        for player in [Player::First, Player::Second] {
            for from in 0..SQUARES as u8 {
                for to in squares(AHEAD[player.index()][usize::from(from)]) {
                    let Deed::Step { from, aside, .. } = Move::step_to(1, from, to).deed() else {
                        panic!("{from} {to}");
                    };
                    assert_eq!(target(player, from, aside), Some(to));
                }
            }
        }
        assert_eq!(target(Player::First, 27, 1), None);
        assert_eq!(target(Player::Second, 2, 1), None);
    }
}
