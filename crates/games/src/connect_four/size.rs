//! The sizes of boards.

use sarsen_core::game::SetupError;

/// The size of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Size {
    pub(super) width: u8,
    pub(super) height: u8,
}

impl Size {
    /// The usual board, 7 columns and 6 rows.
    pub const STANDARD: Self = Self { width: 7, height: 6 };

    /// A size of at least 4 columns and 4 rows. With one spare row, the board must fit 128 bits.
    ///
    /// # Errors
    ///
    /// If the board is too small or too large.
    pub fn new(width: u32, height: u32) -> Result<Self, SetupError> {
        let setup = format!("{width}x{height}");
        if width < 4 || height < 4 {
            return Err(SetupError::new(&setup, "the board has at least 4 columns and 4 rows"));
        }
        match (u8::try_from(width), u8::try_from(height)) {
            (Ok(w), Ok(h)) if u32::from(w) * (u32::from(h) + 1) <= u128::BITS => {
                Ok(Self { width: w, height: h })
            }
            _ => Err(SetupError::new(&setup, "columns times (rows + 1) must not exceed 128")),
        }
    }

    /// Reads a size such as `8x7`. An empty text is [`STANDARD`](Self::STANDARD).
    ///
    /// # Errors
    ///
    /// If the text is not a size, or the board is too small or too large.
    pub fn parse(text: &str) -> Result<Self, SetupError> {
        if text.is_empty() {
            return Ok(Self::STANDARD);
        }
        let number = |digits: &str| {
            // A size has no sign.
            digits.starts_with(|c: char| c.is_ascii_digit()).then(|| digits.parse().ok()).flatten()
        };
        let numbers = text.split_once(['x', 'X']).and_then(|(w, h)| Some((number(w)?, number(h)?)));
        match numbers {
            Some((width, height)) => Self::new(width, height),
            None => Err(SetupError::new(text, "a size is columns x rows, such as 8x7")),
        }
    }

    /// The number of bits for a board of this size, with one spare row.
    #[must_use]
    pub fn bits(self) -> u32 {
        u32::from(self.width) * (u32::from(self.height) + 1)
    }
}

impl std::fmt::Display for Size {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}
