//! To show a position to people: the board, names, facts, scores in familiar terms.

use super::Play;
use crate::game::value::Value;
use crate::game::{Drawing, Fact, Player};

/// A game in progress, to show it to people.
pub trait Describe: Play {
    /// The board, several lines, perhaps seen from the other side, and whose turn it is.
    fn draw(&self, turned: bool) -> Drawing;
    /// What a player is called where the pieces are drawn.
    fn mark(&self, player: Player) -> &str;
    /// What the game has to say about the position.
    fn explain(&self) -> Vec<Fact>;
    /// By how much the game has been won ("12 discs"), if it has been won and the game knows
    /// margins.
    fn margin(&self) -> Option<String>;
    /// An exact value of the current position as a score that the game's literature would give; see
    /// [`Game::literature_score`](crate::game::Game::literature_score).
    fn literature_score(&self, value: Value) -> i32;
}
