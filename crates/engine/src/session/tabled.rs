//! The interface for endgame tables.

use super::Play;
use sarsen_core::game::endgames::{EndgameError, EndgameMaker, EndgameSet};
use sarsen_core::game::value::Value;

/// A game in progress, and what its endgame tables know of it.
pub trait Tabled: Play {
    /// How the endgame tables of the game are made. None if it has none.
    fn endgames(&self) -> Option<&dyn EndgameMaker>;

    /// Uses more endgame tables than those that come with the game. `None` means only those. Older
    /// table entries stay true.
    ///
    /// # Errors
    ///
    /// If the tables are not of this game. The old ones stay.
    fn set_endgames(&mut self, set: Option<&EndgameSet>) -> Result<(), EndgameError>;

    /// The value of the position for the player to move, if the endgame tables know it, and a move
    /// that keeps it. The path that has led here does not count, nor a limit of plies that the
    /// rules may have.
    fn known(&self) -> Option<(Value, Option<String>)>;
}
