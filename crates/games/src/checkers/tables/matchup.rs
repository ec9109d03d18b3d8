//! The material of both sides: which tables there are, their names and their order.

use std::cmp::Reverse;

use super::super::pieces::Pieces;
use super::binomial::MEN_SQUARES;
use sarsen_core::game::{Player, binomial};

/// The most pieces of both sides in tables.
pub(super) const MOST: u32 = 6;

/// The number of material codes: each count is at most 6.
pub(super) const CODES: usize = 7 * 7 * 7 * 7;

/// The pieces of a side.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Force {
    pub(super) men: u32,
    pub(super) kings: u32,
}

impl Force {
    pub(super) const fn count(self) -> u32 {
        self.men + self.kings
    }

    /// The order in names of parts: more pieces first, then more kings.
    const fn rank(self) -> (u32, u32) {
        (self.count(), self.kings)
    }
}

/// The pieces of the player to move, and those of the other.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Matchup {
    pub(super) own: Force,
    pub(super) other: Force,
}

impl Matchup {
    /// The material of a position.
    #[inline]
    pub(super) const fn of(pieces: &Pieces) -> Self {
        Self {
            own: force_of(pieces.own(), pieces.kings),
            other: force_of(pieces.other(), pieces.kings),
        }
    }

    /// The number of pieces.
    pub(super) const fn count(self) -> u32 {
        self.own.count() + self.other.count()
    }

    /// The same with the other player to move.
    pub(super) const fn swapped(self) -> Self {
        Self { own: self.other, other: self.own }
    }

    /// Whether both sides have the same pieces.
    pub(super) fn is_even(self) -> bool {
        self.own == self.other
    }

    /// A number below [`CODES`].
    #[inline]
    pub(super) const fn code(self) -> usize {
        let Self { own, other } = self;
        (((own.men * 7 + own.kings) * 7 + other.men) * 7 + other.kings) as usize
    }

    /// The number of values of this material with this side to move.
    pub(super) const fn size(self) -> u64 {
        let Self { own, other } = self;
        let kings = 32 - own.men - other.men;
        binomial(MEN_SQUARES, own.men) as u64
            * binomial(MEN_SQUARES, other.men) as u64
            * binomial(kings, own.kings) as u64
            * binomial(kings - own.kings, other.kings) as u64
    }

    /// The matchup whose name the part has: the stronger side is to move.
    pub(super) fn leading(self) -> Self {
        if self.own.rank() >= self.other.rank() { self } else { self.swapped() }
    }

    /// The name of the part: the pieces of the stronger side, then those of the other.
    pub(super) fn name(self) -> String {
        let Self { own, other } = self.leading();
        format!("{}{}v{}{}", own.men, own.kings, other.men, other.kings)
    }

    /// The number of values in the part.
    pub(super) fn part_size(self) -> u64 {
        let halves = if self.is_even() { 1 } else { 2 };
        self.size() * halves
    }

    /// The matchup of a part by its name, the stronger side to move.
    pub(super) fn named(name: &str) -> Option<Self> {
        (2..=MOST).flat_map(of_pieces).find(|matchup| matchup.name() == name)
    }
}

const fn force_of(set: u64, kings: u64) -> Force {
    let kings = (set & kings).count_ones();
    Force { men: set.count_ones() - kings, kings }
}

/// All parts with this number of pieces, by their stronger sides, in the order of dependence: the
/// fewest men first, because men become kings.
pub(super) fn of_pieces(pieces: u32) -> Vec<Matchup> {
    let mut all = Vec::new();
    for own in 1..pieces {
        for own_men in 0..=own {
            for other_men in 0..=pieces - own {
                let matchup = Matchup {
                    own: Force { men: own_men, kings: own - own_men },
                    other: Force { men: other_men, kings: pieces - own - other_men },
                };
                if matchup.leading() == matchup {
                    all.push(matchup);
                }
            }
        }
    }
    all.sort_by_key(|m| (m.own.men + m.other.men, m.own.count(), Reverse(m.own.kings)));
    all
}

/// The position with the first player to move: the same, or the board turned.
#[inline]
pub(super) fn first_to_move(pieces: &Pieces) -> Pieces {
    if pieces.turn == Player::First { *pieces } else { pieces.swapped() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_have_names_and_come_after_what_they_need() {
        for pieces in 2..=MOST {
            let all = of_pieces(pieces);
            for (at, matchup) in all.iter().enumerate() {
                assert_eq!(Matchup::named(&matchup.name()), Some(*matchup));
                let men = |m: &Matchup| m.own.men + m.other.men;
                assert!(all[..at].iter().all(|before| men(before) <= men(matchup)));
                assert!(all[..at].iter().all(|before| before.name() != matchup.name()));
            }
        }
        assert_eq!(
            of_pieces(2).iter().map(|m| m.name()).collect::<Vec<_>>(),
            ["01v01", "01v10", "10v10"]
        );
        assert_eq!(Matchup::named("22v11").map(Matchup::count), Some(6));
        assert_eq!(Matchup::named("11v22"), None);
    }
}
