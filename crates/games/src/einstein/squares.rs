//! The board of EinStein: its squares, corners and ways, computed at compile time.
//!
//! A square is a number, row by row from the upper left: 0 for a5, 4 for e5, 24 for e1. The first
//! player goes from 0 to 24, the second from 24 to 0.

use sarsen_core::game::Player;

/// The number of rows and of columns.
pub const SIDE: usize = 5;

/// The number of squares.
pub const SQUARES: usize = SIDE * SIDE;

/// The number of stones of a player.
pub const STONES: usize = 6;

/// Where a stone is that is not on the board.
pub(super) const NOWHERE: u8 = SQUARES as u8;

/// The directions in which a stone goes, by their numbers: along its row, diagonally, along its
/// column.
pub(super) const DIRECTIONS: u8 = 3;

/// The squares where each player's stones begin, as bits.
pub(super) const HOME: [u32; 2] = {
    let mut home = [0; 2];
    let mut square = 0;
    while square < SQUARES {
        let (row, column) = (square / SIDE, square % SIDE);
        if row + column < 3 {
            home[0] |= 1 << square;
            home[1] |= 1 << (SQUARES - 1 - square);
        }
        square += 1;
    }
    home
};

/// The corner that each player's stones want to reach.
pub(super) const GOAL: [u8; 2] = [SQUARES as u8 - 1, 0];

/// For each player, square and direction: the square to which a stone goes. [`NOWHERE`] if that is
/// not on the board, or the stone is not.
pub(super) const AHEAD: [[[u8; DIRECTIONS as usize]; SQUARES + 1]; 2] = {
    let mut ahead = [[[NOWHERE; DIRECTIONS as usize]; SQUARES + 1]; 2];
    let mut square = 0;
    while square < SQUARES {
        let (row, column) = (square / SIDE, square % SIDE);
        let turned = SQUARES - 1 - square;
        let mut direction = 0;
        while direction < DIRECTIONS as usize {
            let down = row + (direction > 0) as usize;
            let right = column + (direction < 2) as usize;
            if down < SIDE && right < SIDE {
                let to = down * SIDE + right;
                ahead[0][square][direction] = to as u8;
                ahead[1][turned][direction] = (SQUARES - 1 - to) as u8;
            }
            direction += 1;
        }
        square += 1;
    }
    ahead
};

/// For each player and each square: how many moves a stone there needs to reach the corner. 0 for a
/// stone that is not on the board.
pub(super) const STEPS: [[u8; SQUARES + 1]; 2] = {
    let mut steps = [[0; SQUARES + 1]; 2];
    let mut square = 0;
    while square < SQUARES {
        let (row, column) = (square / SIDE, square % SIDE);
        let least = if row < column { row } else { column };
        let most = if row < column { column } else { row };
        steps[0][square] = (SIDE - 1 - least) as u8;
        steps[1][square] = most as u8;
        square += 1;
    }
    steps
};

/// For each player and each square: the squares ahead from which a stone of the opponent may meet a
/// stone there, as bits. Its own square is one of them.
pub(super) const QUADRANT: [[u32; SQUARES + 1]; 2] = {
    let mut quadrant = [[0; SQUARES + 1]; 2];
    let mut square = 0;
    while square < SQUARES {
        let mut to = 0;
        while to < SQUARES {
            if to / SIDE >= square / SIDE && to % SIDE >= square % SIDE {
                quadrant[0][square] |= 1 << to;
                quadrant[1][to] |= 1 << square;
            }
            to += 1;
        }
        square += 1;
    }
    quadrant
};

/// For each set of stones that are left and each number of the die less 1: the stones that may
/// move. Stone 1 is the lowest bit.
pub(super) const MOVABLE: [[u8; STONES]; 1 << STONES] = {
    let mut movable = [[0; STONES]; 1 << STONES];
    let mut left = 0;
    while left < 1 << STONES {
        let mut number = 0;
        while number < STONES {
            let higher = left >> number << number;
            let lower = left & ((1 << number) - 1);
            movable[left][number] = if left >> number & 1 != 0 {
                1 << number
            } else {
                // The lowest bit of the higher stones, the highest of the lower ones.
                let next = higher & higher.wrapping_neg();
                let last = if lower == 0 { 0 } else { 1 << lower.ilog2() };
                (next | last) as u8
            };
            number += 1;
        }
        left += 1;
    }
    movable
};

/// The bit of a square. A stone that is nowhere has one that is no square's.
#[inline(always)]
pub(super) const fn bit(square: u8) -> u32 {
    1 << square
}

/// The square on the other side of the diagonal from a5 to e1.
#[inline]
pub(super) const fn mirrored(square: u8) -> u8 {
    if square == NOWHERE { NOWHERE } else { square % SIDE as u8 * SIDE as u8 + square / SIDE as u8 }
}

/// The square to which a stone of a player goes. [`NOWHERE`] if that is not on the board.
#[inline(always)]
pub(super) const fn ahead(player: Player, from: u8, direction: u8) -> u8 {
    AHEAD[player.index()][from as usize][direction as usize]
}

/// The numbers of the bits of a set, the least first.
#[inline(always)]
pub(super) fn bits(mut set: u32) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let least = set.trailing_zeros();
        if set == 0 {
            return None;
        }
        set &= set - 1;
        Some(least as u8)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_players_go_opposite_ways() {
        let turned = |square: u8| if square == NOWHERE { NOWHERE } else { 24 - square };
        for square in 0..SQUARES as u8 {
            let here = usize::from(square);
            let there = usize::from(turned(square));
            assert_eq!(AHEAD[0][here].map(turned), AHEAD[1][there]);
            assert_eq!(STEPS[0][here], STEPS[1][there]);
            assert_eq!(mirrored(mirrored(square)), square);
            let image = usize::from(mirrored(square));
            for player in 0..2 {
                let [along, across, down] = AHEAD[player][here];
                assert_eq!(AHEAD[player][image], [down, across, along].map(mirrored));
                assert_eq!(STEPS[player][image], STEPS[player][here]);
                assert_eq!(QUADRANT[player][here] & bit(GOAL[player]), bit(GOAL[player]));
            }
        }
        // c3: d3, d2 and c2.
        assert_eq!(AHEAD[0][12], [13, 18, 17]);
        assert_eq!(AHEAD[0][24], [NOWHERE; 3]);
        assert_eq!([STEPS[0][0], STEPS[0][4], STEPS[0][23], STEPS[0][24]], [4, 4, 1, 0]);
        assert_eq!(HOME[0], 1 | 1 << 1 | 1 << 2 | 1 << 5 | 1 << 6 | 1 << 10);
        assert_eq!([HOME[0].count_ones(), HOME[1].count_ones(), HOME[0] & HOME[1]], [6, 6, 0]);
    }

    #[test]
    fn the_next_stones_move_for_one_that_is_gone() {
        for (left, number, movable) in [
            (0b111111, 4, 0b001000),
            (0b100101, 4, 0b100100),
            (0b100101, 2, 0b000101),
            (0b000110, 6, 0b000100),
            (0b000110, 1, 0b000010),
            (0b000000, 3, 0b000000),
        ] {
            assert_eq!(MOVABLE[left][number - 1], movable, "{left:b} {number}");
        }
    }
}
