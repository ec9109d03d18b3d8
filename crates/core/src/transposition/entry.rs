//! An entry: what the table knows of a position, and how it is packed into a word.

use std::num::NonZeroU16;

use crate::game::Bound;
use crate::game::value::Value;

/// Ages of entries wrap after this many searches.
pub(super) const AGES: u8 = 64;

/// The code of a move, as [`Position::code`](crate::game::Position::code) gives it. The number
/// 65,535 is never the code of a move, so an `Option` of a code takes no more room.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveCode(
    /// The bits of the code, each inverted.
    NonZeroU16,
);

impl MoveCode {
    /// The move code that is this number. None for 65,535.
    #[inline]
    #[must_use]
    pub const fn new(code: u16) -> Option<Self> {
        match NonZeroU16::new(!code) {
            Some(inverted) => Some(Self(inverted)),
            None => None,
        }
    }

    /// The number.
    #[inline]
    #[must_use]
    pub const fn get(self) -> u16 {
        !self.0.get()
    }
}

/// The depth to which an entry holds: the depth of the search that found it, or every depth if it
/// is proven. A proven entry is deeper than all others.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Depth(u8);

impl Depth {
    /// The depth of an entry whose value rests on no evaluation. No search can change it.
    pub const PROVEN: Self = Self(u8::MAX);

    /// The depth of a search of this many plies. 254 stands for all greater numbers, and 0 for all
    /// negative ones.
    #[inline]
    #[must_use]
    pub const fn of_plies(plies: i32) -> Self {
        const MOST: i32 = u8::MAX as i32 - 1;
        Self(if plies < 0 {
            0
        } else if plies > MOST {
            MOST as u8
        } else {
            plies as u8
        })
    }

    /// Whether it is [`PROVEN`](Self::PROVEN).
    #[inline]
    #[must_use]
    pub const fn is_proven(self) -> bool {
        self.0 == Self::PROVEN.0
    }

    /// Whether an entry of this depth is as good as a search of this many plies.
    #[inline]
    #[must_use]
    pub const fn reaches(self, plies: i32) -> bool {
        self.is_proven() || self.0 as i32 >= plies
    }

    /// As a byte: the plies, or 255 if it is proven.
    #[inline]
    pub(super) const fn byte(self) -> u8 {
        self.0
    }
}

/// What the table knows of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The value for the player whose turn it is. Distances count from the position.
    pub value: Value,
    /// How `value` relates to that of a search to `depth`.
    pub bound: Bound,
    /// The depth of the search that found it.
    pub depth: Depth,
    /// The best move, if one is known.
    pub code: Option<MoveCode>,
}

/// The positions of the parts of an entry in its word, in bits.
const CODE: u32 = 32;
const DEPTH: u32 = 48;
const BOUND: u32 = 56;
const AGE: u32 = 58;

/// The code in a word that means "no move".
const NO_CODE: u16 = u16::MAX;

impl Entry {
    /// The same entry with the value for the other player.
    #[inline]
    #[must_use]
    pub const fn opposite(self) -> Self {
        Self { value: -self.value, bound: self.bound.opposite(), ..self }
    }

    #[inline]
    pub(super) fn pack(self, age: u8) -> u64 {
        u64::from(self.value as u32)
            | u64::from(self.code.map_or(NO_CODE, MoveCode::get)) << CODE
            | u64::from(self.depth.0) << DEPTH
            | u64::from(self.bound as u8) << BOUND
            | u64::from(age) << AGE
    }

    /// The entry in a word. None if it is empty.
    #[inline]
    pub(super) fn unpack(data: u64) -> Option<Self> {
        let bound = match data >> BOUND & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            3 => Bound::Exact,
            _ => return None,
        };
        Some(Self {
            value: data as u32 as Value,
            bound,
            depth: depth_in(data),
            code: code_in(data),
        })
    }
}

/// The move in a word.
#[inline]
pub(super) fn code_in(data: u64) -> Option<MoveCode> {
    MoveCode::new((data >> CODE) as u16)
}

/// The depth in a word.
#[inline]
pub(super) fn depth_in(data: u64) -> Depth {
    Depth((data >> DEPTH) as u8)
}

/// The age in a word: the number of the search that stored it, modulo [`AGES`].
#[inline]
pub(super) fn age_in(data: u64) -> u8 {
    (data >> AGE) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_survives_its_word() {
        for value in [0, -1, 1_000_000_000] {
            for depth in [Depth::of_plies(0), Depth::of_plies(254), Depth::PROVEN] {
                for code in [None, MoveCode::new(0), MoveCode::new(65_534)] {
                    for bound in [Bound::Upper, Bound::Lower, Bound::Exact] {
                        let entry = Entry { value, bound, depth, code };
                        let data = entry.pack(63);
                        assert_eq!(Entry::unpack(data), Some(entry));
                        assert_eq!(
                            (depth_in(data), code_in(data), age_in(data)),
                            (depth, code, 63)
                        );
                    }
                }
            }
        }
        assert_eq!(Entry::unpack(0), None);
    }

    #[test]
    fn only_what_is_proven_holds_to_every_depth() {
        let greatest = Depth::of_plies(i32::MAX);
        assert!(greatest.reaches(254) && !greatest.reaches(255) && !greatest.is_proven());
        assert!(Depth::PROVEN > greatest && Depth::PROVEN.reaches(i32::MAX));
        assert_eq!(Depth::of_plies(-3), Depth::of_plies(0));
        assert!(Depth::of_plies(5).reaches(5) && !Depth::of_plies(5).reaches(6));
    }

    #[test]
    fn no_code_is_no_number_of_a_move() {
        assert_eq!(MoveCode::new(u16::MAX), None);
        assert!(
            (0..u16::MAX).all(|code| MoveCode::new(code).is_some_and(|made| made.get() == code))
        );
        assert_eq!(size_of::<Option<MoveCode>>(), 2);
    }
}
