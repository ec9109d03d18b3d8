//! Position IDs of GNU Backgammon: all checkers in 14 characters.
//!
//! The checkers are a row of bits. First come those of the player who is not on roll, then those of
//! the other one. Each player's points follow from 1 to 24, as that player sees them, and then the
//! bar. Each of these 25 places is as many ones as it has checkers, and then a zero. That makes at
//! most 80 bits, and zeros fill up what is left. The bits are put into ten bytes, each from its
//! lowest bit on, and the bytes into 14 characters of base64, without the padding of the last ones.
//!
//! Source: the manual of GNU Backgammon, "A technical description of the position ID". The manual
//! says that the player on roll comes first. The program (1.07) does it the other way round, in
//! both directions, and so does this file.

use super::super::board::{CHECKERS, Men, PLACES};
use super::super::position::BackgammonPosition;
use sarsen_core::game::{Player, TextError, excerpt};

/// The number of characters.
pub(super) const LENGTH: usize = 14;

/// The number of bits that are used.
const BITS: u32 = 80;

/// The characters of base64.
const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The checkers of an ID on their places, each player's as the player sees them. Those off the
/// board are not counted yet. `turn` is the player on roll.
pub(super) fn read(text: &str, turn: Player) -> Result<Men, TextError> {
    // The characters from the first bit on: each has six bits, the highest first.
    let mut key = 0_u128;
    for (at, letter) in text.chars().enumerate() {
        let Some(value) = ALPHABET.iter().position(|&known| char::from(known) == letter) else {
            let found = excerpt(letter.encode_utf8(&mut [0; 4]), 1);
            let reason = format!("'{found}' is no character of a position ID");
            return Err(TextError::new(at + 1, reason));
        };
        key = key << 6 | value as u128;
    }
    let too_long = || TextError::new(LENGTH, "a position ID ends with zeros after its 50 places");
    // 14 characters have four bits more than ten bytes.
    if key & 15 != 0 {
        return Err(too_long());
    }
    let mut bits = swapped(key >> 4);
    let mut men = [[0; PLACES]; 2];
    for player in [turn.other(), turn] {
        for count in &mut men[player.index()][1..] {
            let ones = bits.trailing_ones();
            if ones > u32::from(CHECKERS) {
                let reason = format!("{ones} checkers at one place, instead of {CHECKERS} in all");
                return Err(TextError::new(1, reason));
            }
            *count = ones as u8;
            bits >>= ones + 1;
        }
    }
    if bits != 0 { Err(too_long()) } else { Ok(men) }
}

impl BackgammonPosition {
    /// The position ID of GNU Backgammon: 14 characters that say where the checkers of both players
    /// are. Whose turn it is is not part of it, but changes it.
    ///
    /// ```
    /// use sarsen_core::game::Game;
    /// use sarsen_games::backgammon::Backgammon;
    ///
    /// assert_eq!(Backgammon::SINGLE.start().position_id(), "4HPwATDgc/ABMA");
    /// ```
    #[must_use]
    pub fn position_id(&self) -> String {
        let (mut bits, mut at) = (0_u128, 0);
        for player in [self.to_move().other(), self.to_move()] {
            for &count in &self.checkers(player)[1..] {
                bits |= ((1 << count) - 1) << at;
                at += u32::from(count) + 1;
            }
        }
        let key = swapped(bits) << 4;
        let letter = |index: usize| key >> (6 * (LENGTH - 1 - index)) & 63;
        (0..LENGTH).map(|index| char::from(ALPHABET[letter(index) as usize])).collect()
    }
}

/// The ten bytes of a key in the other order.
const fn swapped(key: u128) -> u128 {
    key.swap_bytes() >> (u128::BITS - BITS)
}

#[cfg(test)]
mod tests {
    use crate::backgammon::Backgammon;
    use crate::backgammon::texts::Gnubg;
    use sarsen_core::game::{Game, Notation, Position, Written};

    /// IDs that GNU Backgammon 1.07 writes for these checkers.
    #[test]
    fn gnu_backgammon_writes_the_same() {
        let start = Backgammon::SINGLE.start();
        for (text, id) in [
            ("-b----E-C---eE---c-e----B- 1 -", "4HPwATDgc/ABMA"),
            // The first player has played 31 as 8/5 6/5.
            ("-b---BD-B---eE---c-e----B- 2 -", "sGfwATDgc/ABMA"),
            ("-b---BD-B---eE---c-e----B- 1 -", "4HPwATCwZ/ABMA"),
            ("bCB----------------d--b-A- 1 -", "jAcAwG4AACAAAA"),
            ("------C-----------------bA 1 -", "AwAAAAcAQAAAAA"),
            ("------------------------oA 1 -", "/38AAAAAAAABAA"),
            ("-A----------------------a- 1 66", "AQAABAAAAAAAAA"),
        ] {
            let position = start.parse(text).unwrap();
            assert_eq!(position.position_id(), id, "{text}");
            let words: Vec<&str> = text.split(' ').collect();
            let read = start.parse(&format!("{id} {} {}", words[1], words[2]));
            assert_eq!(read, Ok(position), "{text}");
            assert_eq!(Gnubg.parse(&start, &Gnubg.format(&position)), Ok(position));
        }
    }

    #[test]
    fn the_longest_rows_of_bits_fit() {
        let start = Backgammon::SINGLE.start();
        for text in ["------------------------oO 1 -", "oO------------------------ 2 -"] {
            let position = start.parse(text).unwrap();
            let read = start.parse(&Gnubg.format(&position)).unwrap();
            assert_eq!((read.key(), read), (position.key(), position), "{text}");
        }
    }
}
