//! Parts of the board that evaluators and solver look at: corners, quarters, neighbours.

/// The squares of the first column.
pub(super) const FIRST: u64 = 0x0101_0101_0101_0101;

/// The quarters of a board, as regions of empty squares.
pub(super) const QUARTERS: [u64; 4] =
    [0x0000_0000_0f0f_0f0f, 0x0000_0000_f0f0_f0f0, 0x0f0f_0f0f_0000_0000, 0xf0f0_f0f0_0000_0000];

/// How many rows and columns of 8 a board leaves out on each side.
#[inline(always)]
pub(super) const fn border(board: u64) -> u32 {
    board.trailing_zeros() / 8
}

/// The corners of a board.
#[inline(always)]
pub(super) const fn corners(board: u64) -> u64 {
    if board == u64::MAX { 0x8100_0000_0000_0081 } else { 0x0042_0000_0000_4200 }
}

/// The squares that touch these, the squares themselves included.
#[inline(always)]
pub(super) const fn around(squares: u64) -> u64 {
    let row = squares | level_neighbours(squares);
    row | row << 8 | row >> 8
}

/// The squares that touch these only with a corner.
#[inline(always)]
pub(super) const fn neighbours_across(squares: u64) -> u64 {
    let level = level_neighbours(squares);
    level << 8 | level >> 8
}

/// The squares to the left and to the right of these.
#[inline(always)]
const fn level_neighbours(squares: u64) -> u64 {
    (squares & !(FIRST << 7)) << 1 | (squares & !FIRST) >> 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_stay_on_the_board() {
        assert_eq!(neighbours_across(1), 1 << 9);
        assert_eq!(neighbours_across(1 << 63), 1 << 54);
        assert_eq!(around(1 << 7), 1 << 7 | 1 << 6 | 1 << 15 | 1 << 14);
        assert_eq!(around(1 << 27).count_ones(), 9);
        assert_eq!(neighbours_across(1 << 27).count_ones(), 4);
    }
}
