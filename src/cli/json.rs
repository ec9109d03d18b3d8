//! Output for programs: lines of JSON.

use std::io::Write;

use serde::Serialize;

use sarsen_engine::protocol::reply;
use sarsen_engine::session::Ask;

/// Prints a line of JSON.
pub(crate) fn print_json(what: &impl Serialize, out: &mut dyn Write) -> std::io::Result<()> {
    writeln!(out, "{}", serde_json::to_string(what)?)
}

/// The first fields of every object about a position.
#[derive(Serialize)]
pub(crate) struct PositionFacts {
    game: String,
    position: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    to_move: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<&'static str>,
}

impl PositionFacts {
    pub(crate) fn of(session: &dyn Ask) -> Self {
        Self {
            game: session.title(),
            position: session.position(),
            to_move: reply::to_move(session),
            result: session.outcome().map(|outcome| reply::result(Some(outcome))),
        }
    }
}
