//! Where pieces arrive.

/// Where the base of a player is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Base {
    /// It is the player's first row. A piece of the opponent is there once it has entered the row.
    Row,
    /// It lies beyond the player's first row. A piece of the opponent needs one more step.
    Beyond,
}
