//! Zobrist keys: keys of positions, made of random numbers (A. L. Zobrist, "A new hashing method
//! with application for game playing", 1970).

use super::{Player, split_mix};

/// The random numbers of [keys](super::Position::key): one for each content that a place may have,
/// and one for each player's turn.
///
/// A key is the exclusive or of the numbers of everything on the board and of the player's turn. So
/// an update after a move needs only the numbers of what the move changes. [`of`](Self::of)
/// computes a key from the whole board.
///
/// Keep it in a `static`.
///
/// ```
/// use sarsen_core::game::{Player, Zobrist};
///
/// // 64 cells, with stones of either player.
/// static KEYS: Zobrist<64, 2> = Zobrist::new(1);
///
/// let mut key = KEYS.of([(27, 0), (28, 1)], Player::First);
/// // The first player puts a stone on cell 26, which turns the one on cell 27 over.
/// key ^= KEYS.key(26, 0) ^ KEYS.key(27, 0) ^ KEYS.key(27, 1) ^ KEYS.other_turn();
/// assert_eq!(key, KEYS.of([(26, 0), (27, 1), (28, 1)], Player::Second));
/// ```
#[derive(Clone, Debug)]
pub struct Zobrist<const PLACES: usize, const CONTENTS: usize> {
    keys: [[u64; CONTENTS]; PLACES],
    sides: [u64; 2],
}

impl<const PLACES: usize, const CONTENTS: usize> Zobrist<PLACES, CONTENTS> {
    /// The numbers for a seed. An empty place needs no content. Everything else in a position (a
    /// piece in hand, a square for en passant) is a place like the others.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        let mut state = seed;
        let mut keys = [[0; CONTENTS]; PLACES];
        let mut place = 0;
        while place < PLACES {
            let mut content = 0;
            while content < CONTENTS {
                keys[place][content] = split_mix(&mut state);
                content += 1;
            }
            place += 1;
        }
        Self { keys, sides: [split_mix(&mut state), split_mix(&mut state)] }
    }

    /// The number of a content in a place.
    ///
    /// # Panics
    ///
    /// If there is no such place or content.
    #[inline]
    #[must_use]
    pub const fn key(&self, place: usize, content: usize) -> u64 {
        self.keys[place][content]
    }

    /// The number of a player's turn.
    #[inline]
    #[must_use]
    pub const fn side(&self, player: Player) -> u64 {
        self.sides[player.index()]
    }

    /// What changes in a key when it is the other player's turn.
    #[inline]
    #[must_use]
    pub const fn other_turn(&self) -> u64 {
        self.sides[0] ^ self.sides[1]
    }

    /// The key of a whole position: the contents of its places, and whose turn it is.
    #[must_use]
    pub fn of(&self, contents: impl IntoIterator<Item = (usize, usize)>, turn: Player) -> u64 {
        let keys = contents.into_iter().map(|(place, content)| self.key(place, content));
        keys.fold(self.side(turn), |sum, key| sum ^ key)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use proptest::prelude::*;

    use super::*;

    static KEYS: Zobrist<64, 12> = Zobrist::new(7);

    /// Contents of places, no place twice.
    fn boards() -> impl Strategy<Value = Vec<(usize, usize)>> {
        prop::collection::btree_map(0..64_usize, 0..12_usize, 0..40)
            .prop_map(|board| board.into_iter().collect())
    }

    proptest! {
        /// The order of the changes does not matter, and each can be taken back.
        #[test]
        fn a_key_grows_move_by_move(board in boards()) {
            let mut key = KEYS.of([], Player::First);
            let mut turn = Player::First;
            for &(place, content) in board.iter().rev() {
                key ^= KEYS.key(place, content) ^ KEYS.other_turn();
                turn = turn.other();
            }
            prop_assert_eq!(key, KEYS.of(board.clone(), turn));
            for (place, content) in board {
                key ^= KEYS.key(place, content);
            }
            prop_assert_eq!(key, KEYS.side(turn));
        }

        #[test]
        fn other_boards_and_turns_have_other_keys(one in boards(), other in boards()) {
            let [first, second] =
                [Player::First, Player::Second].map(|turn| KEYS.of(one.clone(), turn));
            prop_assert_ne!(first, second);
            prop_assert_eq!(first == KEYS.of(other.clone(), Player::First), one == other);
        }
    }

    /// All numbers differ. 16 of their bits agree about as rarely as in random numbers, and each
    /// bit is set in about half of them.
    #[test]
    fn the_numbers_are_well_mixed() {
        let numbers: Vec<u64> = KEYS.keys.iter().flatten().chain(&KEYS.sides).copied().collect();
        assert_eq!(numbers.iter().collect::<HashSet<_>>().len(), 64 * 12 + 2);
        for shift in [0, 16, 32, 48] {
            let parts: HashSet<u16> = numbers.iter().map(|n| (n >> shift) as u16).collect();
            assert!(parts.len() > 745, "{shift}: {}", parts.len());
        }
        for bit in 0..64 {
            let set = numbers.iter().filter(|&&number| number >> bit & 1 == 1).count();
            assert!((330..=440).contains(&set), "bit {bit}: {set}");
        }
        assert_ne!(KEYS.keys, Zobrist::<64, 12>::new(8).keys);
    }
}
