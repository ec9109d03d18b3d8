//! The setups of backgammon: what a win is worth.

use super::position::BackgammonPosition;
use sarsen_core::game::SetupError;

/// Backgammon without the doubling cube.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Backgammon {
    /// Whether a gammon counts twice and a backgammon three times. Otherwise a win is a win.
    gammons: bool,
}

impl Backgammon {
    /// Single games, in which a win is a win.
    pub const SINGLE: Self = Self { gammons: false };

    /// Games in which a gammon counts twice and a backgammon three times.
    pub const GAMMONS: Self = Self { gammons: true };

    /// Reads a setup: `single`, which is also that of no text, or `gammons`.
    ///
    /// # Errors
    ///
    /// If it is another one.
    pub fn parse(setup: &str) -> Result<Self, SetupError> {
        match setup {
            "" | "single" => Ok(Self::SINGLE),
            "gammons" => Ok(Self::GAMMONS),
            _ => Err(SetupError::new(setup, "the setup is single or gammons")),
        }
    }

    /// The name of the setup.
    pub(super) const fn text(self) -> &'static str {
        if self.gammons { "gammons" } else { "single" }
    }

    /// The start position.
    pub(super) fn first_position(self) -> BackgammonPosition {
        BackgammonPosition::start().counting_gammons(self.gammons)
    }
}
