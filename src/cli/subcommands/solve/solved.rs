//! The result for a position, as text for people and as JSON.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::Serialize;

use crate::game::{Player, excerpt, printable};
use crate::proofs::{MoveStanding, Proof};

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
    /// The plies to the end of the game, if endgame tables know them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) plies: Option<u32>,
    /// The known score, from the input.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) expected: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) best: Option<String>,
    pub(super) nodes: u64,
    pub(super) micros: f64,
    /// The score of each move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) scores: Option<BTreeMap<String, i32>>,
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

impl SolvedLine {
    /// Whether the score or the winner is known.
    pub(super) fn is_decided(&self) -> bool {
        self.score.is_some() || self.first_wins.is_some()
    }

    /// Compares the result with the known score: the score if there is one, otherwise the winner.
    /// If only the winner was asked for, the sign of the known score counts.
    pub(super) fn compare(&mut self, mover: Option<Player>, winner_only: bool) {
        let expected = self.expected.map(|score| if winner_only { score.signum() } else { score });
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
                let score = self.score.map(|score| format!("its score is {score}, "));
                format!(" WRONG: {}it was said to be {expected}", score.unwrap_or_default())
            }
            _ => String::new(),
        }
    }

    /// The text for people.
    pub(super) fn text(&self, has_draws: bool) -> String {
        let Self { place, score, plies, best, nodes, micros, scores, error, .. } = self;
        if let Some(error) = error {
            let colon = if place.is_empty() { "" } else { ": " };
            return format!("{}{colon}{}\n", excerpt(place, 1000), printable(error));
        }
        let place = if place.is_empty() { "start" } else { place };
        if let Some(table) = &self.table {
            return self.text_of_proof(place, table, has_draws);
        }
        let Some(score) = score else { return format!("{place} open: interrupted\n") };
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
