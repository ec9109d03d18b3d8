//! The squares of the board: their numbers, and what the symmetries of the board do to them.
//!
//! A square is the number of a bit: 0 for a1, 7 for h1, 8 for a2. Row 1 is on top. The board of 6
//! by 6 lies in the middle of the other one, so its a1 is the square 9.

use sarsen_core::game::Symmetry;

/// A move: the square where the disc is put, or a pass.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Square(pub(super) u8);

impl Square {
    /// The pass. It is a legal move if there is no other.
    pub const PASS: Self = Self(64);

    /// The square as a bit. A pass has none.
    #[inline]
    #[must_use]
    pub const fn bit(self) -> u64 {
        if self.0 < 64 { 1 << self.0 } else { 0 }
    }
}

/// The numbers of the squares of a set, the least first.
#[inline(always)]
pub(super) fn numbers(mut set: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let number = set.trailing_zeros();
        if set == 0 {
            return None;
        }
        set &= set - 1;
        Some(number)
    })
}

/// The number of symmetries of a square board.
pub(super) const SYMMETRIES: u8 = 8;

/// In the number of a symmetry: left and right change places.
const MIRROR: u8 = 1;
/// In the number of a symmetry: top and bottom change places.
const FLIP: u8 = 2;
/// In the number of a symmetry: before that, rows become columns.
const TRANSPOSE: u8 = 4;

/// The image of a set of squares.
pub(super) const fn image(mut squares: u64, symmetry: Symmetry) -> u64 {
    if symmetry & TRANSPOSE != 0 {
        squares = transpose(squares);
    }
    if symmetry & FLIP != 0 {
        squares = squares.swap_bytes();
    }
    if symmetry & MIRROR != 0 {
        squares = squares.swap_bytes().reverse_bits();
    }
    squares
}

/// The image of a square. A pass stays a pass.
pub(super) const fn image_of(Square(square): Square, symmetry: Symmetry) -> Square {
    if square >= 64 {
        return Square(square);
    }
    let (mut column, mut row) = (square % 8, square / 8);
    if symmetry & TRANSPOSE != 0 {
        (column, row) = (row, column);
    }
    if symmetry & FLIP != 0 {
        row = 7 - row;
    }
    if symmetry & MIRROR != 0 {
        column = 7 - column;
    }
    Square(8 * row + column)
}

/// The symmetry that undoes another.
pub(super) const fn inverse(symmetry: Symmetry) -> Symmetry {
    // A quarter turn is undone by the other quarter turn, everything else by itself.
    match symmetry {
        5 => 6,
        6 => 5,
        other => other,
    }
}

/// Makes columns of rows: swaps blocks of 1, 2 and 4 squares across the diagonal.
pub(super) const fn transpose(mut squares: u64) -> u64 {
    let swap = (squares ^ squares >> 7) & 0x00aa_00aa_00aa_00aa;
    squares ^= swap ^ swap << 7;
    let swap = (squares ^ squares >> 14) & 0x0000_cccc_0000_cccc;
    squares ^= swap ^ swap << 14;
    let swap = (squares ^ squares >> 28) & 0x0000_0000_f0f0_f0f0;
    squares ^ swap ^ swap << 28
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_and_squares_have_the_same_images() {
        for symmetry in 0..SYMMETRIES {
            for number in 0..64 {
                let square = Square(number);
                let moved = image_of(square, symmetry);
                assert_eq!(image(square.bit(), symmetry), moved.bit(), "{number} {symmetry}");
                assert_eq!(image_of(moved, inverse(symmetry)), square, "{number} {symmetry}");
            }
            assert_eq!(image_of(Square::PASS, symmetry), Square::PASS);
        }
    }

    #[test]
    fn all_images_of_a_crooked_shape_differ() {
        let images: std::collections::HashSet<u64> =
            (0..SYMMETRIES).map(|symmetry| image(0x0107, symmetry)).collect();
        assert_eq!(images.len(), 8);
    }
}
