//! The exchange between books and batch analysis: queries for the positions that a book should
//! learn, and answers that it learns from.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::json;

use super::analysis::JsonScore;
use sarsen_core::game::excerpt;
use sarsen_engine::book::{BookEntry, Learner};

/// A line that a book cannot learn from.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct ExchangeError(String);

/// The fields of an answer that matter here; see `docs/protocol/batch.md`.
#[derive(Deserialize)]
struct AnswerLine {
    game: Option<String>,
    position: Option<String>,
    score: Option<JsonScore>,
    depth: Option<u32>,
    error: Option<String>,
    /// Says that the score is only a bound.
    bound: Option<String>,
    #[serde(default)]
    report: bool,
    #[serde(default)]
    cancelled: bool,
}

/// A query, one line of JSON, for the value of a position with this evaluator. Without a limit of
/// nodes, the position is to be solved.
#[must_use]
pub fn query(game: &str, evaluator: &str, position: &str, nodes: Option<u64>) -> String {
    let limits = match nodes {
        Some(nodes) => json!({ "nodes": nodes }),
        None => json!({ "solve": true }),
    };
    json!({
        "id": position,
        "game": game,
        "position": position,
        "limits": limits,
        "options": { "Evaluator": evaluator },
    })
    .to_string()
}

/// Answers about the positions of a book: the deepest value of each position.
#[derive(Default)]
pub struct Answers {
    values: BTreeMap<u64, BookEntry>,
}

impl Answers {
    /// Reads an answer, one line of JSON, for this book. Skips blank lines, reports and answers to
    /// cancelled queries.
    ///
    /// # Errors
    ///
    /// If it is not an answer, reports an error, or is about another game.
    pub fn hear(&mut self, learner: &mut dyn Learner, line: &str) -> Result<(), ExchangeError> {
        let Some((position, entry)) = read(learner.game(), line)? else { return Ok(()) };
        let Some(key) = learner.key(&position) else {
            let position = excerpt(&position, 80);
            return Err(ExchangeError(format!("'{position}' is no {}", learner.wanted())));
        };
        let before = self.values.get(&key);
        if before.is_none_or(|before| before.depth < entry.depth) {
            self.values.insert(key, entry);
        }
        Ok(())
    }

    /// The number of positions they are about.
    #[must_use]
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether nothing has been learnt.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Teaches a book all of them, and forgets them.
    pub fn teach(&mut self, learner: &mut dyn Learner) {
        let values = std::mem::take(&mut self.values);
        values.into_iter().for_each(|(key, entry)| learner.learn_key(key, entry));
    }
}

/// The position of an answer and its value. None if the line has none.
fn read(game: &str, line: &str) -> Result<Option<(String, BookEntry)>, ExchangeError> {
    let wrong = |why: String| Err(ExchangeError(why));
    if line.trim().is_empty() {
        return Ok(None);
    }
    let answer: AnswerLine = match serde_json::from_str(line) {
        Ok(answer) => answer,
        Err(error) => {
            let error = excerpt(&error.to_string(), 200);
            return wrong(format!("no answer of an analysis: {error}"));
        }
    };
    if let Some(error) = answer.error {
        return wrong(format!("an error was answered: {}", excerpt(&error, 200)));
    }
    if answer.report || answer.cancelled {
        return Ok(None);
    }
    let (Some(other), Some(position), Some(score), Some(depth)) =
        (answer.game, answer.position, answer.score, answer.depth)
    else {
        return wrong("an answer has game, position, score and depth".to_owned());
    };
    if game != other {
        return wrong(format!("it is about {}, not {game}", excerpt(&other, 40)));
    }
    if answer.bound.is_some() {
        return wrong("its score is only a bound".to_owned());
    }
    let Some(score) = score.score() else {
        return wrong("its score is beyond all scores".to_owned());
    };
    Ok(Some((position, BookEntry::searched(score, depth))))
}
