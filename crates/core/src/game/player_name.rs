//! How a player is called.

use std::fmt::{Display, Formatter};

/// How a player is called. As a text, it is the name if there is one, otherwise the mark.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayerName<'a> {
    /// The mark of the player's pieces in a drawing.
    pub mark: &'a str,
    /// What people call the player. Empty if they have only the mark.
    pub name: &'a str,
}

impl Display for PlayerName<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.pad(if self.name.is_empty() { self.mark } else { self.name })
    }
}
