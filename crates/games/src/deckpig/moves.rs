//! Moves, and the cards that are drawn.

use super::deck::HIGHEST;

/// A move of a player, or the card that is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DeckMove {
    /// The player draws a card.
    Draw,
    /// The player banks the turn total.
    Hold,
    /// The card has this value, from 1 to [`HIGHEST`].
    Card(u8),
}

impl DeckMove {
    /// The number of codes.
    pub(super) const CODES: usize = 2 + HIGHEST as usize;

    /// Its code.
    #[inline]
    pub(super) const fn code(self) -> u16 {
        match self {
            Self::Draw => 0,
            Self::Hold => 1,
            Self::Card(value) => 1 + value as u16,
        }
    }
}
