//! The numbers of positions in a table.
//!
//! The men of each side are a set of 28 squares, as each side sees the board. The kings are sets of
//! the squares that are left. A set of `k` squares has the number `C(a,1) + C(b,2) + ...` for its
//! squares `a < b < ...` (the combinatorial number system).

use super::super::pieces::Pieces;
use super::binomial::{BINOMIAL, KINDS, MEN_SQUARES};
use super::matchup::Matchup;
use sarsen_core::game::{Player, binomial};

/// A position with the first player to move, with a bit for each of the 32 squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Compact {
    /// The men of the player to move, and the kings.
    pub(super) own: [u32; 2],
    /// The same for the other player.
    pub(super) other: [u32; 2],
}

impl Compact {
    /// A position in which the first player is to move.
    #[inline]
    pub(super) const fn of(pieces: &Pieces) -> Self {
        let [own, other] = pieces.of;
        let kings = pieces.kings;
        Self {
            own: [compress(own & !kings), compress(own & kings)],
            other: [compress(other & !kings), compress(other & kings)],
        }
    }

    /// The position.
    #[inline]
    pub(super) const fn pieces(self) -> Pieces {
        let [men, kings] = self.own;
        let [other_men, other_kings] = self.other;
        Pieces {
            of: [expand(men | kings), expand(other_men | other_kings)],
            kings: expand(kings | other_kings),
            turn: Player::First,
        }
    }
}

/// Leaves out the bits that are no squares.
#[inline]
const fn compress(set: u64) -> u32 {
    (set & 0xff | set >> 1 & 0xff00 | set >> 2 & 0xff_0000 | set >> 3 & 0xff00_0000) as u32
}

/// Puts them in again.
#[inline]
const fn expand(set: u32) -> u64 {
    let set = set as u64;
    set & 0xff | (set & 0xff00) << 1 | (set & 0xff_0000) << 2 | (set & 0xff00_0000) << 3
}

/// How the positions of some material are numbered.
#[derive(Clone, Copy, Debug)]
pub(super) struct Indexing {
    matchup: Matchup,
    /// The numbers of sets of the other's men, of own kings, and of the other's kings.
    other_men: u64,
    own_kings: u64,
    other_kings: u64,
}

impl Indexing {
    pub(super) const fn of(matchup: Matchup) -> Self {
        let Matchup { own, other } = matchup;
        let free = 32 - own.men - other.men;
        Self {
            matchup,
            other_men: binomial(MEN_SQUARES, other.men) as u64,
            own_kings: binomial(free, own.kings) as u64,
            other_kings: binomial(free - own.kings, other.kings) as u64,
        }
    }

    /// The number of a position of this material.
    #[inline]
    pub(super) fn rank(&self, position: Compact) -> u64 {
        let ([own_men, own_kings], [other_men, other_kings]) = (position.own, position.other);
        let men = own_men | other_men;
        let number = u64::from(rank(own_men, 0)) * self.other_men;
        let number = number + u64::from(rank(other_men.reverse_bits(), 0));
        let number = number * self.own_kings + u64::from(rank(own_kings, men));
        number * self.other_kings + u64::from(rank(other_kings, men | own_kings))
    }

    /// The position with a number. None if two pieces are on the same square.
    #[inline]
    pub(super) fn position(&self, number: u64) -> Option<Compact> {
        let Matchup { own, other } = self.matchup;
        let (number, other_kings) = (number / self.other_kings, number % self.other_kings);
        let (number, own_kings) = (number / self.own_kings, number % self.own_kings);
        let (own_men, other_men) = (number / self.other_men, number % self.other_men);
        let own_men = set(own_men as u32, own.men, 0);
        let other_men = set(other_men as u32, other.men, 0).reverse_bits();
        if own_men & other_men != 0 {
            return None;
        }
        let own_kings = set(own_kings as u32, own.kings, own_men | other_men);
        let taken = own_men | other_men | own_kings;
        let other_kings = set(other_kings as u32, other.kings, taken);
        Some(Compact { own: [own_men, own_kings], other: [other_men, other_kings] })
    }
}

/// The number of a set of squares, among the squares that are not taken.
#[inline]
fn rank(mut set: u32, taken: u32) -> u32 {
    let (mut number, mut k) = (0, 0);
    while set != 0 {
        let square = set.trailing_zeros();
        let free = square - (taken & ((1 << square) - 1)).count_ones();
        k += 1;
        number += BINOMIAL[free as usize][k % KINDS];
        set &= set - 1;
    }
    number
}

/// The set of `count` squares with a number, among the squares that are not taken.
#[inline]
fn set(mut number: u32, count: u32, taken: u32) -> u32 {
    let (mut squares, mut top) = (0, 32);
    for k in (1..=count as usize).rev() {
        let mut free = top - 1;
        while BINOMIAL[free as usize][k % KINDS] > number {
            free -= 1;
        }
        number -= BINOMIAL[free as usize][k % KINDS];
        top = free;
        squares |= 1 << nth_free(free, taken);
    }
    squares
}

/// The square that has `free` squares before it that are not taken.
#[inline]
fn nth_free(free: u32, mut taken: u32) -> u32 {
    let mut square = free;
    while taken != 0 && taken.trailing_zeros() <= square {
        square += 1;
        taken &= taken - 1;
    }
    square
}

#[cfg(test)]
mod tests {
    use super::super::super::squares::{index, place};
    use super::super::matchup::{MOST, of_pieces};
    use super::*;

    #[test]
    fn numbers_and_positions_are_each_other() {
        for matchup in (2..=MOST).flat_map(of_pieces).flat_map(|m| [m, m.swapped()]) {
            let (indexing, size) = (Indexing::of(matchup), matchup.size());
            let mut seen = 0;
            for number in (0..size).step_by((size / 500).max(1) as usize) {
                let Some(position) = indexing.position(number) else { continue };
                assert_eq!(indexing.rank(position), number, "{matchup:?}");
                assert_eq!(Matchup::of(&position.pieces()), matchup);
                assert_eq!(Compact::of(&position.pieces()), position);
                seen += 1;
            }
            assert!(seen > 0, "{matchup:?}");
        }
        for square in 1..=32 {
            let bit = 1_u64 << place(square);
            assert_eq!(compress(bit), 1 << (square - 1));
            assert_eq!(expand(compress(bit)), bit);
            assert_eq!(index(place(square)), square - 1);
        }
    }

    /// The published numbers of positions also count those in which one side has no pieces.
    #[test]
    fn every_position_has_room() {
        let ways = |n, k| u64::from(binomial(n, k));
        for (pieces, published) in [(2, 6_972), (3, 261_224), (4, 7_092_774)] {
            let alone = |men| ways(MEN_SQUARES, men) * ways(32 - men, pieces - men);
            let alone: u64 = (0..=pieces).map(alone).sum();
            let halves = of_pieces(pieces).into_iter().flat_map(|matchup| {
                let other = (!matchup.is_even()).then_some(matchup.swapped());
                [Some(matchup), other].into_iter().flatten()
            });
            let positions = |matchup: Matchup| {
                let indexing = Indexing::of(matchup);
                (0..matchup.size()).filter(|&at| indexing.position(at).is_some()).count() as u64
            };
            assert_eq!(halves.map(positions).sum::<u64>(), published - 2 * alone, "{pieces}");
        }
    }
}
