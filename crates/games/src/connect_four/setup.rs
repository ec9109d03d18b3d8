//! Connect Four with a board size, and with a word that holds the board.

use std::marker::PhantomData;

use super::geometry::Geometry;
use super::size::Size;
use super::word::BoardWord;
use sarsen_core::game::SetupError;

/// Connect Four on a board that fits the word `W`.
#[derive(Clone, Copy, Debug)]
pub struct ConnectFour<W> {
    pub(super) size: Size,
    word: PhantomData<W>,
}

/// Connect Four on boards of up to 64 bits. The usual board is one of them.
pub type Small = ConnectFour<u64>;

/// Connect Four on boards of up to 128 bits.
pub type Large = ConnectFour<u128>;

impl<W: BoardWord> ConnectFour<W> {
    /// The game on a board of this size.
    ///
    /// # Errors
    ///
    /// If there is no such board, or it does not fit the word.
    pub fn new(width: u32, height: u32) -> Result<Self, SetupError> {
        Self::of_size(Size::new(width, height)?)
    }

    /// The game on a board of this size.
    ///
    /// # Errors
    ///
    /// If the board does not fit the word.
    pub fn of_size(size: Size) -> Result<Self, SetupError> {
        if size.bits() > W::BITS {
            let reason = format!("the board does not fit {} bits", W::BITS);
            return Err(SetupError::new(&size.to_string(), reason));
        }
        Ok(Self { size, word: PhantomData })
    }

    pub(super) fn geometry(&self) -> Geometry<W> {
        Geometry::new(self.size.width, self.size.height)
    }
}
