//! What can be wrong with rules that can be read, and facts that are found by playing.

use crate::language::error::RulesMistake;
use crate::machine::run::Overrun;

/// Rules cannot be played by the engine.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LoadError {
    /// They cannot be read.
    #[error(transparent)]
    Rules(#[from] RulesMistake),
    /// They are for one player, or for more than two.
    #[error("{file}: this game is for {players}: only games for two players can be played")]
    Players {
        /// The file.
        file: String,
        /// How many players, in words.
        players: String,
    },
    /// They do not come to an end before the first move.
    #[error(
        "{file}: the rules do not come to an end before the first move: does a loop of actions \
             go on for ever?"
    )]
    Endless {
        /// The file.
        file: String,
    },
}

impl LoadError {
    /// The error that the rules of a file do not come to an end.
    pub(super) fn endless(file: &str) -> impl Fn(Overrun) -> Self {
        move |Overrun| Self::Endless { file: file.to_owned() }
    }

    /// The error that a game is not for two players.
    pub(super) fn players(file: &str, count: usize) -> Self {
        let players = if count == 1 { "one player".to_owned() } else { format!("{count} players") };
        Self::Players { file: file.to_owned(), players }
    }
}
