//! Moves of EinStein, and the throws of the die.

use super::squares::{DIRECTIONS, SQUARES, STONES, mirrored};

/// The first code of a step. Below it are the codes of stones that are put on the board.
const FIRST_STEP: u8 = (STONES * SQUARES) as u8;

/// The first code of a throw.
const FIRST_THROW: u8 = FIRST_STEP + DIRECTIONS * SQUARES as u8;

/// A move of a player, or a throw of the die.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct EinsteinMove(u8);

/// What a move does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum StoneDeed {
    /// A stone, counted from 0, is put on a square.
    Put { stone: u8, to: u8 },
    /// The stone on a square goes in a direction.
    Step { from: u8, direction: u8 },
    /// The die shows a number.
    Throw(u8),
}

impl EinsteinMove {
    /// The number of codes.
    pub(super) const CODES: usize = FIRST_THROW as usize + STONES;

    /// A stone, counted from 0, put on a square.
    #[inline]
    pub(super) const fn put(stone: u8, to: u8) -> Self {
        Self(stone * SQUARES as u8 + to)
    }

    /// A step of the stone on a square.
    #[inline]
    pub(super) const fn step(from: u8, direction: u8) -> Self {
        Self(FIRST_STEP + from * DIRECTIONS + direction)
    }

    /// The die shows a number from 1 to 6.
    #[inline]
    pub(super) const fn throw(number: u8) -> Self {
        Self(FIRST_THROW + number - 1)
    }

    /// What it does.
    #[inline]
    pub(super) const fn deed(self) -> StoneDeed {
        if self.0 >= FIRST_THROW {
            StoneDeed::Throw(self.0 - FIRST_THROW + 1)
        } else if self.0 >= FIRST_STEP {
            let step = self.0 - FIRST_STEP;
            StoneDeed::Step { from: step / DIRECTIONS, direction: step % DIRECTIONS }
        } else {
            StoneDeed::Put { stone: self.0 / SQUARES as u8, to: self.0 % SQUARES as u8 }
        }
    }

    /// Its code.
    #[inline]
    pub(super) const fn code(self) -> u16 {
        self.0 as u16
    }
}

/// The code that a move has in the mirror image.
pub(super) const fn mirrored_code(code: u16) -> u16 {
    let m = EinsteinMove(code as u8);
    let image = match m.deed() {
        StoneDeed::Put { stone, to } => EinsteinMove::put(stone, mirrored(to)),
        StoneDeed::Step { from, direction } => {
            EinsteinMove::step(mirrored(from), DIRECTIONS - 1 - direction)
        }
        StoneDeed::Throw(_) => m,
    };
    image.code()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_say_what_moves_do() {
        for code in 0..EinsteinMove::CODES as u16 {
            let again = match EinsteinMove(code as u8).deed() {
                StoneDeed::Put { stone, to } => EinsteinMove::put(stone, to),
                StoneDeed::Step { from, direction } => EinsteinMove::step(from, direction),
                StoneDeed::Throw(number) => EinsteinMove::throw(number),
            };
            assert_eq!(again.code(), code);
            assert_eq!(mirrored_code(mirrored_code(code)), code);
        }
        const { assert!(EinsteinMove::CODES <= 1 << u8::BITS) };
    }
}
