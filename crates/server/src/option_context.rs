//! What the server's options see of the server, and what they ask of it.

use sarsen_engine::protocol::Dialect;
use sarsen_engine::session::Registry;

/// What the options know of the server, and what they ask of it.
pub(super) struct OptionContext<'a> {
    pub(super) registry: &'a Registry,
    pub(super) dialect: Dialect,
    /// The name of the present game.
    pub(super) game: &'a str,
    /// What is to be done when an option has been set.
    pub(super) then: Then,
}

/// What is to be done when an option has been set.
pub(super) enum Then {
    /// Nothing.
    Nothing,
    /// This game is opened, in this setup.
    Open { game: String, setup: String },
    /// The present game uses the notation that the options and the dialect name.
    UseNotation,
}
