//! What can be wrong with rules that can be read, and facts that are found by playing.

use super::chance::RANDOM;
use super::moves::MOST_MOVES;
use crate::language::description::Description;
use crate::language::error::RulesMistake;
use crate::machine::rules::{FoundMoves, RulesTable};
use crate::machine::run::Overrun;

/// The way out when a position has too many moves.
pub(super) const IN_TWO_PARTS: &str =
    "give the turn to the same player twice, so that a move is made in two parts";

/// Rules cannot be played by the engine.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LoadError {
    /// They cannot be read.
    #[error(transparent)]
    Rules(#[from] RulesMistake),
    /// They are for one player, or for more than two.
    #[error("{file}: this game is for {players}: only games for two players can be played{hint}")]
    Players {
        /// The file.
        file: String,
        /// How many players, in words.
        players: String,
        /// What to do about it, if that is known.
        hint: String,
    },
    /// Chance has a part in them, and the caller wants a game without.
    #[error("{file}: this is a game of chance")]
    Chance {
        /// The file.
        file: String,
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
    /// The first move has too many ways.
    #[error(
        "{file}: there are {moves} moves at the start, and a position may have {MOST_MOVES}: \
             {IN_TWO_PARTS}"
    )]
    Moves {
        /// The file.
        file: String,
        /// How many moves there are, in words.
        moves: String,
    },
    /// Not all first moves can be found.
    #[error(
        "{file}: the moves at the start do not come to an end, after {found} of them: does a loop \
             of actions go on for ever? If not, {IN_TWO_PARTS}"
    )]
    EndlessMoves {
        /// The file.
        file: String,
        /// How many were found.
        found: usize,
    },
}

impl LoadError {
    /// Looks whether all first moves can be found and played.
    pub(super) fn check_moves(file: &str, table: &mut RulesTable) -> Result<(), Self> {
        let mut moves = FoundMoves::default();
        let all = table.moves(&mut moves);
        let (file, found) = (file.to_owned(), moves.len());
        match all {
            Ok(()) if found <= MOST_MOVES => Ok(()),
            Ok(()) => Err(Self::Moves { file, moves: found.to_string() }),
            Err(Overrun) if found > MOST_MOVES => {
                Err(Self::Moves { file, moves: format!("more than {found}") })
            }
            Err(Overrun) => Err(Self::EndlessMoves { file, found }),
        }
    }

    /// The error that the rules of a file do not come to an end.
    pub(super) fn endless(file: &str) -> impl Fn(Overrun) -> Self {
        move |Overrun| Self::Endless { file: file.to_owned() }
    }

    /// The error that a game is not for two players.
    pub(super) fn players(file: &str, description: &Description) -> Self {
        let count = description.players;
        let players = if count == 1 { "one player".to_owned() } else { format!("{count} players") };
        let hint = if description.player_names().any(|name| name == RANDOM) {
            format!(
                ". For a game of chance, declare '{RANDOM}' behind the two players, and begin the \
                 file with '//@ dialect sarsen 1'"
            )
        } else {
            String::new()
        };
        Self::Players { file: file.to_owned(), players, hint }
    }
}
