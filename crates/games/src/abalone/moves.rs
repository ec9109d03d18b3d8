//! Moves, as numbers.

use super::cells::{image_of, image_of_direction, next};
use sarsen_core::game::Symmetry;

/// The number of kinds of moves: six along a row, and 24 sideways.
const KINDS: u16 = 30;

/// One more than the greatest code of a move.
pub(super) const CODES: usize = KINDS as usize * 64;

/// The bits of a move that are its code. The bits above them are for moves along a row: the number
/// of marbles less one. The position tells that number, so the code does not need it.
const CODE: u16 = 0x7ff;

/// A move of one to three marbles.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MarbleMove(pub(super) u16);

/// What a move is made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum MoveParts {
    /// A row of `count` marbles moves along itself. `rear` is the cell of the last one.
    Inline { rear: u8, direction: usize, count: usize },
    /// Two or three marbles move sideways. The lower one of the ends is on a cell, and the others
    /// follow along an axis (one of the first three directions).
    Sideways { lower: u8, axis: usize, count: usize, direction: usize },
}

impl MarbleMove {
    /// The move of a row of `count` marbles along itself. `rear` is the cell of the last one.
    #[inline(always)]
    pub(super) const fn inline(rear: u8, direction: usize, count: usize) -> Self {
        Self((count as u16 - 1) << 11 | (direction as u16) << 6 | rear as u16)
    }

    /// The code of the move: a number below [`CODES`].
    #[inline(always)]
    pub(super) const fn code(self) -> u16 {
        self.0 & CODE
    }

    /// A sideways move of `count` marbles along the axis that comes `1 + across` after the
    /// direction.
    #[inline(always)]
    pub(super) const fn sideways(lower: u8, direction: usize, across: usize, count: usize) -> Self {
        let kind = 6 + (direction * 2 + across) * 2 + (count - 2);
        Self((kind as u16) << 6 | lower as u16)
    }

    /// A sideways move along an axis.
    pub(super) const fn along(lower: u8, axis: usize, count: usize, direction: usize) -> Self {
        Self::sideways(lower, direction, (axis + 5 - direction % 3) % 3, count)
    }

    /// What the move is made of.
    #[inline(always)]
    pub(super) const fn parts(self) -> MoveParts {
        let (cell, kind) = ((self.0 & 63) as u8, (self.code() >> 6) as usize);
        if kind < 6 {
            let count = 1 + (self.0 >> 11) as usize;
            return MoveParts::Inline { rear: cell, direction: kind, count };
        }
        let (direction, across) = ((kind - 6) / 4, (kind - 6) / 2 % 2);
        let axis = (direction + 1 + across) % 3;
        MoveParts::Sideways { lower: cell, axis, count: 2 + (kind & 1), direction }
    }

    /// The image of the move under a symmetry.
    pub(super) fn image(self, symmetry: Symmetry) -> Self {
        match self.parts() {
            MoveParts::Inline { rear, direction, count } => {
                let direction = image_of_direction(direction, symmetry);
                Self::inline(image_of(rear, symmetry), direction, count)
            }
            MoveParts::Sideways { lower, axis, count, direction } => {
                let turned = image_of_direction(axis, symmetry);
                // The other end may be the lower one there.
                let lower = if turned < 3 { lower } else { upper_end(lower, axis, count) };
                let direction = image_of_direction(direction, symmetry);
                Self::along(image_of(lower, symmetry), turned % 3, count, direction)
            }
        }
    }
}

/// The other end of a row of marbles along an axis.
pub(super) fn upper_end(lower: u8, axis: usize, count: usize) -> u8 {
    (1..count).fold(lower, |cell, _| next(cell, axis))
}

#[cfg(test)]
mod tests {
    use super::super::cells::{DIRECTIONS, SYMMETRIES, inverse};
    use super::*;

    #[test]
    fn a_move_is_its_parts() {
        for direction in 0..DIRECTIONS {
            for count in 1..=3 {
                let m = MarbleMove::inline(60, direction, count);
                assert_eq!(m.parts(), MoveParts::Inline { rear: 60, direction, count });
                assert_eq!(m.code(), MarbleMove::inline(60, direction, 1).0);
            }
            for axis in (0..3).filter(|axis| axis % 3 != direction % 3) {
                for count in 2..=3 {
                    let m = MarbleMove::along(30, axis, count, direction);
                    assert!(usize::from(m.code()) < CODES);
                    assert_eq!(
                        m.parts(),
                        MoveParts::Sideways { lower: 30, axis, count, direction }
                    );
                    for symmetry in 0..SYMMETRIES {
                        // Cell 0 is in the middle, so all marbles are on the board.
                        let m = MarbleMove::along(0, axis, count, direction);
                        assert_eq!(m.image(symmetry).image(inverse(symmetry)), m);
                    }
                }
            }
        }
    }
}
