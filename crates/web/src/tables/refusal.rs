//! How a line is refused: a code for programs, then the reason for people.

use sarsen_engine::protocol::reply;

/// The line means nothing.
pub(super) const MALFORMED: &str = "malformed";

/// What the line would change cannot be stored.
pub(super) const NOT_STORED: &str = "not-stored";

/// The lines that refuse a line, in their order.
pub(super) fn refusal(code: &str, why: &str) -> [String; 2] {
    [format!("refused {code}"), reply::error(why)]
}
