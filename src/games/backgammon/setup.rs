//! The setups of backgammon: what a win is worth.

use super::position::BackgammonPosition;
use crate::game::SetupError;

/// Backgammon in single games, in which a win is a win.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Backgammon;

impl Backgammon {
    /// Reads a setup: `single`, or nothing.
    ///
    /// # Errors
    ///
    /// If it is another one. Games in which gammons count are not there yet.
    pub fn parse(setup: &str) -> Result<Self, SetupError> {
        match setup {
            "" | "single" => Ok(Self),
            "gammons" => {
                let reason = "gammons do not count yet; the setup is single";
                Err(SetupError::new(setup, reason))
            }
            _ => Err(SetupError::new(setup, "the setup is single")),
        }
    }

    /// The name of the setup.
    pub(super) const fn text(self) -> &'static str {
        "single"
    }

    /// The start position.
    pub(super) fn first_position(self) -> BackgammonPosition {
        BackgammonPosition::start()
    }
}
