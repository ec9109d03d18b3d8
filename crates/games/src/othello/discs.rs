//! Legal moves and turned discs, computed for whole sets of squares.

use super::regions::FIRST;

/// The squares that are not in the first or the last column. A line that goes on from one of them
/// does not leave the board at a side.
const INNER: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// The steps to the next square: level, upright and on both diagonals.
const STEPS: [u32; 4] = [1, 8, 9, 7];

/// The squares on each side of a square, in each of the four lines through it.
struct Rays {
    /// The squares with greater numbers.
    after: [u64; 4],
    /// The squares with smaller numbers.
    before: [u64; 4],
}

static RAYS: [Rays; 64] = rays();

/// The squares where the player with the discs `own` can put a disc. `empty` are the squares that
/// may be used. (The method is from computer chess: fills of all rays in parallel, S. Kogge and
/// H. Stone, 1973.)
#[inline(always)]
pub(super) const fn moves(own: u64, other: u64, empty: u64) -> u64 {
    // All four lines at once: the compiler makes vectors of this.
    let inner = other & INNER;
    let inside = [inner, other, inner, inner];
    let (mut ends, mut line) = ([0; 4], 0);
    while line < 4 {
        ends[line] = along(own, inside[line], STEPS[line]);
        line += 1;
    }
    (ends[0] | ends[1] | ends[2] | ends[3]) & empty
}

/// How many more discs the first of two players has, if the game is over on a board of `size`
/// squares. Empty squares count for the winner.
#[inline(always)]
pub(super) const fn lead(own: u64, other: u64, size: i32) -> i32 {
    let (own, other) = (own.count_ones() as i32, other.count_ones() as i32);
    let lead = own - other;
    lead + lead.signum() * (size - own - other)
}

/// The ends of the opponent's rows that begin next to a disc of `own`, in both directions of a
/// line.
#[inline(always)]
const fn along(own: u64, other: u64, step: u32) -> u64 {
    let mut up = other & own << step;
    let mut down = other & own >> step;
    up |= other & up << step;
    down |= other & down >> step;
    let (up_pair, down_pair) = (other & other << step, other & other >> step);
    up |= up_pair & up << (2 * step);
    down |= down_pair & down >> (2 * step);
    up |= up_pair & up << (2 * step);
    down |= down_pair & down >> (2 * step);
    up << step | down >> step
}

/// The discs of `other` that turn over when the player with the discs `own` puts a disc on a
/// square (0 to 63).
#[inline(always)]
pub(super) const fn turned(own: u64, other: u64, square: u8) -> u64 {
    let rays = &RAYS[(square & 63) as usize];
    let (mut turned, mut line) = ([0; 4], 0);
    while line < 4 {
        // A carry runs through the opponent's discs to the first square that is not one of them.
        let ray = rays.after[line];
        let end = (other | !ray).wrapping_add(1) & ray & own;
        let after = end.wrapping_sub((end != 0) as u64) & ray;
        // Downwards that square is the highest.
        let ray = rays.before[line];
        let end = (1 << 63 >> ((ray & !other) | 1).leading_zeros()) & ray & own;
        turned[line] = after | (end.wrapping_neg() << 1) & ray;
        line += 1;
    }
    turned[0] | turned[1] | turned[2] | turned[3]
}

const fn rays() -> [Rays; 64] {
    let mut all = [const { Rays { after: [0; 4], before: [0; 4] } }; 64];
    let mut square = 0;
    while square < 64 {
        let mut line = 0;
        while line < 4 {
            all[square].after[line] = ray(square, STEPS[line], true);
            all[square].before[line] = ray(square, STEPS[line], false);
            line += 1;
        }
        square += 1;
    }
    all
}

/// The squares from `square` on to the border, without itself.
const fn ray(square: usize, step: u32, is_after: bool) -> u64 {
    let (mut squares, mut from) = (0, 1_u64 << square);
    loop {
        // In the direction of the step, these squares are at the side of the board.
        let is_left = if is_after { step == 7 } else { step == 1 || step == 9 };
        let is_right = if is_after { step == 1 || step == 9 } else { step == 7 };
        if (is_left && from & FIRST != 0) || (is_right && from & FIRST << 7 != 0) {
            return squares;
        }
        from = if is_after { from << step } else { from >> step };
        if from == 0 {
            return squares;
        }
        squares |= from;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sarsen_core::game::split_mix;

    /// The discs turned by a move, square by square.
    fn plainly_turned(own: u64, other: u64, square: u8) -> u64 {
        let mut turned = 0;
        for (across, down) in [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1)]
        {
            let (mut column, mut row) = (square as i32 % 8 + across, square as i32 / 8 + down);
            let mut passed = 0;
            while (0..8).contains(&column) && (0..8).contains(&row) {
                let bit = 1_u64 << (8 * row + column);
                if other & bit != 0 {
                    passed |= bit;
                } else {
                    if own & bit != 0 {
                        turned |= passed;
                    }
                    break;
                }
                (column, row) = (column + across, row + down);
            }
        }
        turned
    }

    #[test]
    fn all_lines_are_those_of_a_plain_walk() {
        let mut state = 7;
        for _ in 0..20_000 {
            // Boards with many discs and with few.
            let mut taken = split_mix(&mut state) | split_mix(&mut state);
            for _ in 0..split_mix(&mut state) % 3 {
                taken &= split_mix(&mut state);
            }
            let own = taken & split_mix(&mut state);
            let other = taken & !own;
            let mut legal = 0;
            for square in (0..64).filter(|square| taken >> square & 1 == 0) {
                let expected = plainly_turned(own, other, square);
                assert_eq!(turned(own, other, square), expected, "{own:x} {other:x} {square}");
                legal |= u64::from(expected != 0) << square;
            }
            assert_eq!(moves(own, other, !taken), legal, "{own:x} {other:x}");
        }
    }
}
