//! Errors of text and setup: what is wrong, and where.

use crate::sys::text::excerpt;

/// A position text that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{reason} (at character {at})")]
pub struct TextError {
    /// The first wrong character, counted from 1. One past the end if something is missing.
    pub at: usize,
    /// What is wrong there.
    pub reason: String,
}

impl TextError {
    /// An error at a character, counted from 1.
    #[must_use]
    pub fn new(at: usize, reason: impl Into<String>) -> Self {
        Self { at, reason: reason.into() }
    }

    /// An error at the last character of a text that is not a blank. It usually says who is to
    /// move.
    #[must_use]
    pub fn at_end_of(text: &str, reason: impl Into<String>) -> Self {
        Self::new(text.trim_end().chars().count(), reason)
    }
}

/// A text that is not a legal move of the position it was read in.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MoveError {
    /// The game is over.
    #[error("the game is over")]
    GameOver,
    /// The text is not a move of this game.
    #[error("'{text}' is not a move: {reason}")]
    Malformed {
        /// The text, shortened.
        text: String,
        /// What a move looks like.
        reason: String,
    },
    /// The text is a move that cannot be played here.
    #[error("'{text}' is not a legal move here: {reason}")]
    Illegal {
        /// The text, shortened.
        text: String,
        /// Why it cannot be played, or what is legal instead.
        reason: String,
    },
}

impl MoveError {
    /// An error for a text that is not a move at all.
    #[must_use]
    pub fn malformed(text: &str, reason: impl Into<String>) -> Self {
        Self::Malformed { text: excerpt(text, 40), reason: reason.into() }
    }

    /// An error for a move that cannot be played here.
    #[must_use]
    pub fn illegal(text: &str, reason: impl Into<String>) -> Self {
        Self::Illegal { text: excerpt(text, 40), reason: reason.into() }
    }
}

/// A move that cannot be [played](super::Position::play). The position stays as it was.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum IllegalMove {
    /// The game is over.
    #[error("the game is over")]
    GameOver,
    /// The move is not legal in this position.
    #[error("the move is not legal here")]
    NotHere,
}

/// A setup (a board size, for example) that a game does not have.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("setup '{setup}': {reason}")]
pub struct SetupError {
    /// The setup asked for, shortened.
    pub setup: String,
    /// What is wrong with it, and what would be right.
    pub reason: String,
}

impl SetupError {
    /// An error for this setup text.
    #[must_use]
    pub fn new(setup: &str, reason: impl Into<String>) -> Self {
        Self { setup: excerpt(setup, 40), reason: reason.into() }
    }
}
