//! The setups of Nuba: where the base is, and how the game begins.

use super::base::Base;
use super::board::CHAMPION;
use super::position::NubaPosition;
use sarsen_core::game::{Player, SetupError};

/// Nuba in one setup.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Nuba {
    pub(super) base: Base,
    /// Whether the pieces already stand on the board.
    pub(super) is_ready: bool,
}

/// The rows of a given start, the front row first. The columns are in the order of the player, from
/// the left.
const READY: [[u8; 5]; 2] = [[5, 2, 1, 3, 4], [7, 9, CHAMPION, 8, 6]];

impl Nuba {
    /// The base is the first row, and the players put their pieces on the board.
    pub const USUAL: Self = Self { base: Base::Row, is_ready: false };

    /// A setup.
    #[must_use]
    pub const fn new(base: Base, is_ready: bool) -> Self {
        Self { base, is_ready }
    }

    /// Reads a setup: `row` or `beyond`, perhaps followed by `-ready`. An empty text is `row`.
    ///
    /// # Errors
    ///
    /// If it is none of these.
    pub fn parse(setup: &str) -> Result<Self, SetupError> {
        let (base, is_ready) = match setup.strip_suffix("-ready") {
            Some(base) => (base, true),
            None => (setup, false),
        };
        match base {
            "row" => Ok(Self { base: Base::Row, is_ready }),
            "beyond" => Ok(Self { base: Base::Beyond, is_ready }),
            "" if !is_ready => Ok(Self::USUAL),
            _ => {
                let reason = "the setups are row, beyond, row-ready and beyond-ready";
                Err(SetupError::new(setup, reason))
            }
        }
    }

    /// The name of the setup.
    pub(super) const fn text(self) -> &'static str {
        match (self.base, self.is_ready) {
            (Base::Row, false) => "row",
            (Base::Row, true) => "row-ready",
            (Base::Beyond, false) => "beyond",
            (Base::Beyond, true) => "beyond-ready",
        }
    }

    /// The start position.
    pub(super) fn first_position(self) -> NubaPosition {
        let mut position = NubaPosition::empty(self.base);
        if self.is_ready {
            for (row, pieces) in (0..).zip(READY.iter().rev()) {
                for (column, &piece) in (0..).zip(pieces) {
                    position.put(Player::First, piece, 5 * row + column);
                    position.put(Player::Second, piece, 29 - 5 * row - column);
                }
            }
            position.end_setup();
        }
        position
    }
}
