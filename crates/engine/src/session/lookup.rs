//! The interface for books: the keys of positions, and the positions that the legal moves lead to.

use super::{NumberedOpenings, Play};
use sarsen_core::game::value::Value;
use sarsen_core::game::{NumberedPlace, Outcome, Player};

/// What a move leads to.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Child {
    /// The move.
    pub text: String,
    /// The key that the position shares with its mirror images.
    pub key: u64,
    /// The player whose turn it is there. None if the game is over.
    pub turn: Option<Player>,
    /// The result, if the game is over there.
    pub outcome: Option<Outcome>,
    /// What that is worth for the player who makes the move, one ply before. Margins that are more
    /// than a part of an expectation do not count.
    pub end: Option<Value>,
    /// How likely it is, beside the others, if chance acts. Otherwise 1.
    pub weight: u32,
    /// Whether the position there has occurred before in this game.
    pub is_back: bool,
}

/// A game in progress, to look it up in a [book](crate::book).
pub trait Lookup: Play {
    /// The key that the position shares with its mirror images.
    fn key(&self) -> u64;
    /// The text, in the game's own notation, of the mirror image that stands for all the others.
    fn canonical_position(&self) -> String;
    /// The key of the start position.
    fn start_key(&self) -> u64;
    /// Whether a value that is known of the current position alone holds in this game. See
    /// [`Path::upholds`](sarsen_core::game::Path::upholds).
    fn upholds(&self, value: Value) -> bool;
    /// What the legal moves lead to.
    fn children(&self) -> Vec<Child>;
    /// The numbering of all positions near the start, if the game has one.
    fn openings(&self) -> Option<&dyn NumberedOpenings>;
    /// The place of the position, if it is numbered.
    fn place(&self) -> Option<NumberedPlace>;
    /// The place of the position after a legal move, if it is numbered.
    fn place_after(&self, m: &str) -> Option<NumberedPlace>;
    /// The opening book that comes with the game, as the bytes of a [book](crate::book) file.
    fn book(&self) -> Option<&'static [u8]>;
}
