//! Whether chance acts in a game, for whom, and with what odds.

use sarsen_core::game::Player;

/// A game in progress, to ask about its dice and cards.
pub trait Chance: Send {
    /// Whether chance ever acts in this game.
    fn has_chance(&self) -> bool;
    /// The player whose turn it is: who is to move, or who throws the die or draws the card where
    /// chance acts. None if the game is over.
    fn turn(&self) -> Option<Player>;
    /// The weights of the outcomes that [`moves`](super::Ask::moves) lists if chance is to act.
    /// Each is as likely as its weight says. Empty if chance is not to act.
    fn odds(&self) -> Vec<u32>;
}
