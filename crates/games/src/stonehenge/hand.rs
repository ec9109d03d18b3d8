//! The pieces that a player still holds, as an index into a table of facts about them.

/// The number of pieces of each value, 1 to 6, at the start.
const SET: [u8; 6] = [2, 2, 2, 1, 1, 1];

/// The index of a hand is a number in mixed radix. A piece of each value adds this to it.
const PLACE: [u8; 6] = [1, 3, 9, 27, 54, 108];

/// The number of different hands.
const HANDS: usize = 216;

/// The facts about a hand, in 16 bytes.
#[derive(Clone, Copy)]
struct Row {
    best: [i8; 6],
    sum: i8,
    distinct: u8,
    largest: [u8; 8],
}

const EMPTY: Row = Row { best: [0; 6], sum: 0, distinct: 0, largest: [0; 8] };

static ROWS: [Row; HANDS] = {
    let mut rows = [EMPTY; HANDS];
    let mut hand = 0;
    while hand < HANDS {
        let mut row = EMPTY;
        let mut taken = 0;
        let mut piece = 6;
        while piece >= 1 {
            let mut count = Hand(hand as u8).count(piece);
            if count > 0 {
                row.distinct |= 1 << (piece - 1);
            }
            while count > 0 {
                row.sum += piece as i8;
                taken += 1;
                if taken < 6 {
                    row.best[taken] = row.sum;
                    row.largest[taken - 1] = piece;
                }
                count -= 1;
            }
            piece -= 1;
        }
        // A player with fewer pieces than empty cells can add all pieces and no more.
        while taken < 5 {
            taken += 1;
            row.best[taken] = row.sum;
        }
        rows[hand] = row;
        hand += 1;
    }
    rows
};

/// The pieces that a player still holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hand(u8);

impl Hand {
    /// The nine pieces that each player starts with: 6 5 4 3 3 2 2 1 1.
    pub const FULL: Self = Self(HANDS as u8 - 1);

    /// The number of pieces of a value from 1 to 6 in the hand.
    #[must_use]
    pub const fn count(self, piece: u8) -> u8 {
        let i = piece as usize - 1;
        self.0 / PLACE[i] % (SET[i] + 1)
    }

    /// The values held, as bits from bit 0 for the 1 to bit 5 for the 6.
    #[inline]
    #[must_use]
    pub fn distinct(self) -> u8 {
        self.row().distinct
    }

    /// The sum of the values of all pieces held.
    #[inline]
    #[must_use]
    pub fn sum(self) -> i8 {
        self.row().sum
    }

    /// At index n, the sum of the values of the n best pieces, or of all if there are fewer.
    #[inline]
    #[must_use]
    pub fn best(self) -> [i8; 6] {
        self.row().best
    }

    /// The five largest pieces in descending order. 0 stands for each missing piece.
    #[inline]
    #[must_use]
    pub fn largest(self) -> [u8; 5] {
        let [a, b, c, d, e, ..] = self.row().largest;
        [a, b, c, d, e]
    }

    /// All pieces held, from the largest.
    pub fn pieces(self) -> impl Iterator<Item = u8> {
        (1..=6).rev().flat_map(move |piece| std::iter::repeat_n(piece, self.count(piece).into()))
    }

    /// The number of pieces of a value that each player starts with.
    pub(super) const fn in_set(piece: u8) -> u8 {
        SET[piece as usize - 1]
    }

    /// All hands, in the order of their [`index`](Self::index).
    pub(super) fn all() -> impl Iterator<Item = Self> {
        (0..HANDS as u8).map(Self)
    }

    /// The number of this hand among all hands.
    #[inline]
    pub(super) fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The hand without one of its pieces.
    #[inline]
    pub(super) fn without(self, piece: u8) -> Self {
        debug_assert!(self.count(piece) > 0, "the hand must hold the piece");
        Self(self.0 - PLACE[usize::from(piece) - 1])
    }

    #[inline]
    fn row(self) -> &'static Row {
        &ROWS[usize::from(self.0)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_full_hand_is_the_set() {
        let pieces: Vec<u8> = Hand::FULL.pieces().collect();
        assert_eq!(pieces, [6, 5, 4, 3, 3, 2, 2, 1, 1]);
        assert_eq!(Hand::FULL.best(), [0, 6, 11, 15, 18, 21]);
        assert_eq!((Hand::FULL.sum(), Hand::FULL.distinct()), (27, 0b11_1111));
    }

    #[test]
    fn every_hand_agrees_with_its_pieces() {
        for hand in (0..HANDS as u8).map(Hand) {
            let pieces: Vec<u8> = hand.pieces().collect();
            for most in 0..6 {
                let best: u8 = pieces.iter().take(most).sum();
                assert_eq!(hand.best()[most], best as i8);
                let expected = pieces.get(most).copied().unwrap_or(0);
                assert!(most == 5 || hand.largest()[most] == expected);
            }
            assert_eq!(hand.sum(), pieces.iter().sum::<u8>() as i8);
            for piece in 1..=6 {
                assert_eq!(hand.distinct() >> (piece - 1) & 1 == 1, pieces.contains(&piece));
                if pieces.contains(&piece) {
                    assert_eq!(hand.without(piece).count(piece), hand.count(piece) - 1);
                }
            }
        }
    }
}
