//! What is at each place of a board, as numbers: the description for programs that learn.

use bytemuck::{Pod, Zeroable};

use crate::game::Player;

/// What is at a place or a stroke, as a small number.
///
/// ```
/// use sarsen_core::game::Player;
/// use sarsen_core::game::board::PlaceCode;
///
/// let king = PlaceCode::piece(Some(Player::Second), 1);
/// assert_eq!((king.owner(), king.kind()), (Some(Player::Second), Some(1)));
/// assert_eq!(king.exchanged(), PlaceCode::piece(Some(Player::First), 1));
/// assert_eq!(PlaceCode::OPEN.exchanged(), PlaceCode::OPEN);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Pod, Zeroable)]
#[repr(transparent)]
pub struct PlaceCode(pub u8);

/// Kinds of pieces from this one on count as the last one before it.
const MOST_KINDS: u16 = 84;

impl PlaceCode {
    /// Nothing is there.
    pub const EMPTY: Self = Self(0);

    /// Nothing is there, and the player to act can put something there or move there.
    pub const OPEN: Self = Self(1);

    /// Nothing is there, and only the other player could put something there or move there if it
    /// were the other's turn.
    pub const OPEN_TO_OTHER: Self = Self(254);

    /// Nothing is there, and both players could.
    pub const OPEN_TO_BOTH: Self = Self(255);

    /// A piece of an owner and a kind is there. A stroke with an owner is like a piece of kind 0.
    #[inline]
    #[must_use]
    pub const fn piece(owner: Option<Player>, kind: u16) -> Self {
        let kind = if kind < MOST_KINDS { kind } else { MOST_KINDS - 1 };
        let owner = match owner {
            Some(player) => player as u16,
            None => 2,
        };
        Self((2 + 3 * kind + owner) as u8)
    }

    /// The kind of the piece that is there. None if there is none.
    #[inline]
    #[must_use]
    pub const fn kind(self) -> Option<u16> {
        match self {
            Self::EMPTY | Self::OPEN | Self::OPEN_TO_OTHER | Self::OPEN_TO_BOTH => None,
            Self(code) => Some((code as u16 - 2) / 3),
        }
    }

    /// The same, but an empty place is open to nobody.
    #[inline]
    #[must_use]
    pub const fn closed(self) -> Self {
        if self.kind().is_none() { Self::EMPTY } else { self }
    }

    /// Who owns what is there. None if nobody does.
    #[inline]
    #[must_use]
    pub const fn owner(self) -> Option<Player> {
        match (self.kind(), self.0 % 3) {
            (Some(_), 2) => Some(Player::First),
            (Some(_), 0) => Some(Player::Second),
            _ => None,
        }
    }

    /// The same with the other owner.
    #[inline]
    #[must_use]
    pub const fn exchanged(self) -> Self {
        match self.owner() {
            Some(Player::First) => Self(self.0 + 1),
            Some(Player::Second) => Self(self.0 - 1),
            None => self,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_says_one_thing() {
        let (empty, pieces): (Vec<PlaceCode>, Vec<PlaceCode>) =
            (0..=u8::MAX).map(PlaceCode).partition(|code| code.kind().is_none());
        let open = [PlaceCode::OPEN, PlaceCode::OPEN_TO_OTHER, PlaceCode::OPEN_TO_BOTH];
        assert_eq!(empty, [&[PlaceCode::EMPTY][..], &open].concat());
        for code in empty {
            assert_eq!((code.owner(), code.closed()), (None, PlaceCode::EMPTY));
            assert_eq!(code.exchanged(), code);
        }
        for code in pieces {
            assert_eq!(PlaceCode::piece(code.owner(), code.kind().unwrap()), code);
            assert_eq!((code.closed(), code.exchanged().exchanged()), (code, code));
            assert_eq!(code.exchanged().owner(), code.owner().map(Player::other));
        }
    }
}
