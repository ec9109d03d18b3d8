//! The squares of the board, as bits of a word.
//!
//! PDN numbers the dark squares from 1 to 32, row by row from black's side. The word has a bit that
//! is no square after every eight squares. So a step to a neighbour is a shift by 4 or 5 in either
//! direction, from every square alike, and nothing runs over the edge.

use sarsen_core::game::Player;

/// The number of squares.
pub(super) const SQUARES: usize = 32;

/// All squares.
pub(super) const BOARD: u64 = 0x7_fbfd_feff;

/// The row where black's men are crowned, and that of white's men.
pub(super) const CROWN: [u64; 2] = [0xf << 31, 0xf];

/// The bit of a square, by its number in PDN.
#[inline]
pub(super) const fn place(number: u32) -> u32 {
    let index = number - 1;
    index + index / 8
}

/// The index of a square, from 0 to 31, by its bit.
#[inline]
pub(super) const fn index(place: u32) -> u32 {
    place - place / 9
}

/// The number of a square in PDN.
#[inline]
pub(super) const fn number(place: u32) -> u32 {
    index(place) + 1
}

/// The row of a square, counted from black's side, from 0.
#[inline]
pub(super) const fn row(place: u32) -> u32 {
    index(place) / 4
}

/// The column of a square, from the left as white sees it, from 0.
pub(super) const fn column(place: u32) -> u32 {
    let index = index(place);
    2 * (index % 4) + (index / 4 + 1) % 2
}

/// The squares of a set, the least number first.
#[inline(always)]
pub(super) fn places(mut set: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let place = set.trailing_zeros();
        set &= set - 1;
        Some(place)
    })
}

/// The set after half a turn of the board: square 1 becomes square 32.
#[inline]
pub(super) const fn turned(set: u64) -> u64 {
    set.reverse_bits() >> 29
}

/// The rows that a player's man has advanced from the row behind all others.
#[inline]
pub(super) const fn advance(place: u32, player: Player) -> u32 {
    match player {
        Player::First => row(place),
        Player::Second => 7 - row(place),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_shifts() {
        assert_eq!(BOARD.count_ones(), 32);
        let numbers = |set: u64| places(set & BOARD).map(number).collect::<Vec<_>>();
        for (square, below) in
            [(1, vec![5, 6]), (4, vec![8]), (5, vec![9]), (12, vec![16]), (18, vec![22, 23])]
        {
            let bit = 1_u64 << place(square);
            assert_eq!(numbers(bit << 4 | bit << 5), below, "{square}");
            let from: Vec<u32> = below.clone();
            for square_below in from {
                let bit = 1_u64 << place(square_below);
                assert!(numbers(bit >> 4 | bit >> 5).contains(&square), "{square_below}");
            }
        }
    }

    #[test]
    fn half_a_turn_swaps_the_ends() {
        for square in 1..=32 {
            let bit = 1 << place(square);
            assert_eq!(number(place(square)), square);
            assert_eq!(turned(bit), 1 << place(33 - square), "{square}");
            let (row, column) = (row(place(square)), column(place(square)));
            assert_eq!((row + column) % 2, 1, "{square}");
        }
        assert_eq!(turned(CROWN[0]), CROWN[1]);
        assert_eq!(column(place(29)), 0);
    }
}
