//! A move of checkers: one piece goes from a square to a square, and may capture others.

use super::squares::index;

/// A move. Captures of the same pieces that begin and end on the same squares are one move,
/// whatever way they take.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CheckersMove(u64);

/// Where the square that the piece leaves begins in the word.
const FROM: u32 = 36;
/// The same for the square where it arrives.
const TO: u32 = 42;
/// The same for the number that tells captures with the same squares apart.
const VARIANT: u32 = 48;

impl CheckersMove {
    /// A move without a capture.
    #[inline]
    pub(super) const fn step(from: u32, to: u32) -> Self {
        Self((from as u64) << FROM | (to as u64) << TO)
    }

    /// A capture. `variant` is less than 4, and differs from that of all other captures of the
    /// position with these squares.
    #[inline]
    pub(super) const fn capture(from: u32, to: u32, captured: u64, variant: u32) -> Self {
        Self(Self::step(from, to).0 | captured | (variant as u64) << VARIANT)
    }

    /// The bit of the square that the piece leaves.
    #[inline]
    pub(super) const fn from(self) -> u32 {
        (self.0 >> FROM) as u32 & 0x3f
    }

    /// The bit of the square where it arrives.
    #[inline]
    pub(super) const fn to(self) -> u32 {
        (self.0 >> TO) as u32 & 0x3f
    }

    /// The captured pieces.
    #[inline]
    pub(super) const fn captured(self) -> u64 {
        self.0 & ((1 << FROM) - 1)
    }

    /// Whether it captures anything.
    #[inline]
    #[must_use]
    pub const fn is_capture(self) -> bool {
        self.captured() != 0
    }

    /// The number that tells it from captures with the same squares.
    #[inline]
    const fn variant(self) -> u32 {
        (self.0 >> VARIANT) as u32
    }

    /// The code of the move, below [`CODES`](Self::CODES).
    #[inline]
    pub(super) const fn code(self) -> u16 {
        (self.variant() << 10 | index(self.from()) << 5 | index(self.to())) as u16
    }

    /// The number of codes.
    ///
    /// A king's jumps connect 8 squares over 9 others. Two ways between two squares differ by
    /// closed ways, and there are only 4 sets of these. So 4 variants are enough.
    pub(super) const CODES: usize = 4 << 10;
}
