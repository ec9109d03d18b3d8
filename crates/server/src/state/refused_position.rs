//! Why a `position` was refused.

use serde::Serialize;

use sarsen_engine::session::PositionError;

/// Why the last `position` was refused. As JSON, it is the answer to `query refused`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct RefusedPosition {
    /// The number of the move that cannot be played, from 1. None if it is not the moves that are
    /// wrong.
    #[serde(rename = "move")]
    number: Option<usize>,
    /// What is wrong, for people.
    why: String,
}

impl RefusedPosition {
    /// The line itself makes no sense.
    pub(crate) fn line(why: String) -> Self {
        Self { number: None, why }
    }
}

impl From<&PositionError> for RefusedPosition {
    fn from(error: &PositionError) -> Self {
        match error {
            PositionError::Text(error) => Self::line(error.to_string()),
            PositionError::Move { number, error } => {
                Self { number: Some(*number), why: error.to_string() }
            }
        }
    }
}
