//! The board of Nuba: its squares, the ways over it, and its mirror image, computed at compile
//! time.
//!
//! A square is the number of a bit: 0 for a1, 4 for e1, 5 for a2. The first player's pieces move
//! to higher rows.

use sarsen_core::game::Player;

/// The number of columns.
pub const COLUMNS: usize = 5;

/// The number of rows.
pub const ROWS: usize = 6;

/// The number of squares.
pub const SQUARES: usize = COLUMNS * ROWS;

/// The number of the champion. It is higher than that of any other piece.
pub const CHAMPION: u8 = 10;

/// All pieces of a player as bits, 1 to [`CHAMPION`].
pub(super) const ALL_PIECES: u16 = 0b111_1111_1110;

/// Where a piece is that is not on the board. It has no bit among the squares.
pub(super) const NOWHERE: u8 = 31;

/// The rows on which each player puts pieces.
pub(super) const HOME: [u32; 2] = [0x3ff, 0x3ff << 20];

/// The last row of each player's way.
pub(super) const LAST: [u32; 2] = [0x1f << 25, 0x1f];

/// The squares in front of each square, for each player: straight and diagonal. None for a piece
/// that is not on the board.
pub(super) const AHEAD: [[u32; 32]; 2] = {
    let mut ahead = [[0; 32]; 2];
    let mut square = 0;
    while square < SQUARES {
        let (row, column) = (square / COLUMNS, square % COLUMNS);
        let mut to = 0;
        while to < SQUARES {
            let near = (to % COLUMNS).abs_diff(column) <= 1;
            if near && to / COLUMNS == row + 1 {
                ahead[0][square] |= 1 << to;
            }
            if near && to / COLUMNS + 1 == row {
                ahead[1][square] |= 1 << to;
            }
            to += 1;
        }
        square += 1;
    }
    ahead
};

/// The squares from which a piece of the opponent may meet a piece on its way: all that are as many
/// rows ahead as columns aside, or more.
pub(super) const CONE: [[u32; 32]; 2] = {
    let mut cone = [[0; 32]; 2];
    let mut square = 0;
    while square < SQUARES {
        let (row, column) = (square / COLUMNS, square % COLUMNS);
        let mut to = 0;
        while to < SQUARES {
            let aside = (to % COLUMNS).abs_diff(column);
            if to / COLUMNS > row && aside <= to / COLUMNS - row {
                cone[0][square] |= 1 << to;
            }
            if to / COLUMNS < row && aside <= row - to / COLUMNS {
                cone[1][square] |= 1 << to;
            }
            to += 1;
        }
        square += 1;
    }
    cone
};

/// The squares ahead in the same column and the columns next to it.
pub(super) const LANE: [[u32; 32]; 2] = {
    let mut lane = [[0; 32]; 2];
    let mut square = 0;
    while square < SQUARES {
        let column = square % COLUMNS;
        let mut to = 0;
        while to < SQUARES {
            if (to % COLUMNS).abs_diff(column) <= 1 {
                lane[0][square] |= CONE[0][square] & 1 << to;
                lane[1][square] |= CONE[1][square] & 1 << to;
            }
            to += 1;
        }
        square += 1;
    }
    lane
};

/// The bit of a square. A piece that is nowhere has none.
#[inline(always)]
pub(super) const fn bit(square: u8) -> u32 {
    (1 << square) & ((1 << SQUARES) - 1)
}

/// How far a player's piece on a square has come, in rows from its own first row.
#[inline(always)]
pub(super) const fn way(player: Player, square: u8) -> u8 {
    let row = square / COLUMNS as u8;
    match player {
        Player::First => row,
        Player::Second => ROWS as u8 - 1 - row,
    }
}

/// The square on the other side of the middle column.
#[inline]
pub(super) const fn mirrored(square: u8) -> u8 {
    square + COLUMNS as u8 - 1 - 2 * (square % COLUMNS as u8)
}

/// The squares of a set, the least first.
#[inline(always)]
pub(super) fn squares(mut set: u32) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let square = set.trailing_zeros();
        if set == 0 {
            return None;
        }
        set &= set - 1;
        Some(square as u8)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ways_of_the_players_mirror_each_other() {
        for square in 0..SQUARES as u8 {
            let turned = SQUARES as u8 - 1 - square;
            let turn = |set: u32| squares(set).fold(0, |sum, to| sum | bit(SQUARES as u8 - 1 - to));
            let [first, second] = [AHEAD, CONE]
                .map(|sets| (sets[0][usize::from(square)], turn(sets[1][usize::from(turned)])));
            assert_eq!(first.0, first.1, "{square}");
            assert_eq!(second.0, second.1, "{square}");
            assert_eq!(way(Player::First, square), way(Player::Second, turned));
            assert_eq!(mirrored(mirrored(square)), square);
            assert_eq!(mirrored(square) / 5, square / 5);
        }
        // c3: b4, c4 and d4.
        assert_eq!(AHEAD[0][12], 0b111 << 16);
        assert_eq!(CONE[0][12], 0b111 << 16 | 0b11111 << 20 | 0b11111 << 25);
        assert_eq!((AHEAD[0][usize::from(NOWHERE)], bit(NOWHERE)), (0, 0));
    }
}
