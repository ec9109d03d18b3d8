//! The result for a position, as text for people and as JSON.

use std::collections::BTreeMap;
use std::fmt::{Display, Formatter, Write as _};

use serde::Serialize;

use sarsen_core::game::{Player, excerpt, printable};
use sarsen_engine::proofs::{MoveStanding, Proof};

/// Shares of a win that differ by no more than this are the same. Known ones are rounded.
const SAME_SHARE: f64 = 1e-9;

/// A position with its score, or with the reason why there is none. Its fields are those of the
/// JSON object.
#[derive(Serialize, Default)]
pub(super) struct SolvedLine {
    /// The text of the position as it was written, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) position: Option<String>,
    /// The moves as they were written.
    pub(super) moves: String,
    /// Position and moves as they were written.
    #[serde(skip)]
    pub(super) place: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) score: Option<i32>,
    /// What the position is worth in a game of chance.
    #[serde(flatten)]
    pub(super) share: Option<Share>,
    /// The plies to the end of the game, if endgame tables know them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) plies: Option<u32>,
    /// The known score, from the input.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) expected: Option<KnownScore>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) best: Option<String>,
    pub(super) nodes: u64,
    pub(super) micros: f64,
    /// The score of each move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) scores: Option<BTreeMap<String, i32>>,
    /// What each move is worth in a game of chance.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) values: Option<BTreeMap<String, f64>>,
    /// The result of a long proof.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) first_wins: Option<bool>,
    /// What the long proof knows of each move and the replies to it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) table: Option<Vec<MoveStanding>>,
    /// Whether the work ended before everything was known.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(super) interrupted: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) error: Option<String>,
    /// Whether the score differs from the known one. `None` if they cannot be compared.
    #[serde(skip)]
    pub(super) is_wrong: Option<bool>,
    #[serde(skip)]
    pub(super) proof: Option<Proof>,
}

/// A share of a win, and the bounds between which it surely is.
#[derive(Clone, Copy, Serialize)]
pub(super) struct Share {
    pub(super) value: f64,
    pub(super) low: f64,
    pub(super) high: f64,
}

impl Share {
    /// The share between two bounds.
    pub(super) fn between(low: f64, high: f64) -> Self {
        Self { value: low.midpoint(high), low, high }
    }
}

/// A known score, from the input.
#[derive(Clone, Copy, PartialEq, Serialize)]
#[serde(untagged)]
pub(super) enum KnownScore {
    /// As the literature of the game gives it.
    Points(i32),
    /// A share of a win, in a game of chance, as it was rounded.
    Share(f64),
}

impl KnownScore {
    /// Reads a score.
    pub(super) fn parse(text: &str, has_chance: bool) -> Option<Self> {
        if has_chance {
            let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
            return share.map(Self::Share);
        }
        text.parse().ok().map(Self::Points)
    }
}

impl Display for KnownScore {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Points(points) => points.fmt(f),
            Self::Share(share) => share.fmt(f),
        }
    }
}

impl SolvedLine {
    /// Whether the score, the share or the winner is known.
    pub(super) fn is_decided(&self) -> bool {
        self.score.is_some() || self.share.is_some() || self.first_wins.is_some()
    }

    /// Compares the result with the known score: the score if there is one, otherwise the winner.
    /// If only the winner was asked for, the sign of the known score counts.
    pub(super) fn compare(&mut self, mover: Option<Player>, winner_only: bool) {
        let expected = match self.expected {
            Some(KnownScore::Share(known)) => {
                self.is_wrong = self.share.map(|Share { low, high, .. }| {
                    known < low - SAME_SHARE || known > high + SAME_SHARE
                });
                return;
            }
            Some(KnownScore::Points(score)) if winner_only => Some(score.signum()),
            Some(KnownScore::Points(score)) => Some(score),
            None => None,
        };
        self.is_wrong = match (expected, self.score, self.first_wins) {
            (Some(expected), Some(score), _) => Some(expected != score),
            (Some(expected), None, Some(first_wins)) => {
                let first = if mover == Some(Player::First) { expected } else { -expected };
                Some(first_wins != (first > 0))
            }
            _ => None,
        };
    }

    /// What to print about a score that differs from the known one.
    fn verdict(&self) -> String {
        match (self.expected, self.is_wrong) {
            (Some(expected), Some(true)) => {
                let share = self.share.map(|share| format!("its value is {}, ", share.value));
                let score = self.score.map(|score| format!("its score is {score}, ")).or(share);
                format!(" WRONG: {}it was said to be {expected}", score.unwrap_or_default())
            }
            _ => String::new(),
        }
    }

    /// The text for people.
    pub(super) fn text(&self, has_draws: bool) -> String {
        let Self { place, score, share, plies, best, nodes, micros, scores, error, .. } = self;
        if let Some(error) = error {
            let colon = if place.is_empty() { "" } else { ": " };
            return format!("{}{colon}{}\n", excerpt(place, 1000), printable(error));
        }
        let place = if place.is_empty() { "start" } else { place };
        if let Some(table) = &self.table {
            return self.text_of_proof(place, table, has_draws);
        }
        let score = match (score, share) {
            (Some(score), _) => score.to_string(),
            (None, Some(share)) => format!("{:.12}", share.value),
            (None, None) => return format!("{place} open: interrupted\n"),
        };
        // The beginning has the form of an input line.
        let colon = if place.contains(char::is_whitespace) { " :" } else { "" };
        let mut text = format!("{place}{colon} {score}");
        if let Some(plies) = plies {
            let _ = write!(text, " plies {plies}");
        }
        if let Some(best) = best {
            let _ = write!(text, " best {best}");
        }
        let _ = write!(text, " nodes {nodes} ms {:.3}", micros / 1000.0);
        for (name, score) in scores.iter().flatten() {
            let _ = write!(text, " {name}:{score}");
        }
        for (name, value) in self.values.iter().flatten() {
            let _ = write!(text, " {name}:{value:.12}");
        }
        let _ = writeln!(text, "{}", self.verdict());
        text
    }

    /// The text for people about a long proof.
    fn text_of_proof(&self, place: &str, table: &[MoveStanding], has_draws: bool) -> String {
        let mut text = format!("{place}: {}", winner(self.first_wins, has_draws));
        if self.interrupted {
            text.push_str(", interrupted");
        }
        if let Some(best) = &self.best {
            let _ = write!(text, ", best {best}");
        }
        let _ = write!(text, ", nodes {} ms {:.3}", self.nodes, self.micros / 1000.0);
        let _ = writeln!(text, "{}", self.verdict());
        for row in table {
            let MoveStanding { replies, refuted, standing, .. } = row;
            let _ = write!(text, "  {} {}", row.text, winner(row.first_wins, has_draws));
            // A move that was decided as a whole has no replies in the table.
            if *refuted > 0 || !standing.is_empty() {
                let _ = write!(text, ": {refuted} of {replies} replies refuted");
            }
            if !standing.is_empty() {
                let _ = write!(text, ", not {}", standing.join(" "));
            }
            text.push('\n');
        }
        text
    }
}

/// The moves of which something is known. Decided moves come first, then those with the most
/// refuted replies.
pub(super) fn table(mut moves: Vec<MoveStanding>) -> Vec<MoveStanding> {
    moves.retain(|known| {
        known.first_wins.is_some() || known.refuted > 0 || !known.standing.is_empty()
    });
    moves.sort_by_key(|known| (known.first_wins.is_none(), std::cmp::Reverse(known.refuted)));
    moves
}

/// Who wins, in words.
pub(super) fn winner(first_wins: Option<bool>, has_draws: bool) -> &'static str {
    match (first_wins, has_draws) {
        (Some(true), _) => "the first player wins",
        (Some(false), true) => "the first player does not win",
        (Some(false), false) => "the second player wins",
        (None, _) => "open",
    }
}
