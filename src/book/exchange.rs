//! Books and batch analysis: queries for what a book should learn, answers that it learns.

use serde::Deserialize;
use serde_json::json;

use super::{Entry, Growth};
use crate::analysis::JsonScore;
use crate::game::excerpt;

/// A line that a book cannot learn from.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct ExchangeError(String);

/// What is read of an answer; see "Batch analysis" in `protocol.md`.
#[derive(Deserialize)]
struct Answer {
    game: Option<String>,
    position: Option<String>,
    score: Option<JsonScore>,
    depth: Option<u32>,
    error: Option<String>,
    #[serde(default)]
    report: bool,
    #[serde(default)]
    cancelled: bool,
}

/// A query, one line of JSON, for what a position is worth to this evaluator.
#[must_use]
pub fn query(game: &str, evaluator: &str, position: &str, nodes: u64) -> String {
    json!({
        "id": position,
        "game": game,
        "position": position,
        "limits": { "nodes": nodes },
        "options": { "Evaluator": evaluator },
    })
    .to_string()
}

/// Learns from an answer, one line of JSON. Blank lines, reports and answers of cancelled queries are passed
/// over.
///
/// # Errors
///
/// If it is no answer, tells an error, or is about another game.
pub fn learn(growth: &mut Growth, line: &str) -> Result<(), ExchangeError> {
    let wrong = |why: String| Err(ExchangeError(why));
    if line.trim().is_empty() {
        return Ok(());
    }
    let answer: Answer = match serde_json::from_str(line) {
        Ok(answer) => answer,
        Err(error) => return wrong(format!("no answer of an analysis: {error}")),
    };
    if let Some(error) = answer.error {
        return wrong(format!("an error was answered: {}", excerpt(&error, 200)));
    }
    if answer.report || answer.cancelled {
        return Ok(());
    }
    let (Some(game), Some(position), Some(score), Some(depth)) =
        (answer.game, answer.position, answer.score, answer.depth)
    else {
        return wrong("an answer has game, position, score and depth".to_owned());
    };
    if game != growth.game() {
        return wrong(format!("it is about {}", excerpt(&game, 40)));
    }
    let Some(score) = score.score() else {
        return wrong("its score is beyond all scores".to_owned());
    };
    if growth.learn(&position, Entry::searched(score, depth)) {
        Ok(())
    } else {
        wrong(format!("'{}' is no position to be valued", excerpt(&position, 80)))
    }
}
