//! A line of output: answers and reports as serde types.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::query::Id;
use crate::matches::record::PassesPutIn;
use sarsen_core::game::Bound;
use sarsen_core::game::value::{EVAL_MAX, Score, Value, from_share, share};
use sarsen_core::search::{Answer, Info};
use sarsen_engine::protocol::reply;
use sarsen_engine::session::Session;

/// A limit for the length of games, in plies. Every game is shorter.
const MOST_PLIES: u32 = 1_000_000;

/// A full answer.
#[derive(Serialize)]
pub(super) struct Reply<'a> {
    pub(super) id: &'a Id,
    /// The game and its setup.
    game: String,
    /// The text of the position.
    position: String,
    /// The player to move, or `chance`. None if the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    to_move: Option<&'static str>,
    /// The result of the game. None if it goes on.
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<&'static str>,
    #[serde(flatten)]
    pub(super) found: Option<SearchResult>,
    /// What was assumed to read the query, and what else the client should know.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) notes: Vec<String>,
    #[serde(skip_serializing_if = "is_false")]
    pub(super) cancelled: bool,
}

impl<'a> Reply<'a> {
    /// An answer for the current position of a session, without a search result.
    pub(super) fn new(id: &'a Id, session: &dyn Session) -> Self {
        let outcome = session.outcome();
        let passes = PassesPutIn::of(session).map(|passes| passes.to_string());
        let (settled, claims) = (reply::settled(session), reply::beyond_claims(session));
        Self {
            id,
            game: session.title(),
            position: session.position(),
            to_move: reply::to_move(session),
            result: outcome.map(|_| reply::result(outcome)),
            found: None,
            notes: passes.into_iter().chain(settled).chain(claims).collect(),
            cancelled: false,
        }
    }
}

/// The answer to a query that was cancelled before it ran.
#[derive(Serialize)]
pub(super) struct Cancelled<'a> {
    pub(super) id: &'a Id,
    pub(super) cancelled: bool,
}

/// A report on the way.
#[derive(Serialize)]
pub(super) struct ReportLine<'a> {
    pub(super) id: &'a Id,
    pub(super) report: bool,
    #[serde(flatten)]
    pub(super) found: SearchResult,
}

/// What a search has found.
#[derive(Serialize)]
pub(super) struct SearchResult {
    /// The best move. None where chance acts.
    #[serde(skip_serializing_if = "Option::is_none")]
    best: Option<String>,
    score: JsonScore,
    /// Which side of the score is still open, if a proof has not finished.
    #[serde(skip_serializing_if = "Option::is_none")]
    bound: Option<&'static str>,
    /// Whether no deeper search can change the score. Reports do not have this field.
    #[serde(skip_serializing_if = "Option::is_none")]
    exact: Option<bool>,
    depth: u32,
    seldepth: u32,
    nodes: u64,
    time_ms: u64,
    lines: Vec<VariationLine>,
}

impl SearchResult {
    /// The result in an answer, after this time.
    pub(super) fn at_the_end(answer: &Answer<String>, time: Duration) -> Self {
        Self { exact: Some(answer.exact), ..Self::new(&answer.best, &answer.lines, time) }
    }

    /// The result in a report, after this time.
    pub(super) fn new(best: &Info<String>, lines: &[Info<String>], time: Duration) -> Self {
        Self {
            best: best.variation.first().cloned(),
            score: best.into(),
            bound: match best.bound {
                Bound::Exact => None,
                Bound::Lower => Some("lower"),
                Bound::Upper => Some("upper"),
            },
            exact: None,
            depth: best.depth,
            seldepth: best.seldepth,
            nodes: best.nodes,
            time_ms: u64::try_from(time.as_millis()).unwrap_or(u64::MAX),
            lines: lines.iter().filter_map(VariationLine::new).collect(),
        }
    }
}

/// One line of play that a search has found.
#[derive(Serialize)]
struct VariationLine {
    #[serde(rename = "move")]
    first: String,
    score: JsonScore,
    depth: u32,
    pv: Vec<String>,
}

impl VariationLine {
    /// None where chance acts.
    fn new(info: &Info<String>) -> Option<Self> {
        Some(Self {
            first: info.variation.first()?.clone(),
            score: info.into(),
            depth: info.depth,
            pv: info.variation.clone(),
        })
    }
}

/// A score for the side to move.
#[derive(Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum JsonScore {
    /// The side to move wins.
    Win {
        /// In this number of plies, if it is known.
        #[serde(skip_serializing_if = "Option::is_none")]
        plies: Option<u32>,
        /// By this margin, if it is known.
        #[serde(skip_serializing_if = "Option::is_none")]
        margin: Option<u32>,
    },
    /// The side to move loses.
    Loss {
        /// In this number of plies, if it is known.
        #[serde(skip_serializing_if = "Option::is_none")]
        plies: Option<u32>,
        /// By this margin, if it is known.
        #[serde(skip_serializing_if = "Option::is_none")]
        margin: Option<u32>,
    },
    /// The game is a draw.
    Draw,
    /// An estimate.
    Eval {
        /// In points.
        value: Value,
    },
    /// An expectation.
    Chance {
        /// The share of a win: the probability of a win, and half of that of a draw.
        value: f64,
    },
}

impl JsonScore {
    fn new(score: Score, margin: Option<u32>) -> Self {
        match score {
            Score::Win(plies) => Self::Win { plies, margin },
            Score::Loss(plies) => Self::Loss { plies, margin },
            Score::Draw => Self::Draw,
            Score::Eval(value) => Self::Eval { value },
            Score::Chance(value) => Self::Chance { value: share(value) },
        }
    }

    /// The margin of a win or loss, if it is known.
    pub fn margin(&self) -> Option<u32> {
        match self {
            Self::Win { margin, .. } | Self::Loss { margin, .. } => *margin,
            Self::Draw | Self::Eval { .. } | Self::Chance { .. } => None,
        }
    }

    /// The score. `None` if its number is too large for a score.
    pub fn score(&self) -> Option<Score> {
        let is_length = |plies: &Option<u32>| plies.is_none_or(|plies| plies < MOST_PLIES);
        match self {
            Self::Win { plies, .. } if is_length(plies) => Some(Score::Win(*plies)),
            Self::Loss { plies, .. } if is_length(plies) => Some(Score::Loss(*plies)),
            Self::Draw => Some(Score::Draw),
            Self::Eval { value } if (-EVAL_MAX..=EVAL_MAX).contains(value) => {
                Some(Score::Eval(*value))
            }
            Self::Chance { value } if (0.0..=1.0).contains(value) => {
                Some(Score::Chance(from_share(*value)))
            }
            _ => None,
        }
    }
}

impl From<Score> for JsonScore {
    fn from(score: Score) -> Self {
        Self::new(score, None)
    }
}

impl From<&Info<String>> for JsonScore {
    fn from(info: &Info<String>) -> Self {
        Self::new(info.score, info.margin)
    }
}

fn is_false(truth: &bool) -> bool {
    !truth
}
