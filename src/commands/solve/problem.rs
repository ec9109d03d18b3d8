//! Positions as lines of text: moves, and perhaps the known score.

use crate::game::{MoveError, excerpt};
use crate::session::{PositionError, Session};

/// A line: the moves, and what stands behind them.
pub(super) struct Problem<'a> {
    pub(super) moves: &'a str,
    pub(super) expected: &'a str,
}

impl<'a> Problem<'a> {
    pub(super) fn read(line: &'a str) -> Self {
        let line = line.trim();
        let (moves, expected) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        Self { moves, expected: expected.trim() }
    }

    /// Leads a session to the position; the known score, if there is one. The start has no moves, or `-` in their place.
    pub(super) fn set_up(&self, session: &mut dyn Session) -> Result<Option<i32>, String> {
        let expected = match self.expected {
            "" => None,
            score => Some(score.parse().map_err(|_| {
                let score = excerpt(score, 40);
                format!("'{score}' is no score; between moves there are commas, no blanks")
            })?),
        };
        session.restart();
        let moves = if self.moves == "-" { "" } else { self.moves };
        let parts: Vec<&str> = moves.split(',').collect();
        if parts.len() > 1 && parts.contains(&"") {
            return Err("a move is missing before or after a comma".to_owned());
        }
        if let Err(error) = session.play(&parts.join(" ")) {
            // Moves that are written with one character need nothing between them.
            let single: Vec<String> = moves.chars().map(String::from).collect();
            let single = match parts.len() {
                1 => session.play(&single.join(" ")),
                _ => Err(error.clone()),
            };
            match single {
                Ok(()) => {}
                // Its first character is no move: that was not what was meant.
                Err(PositionError::Move { number: 1, error: MoveError::Malformed { .. } }) => {
                    return Err(error.to_string());
                }
                Err(error) => return Err(error.to_string()),
            }
        }
        if session.outcome().is_some() {
            return Err("the game is over".to_owned());
        }
        Ok(expected)
    }
}
