//! Othello with a board size.

use sarsen_core::game::SetupError;

/// Othello on a board of one size.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Othello {
    /// How many rows and columns of the large board are left out on each side.
    pub(super) border: u8,
}

impl Othello {
    /// The usual board, 8 by 8.
    pub const USUAL: Self = Self { border: 0 };

    /// The board of 6 by 6.
    pub const SMALL: Self = Self { border: 1 };

    /// Reads a setup: `8x8` or `6x6`. An empty text is the usual board.
    ///
    /// # Errors
    ///
    /// If it is neither.
    pub fn parse(setup: &str) -> Result<Self, SetupError> {
        match setup {
            "" | "8x8" => Ok(Self::USUAL),
            "6x6" => Ok(Self::SMALL),
            _ => Err(SetupError::new(setup, "the board is 8x8 or 6x6")),
        }
    }

    /// The number of columns, and of rows.
    #[must_use]
    pub const fn side(&self) -> u8 {
        8 - 2 * self.border
    }

    /// The squares of the board.
    pub(super) const fn squares(self) -> u64 {
        if self.border == 0 { u64::MAX } else { 0x007e_7e7e_7e7e_7e00 }
    }
}
