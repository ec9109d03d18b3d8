//! The last empty squares.

use std::sync::LazyLock;

use super::discs::Discs;
use super::field::Field;
use super::stability::gather;

/// For each place in a line of eight and all discs of a player in the line: how many discs a new
/// disc there turns over if all others are the opponent's.
static TURNED: LazyLock<[[u8; 256]; 8]> = LazyLock::new(|| {
    std::array::from_fn(|at| std::array::from_fn(|own| turned_in_line(at as i32, own as u32)))
});

/// The two diagonals through each square.
static DIAGONALS: [[u64; 2]; 64] = diagonals();

/// What the last squares need at hand.
#[derive(Clone, Copy)]
pub(super) struct LastSquares {
    turned: &'static [[u8; 256]; 8],
}

impl LastSquares {
    pub(super) fn new() -> Self {
        Self { turned: &TURNED }
    }

    /// How many discs a disc on the only empty square turns over.
    #[inline(always)]
    fn count(self, own: u64, square: u32) -> i32 {
        let (column, row) = ((square & 7) as usize, (square >> 3) as usize);
        let [falling, rising] = DIAGONALS[(square & 63) as usize];
        // The columns of a diagonal, added up into a row. What lies outside is not the player's.
        let rows = |discs: u64| (discs.wrapping_mul(0x0101_0101_0101_0101) >> 56) as usize;
        let lines = [
            self.turned[column][(own >> (8 * row) & 0xff) as usize],
            self.turned[row][gather(own >> column) as usize],
            self.turned[column][rows(own & falling)],
            self.turned[column][rows(own & rising)],
        ];
        lines.into_iter().map(i32::from).sum()
    }

    /// The difference for the player to move if one square is empty.
    #[inline(always)]
    pub(super) fn one(self, field: &Field, Discs { own, other }: Discs, square: u32) -> i32 {
        let (size, discs) = (field.size(), own.count_ones() as i32);
        let turned = self.count(own, square);
        if turned > 0 {
            return 2 * (discs + turned + 1) - size;
        }
        let turned = self.count(other, square);
        if turned > 0 {
            return 2 * (discs - turned) - size;
        }
        // The empty square counts for the winner.
        if 2 * discs >= size { 2 * discs + 2 - size } else { 2 * discs - size }
    }
}

const fn turned_in_line(at: i32, own: u32) -> u8 {
    let mut turned = 0;
    let mut step = 1;
    loop {
        let mut next = at + step;
        let mut passed = 0;
        while next >= 0 && next < 8 && own & 1 << next == 0 {
            passed += 1;
            next += step;
        }
        if next >= 0 && next < 8 {
            turned += passed;
        }
        if step < 0 {
            return turned;
        }
        step = -1;
    }
}

const fn diagonals() -> [[u64; 2]; 64] {
    let mut all = [[0; 2]; 64];
    let mut square = 0;
    while square < 64 {
        let mut other = 0;
        while other < 64 {
            let (across, down) = (other % 8 - square % 8, other / 8 - square / 8);
            all[square as usize][0] |= ((across == down) as u64) << other;
            all[square as usize][1] |= ((across == -down) as u64) << other;
            other += 1;
        }
        square += 1;
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use sarsen_core::game::split_mix;

    #[test]
    fn the_last_disc_turns_what_any_disc_would() {
        let last = LastSquares::new();
        let mut state = 5;
        for board in [u64::MAX, 0x007e_7e7e_7e7e_7e00] {
            for _ in 0..20_000 {
                let own = split_mix(&mut state) & board;
                let square = loop {
                    let square = split_mix(&mut state) as u32 % 64;
                    if board >> square & 1 == 1 {
                        break square;
                    }
                };
                let own = own & !(1 << square);
                let discs = Discs { own, other: board & !own & !(1 << square) };
                let turned = discs.turned(square);
                assert_eq!(last.count(own, square), turned.count_ones() as i32);
                let field = Field::new(board);
                let back = discs.passed();
                let expected = match (turned, back.turned(square)) {
                    (0, 0) => field.difference(discs),
                    (0, turned) => field.difference(back.after(square, turned)),
                    (turned, _) => -field.difference(discs.after(square, turned)),
                };
                assert_eq!(last.one(&field, discs, square), expected);
            }
        }
    }
}
