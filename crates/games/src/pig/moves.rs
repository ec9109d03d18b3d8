//! Moves of Pig, and what the die shows.

/// The number of faces of the die.
pub const FACES: u8 = 6;

/// A move of a player, or what the die shows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PigMove {
    /// The player rolls the die.
    Roll,
    /// The player banks the turn total.
    Hold,
    /// The die shows this number, from 1 to [`FACES`].
    Face(u8),
}

impl PigMove {
    /// The number of codes.
    pub(super) const CODES: usize = 2 + FACES as usize;

    /// Its code.
    #[inline]
    pub(super) const fn code(self) -> u16 {
        match self {
            Self::Roll => 0,
            Self::Hold => 1,
            Self::Face(number) => 1 + number as u16,
        }
    }
}
