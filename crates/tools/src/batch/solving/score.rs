//! A known score, to compare a result with.

use std::fmt::{Display, Formatter};

use serde::Serialize;

use sarsen_core::game::Player;
use sarsen_engine::knowledge::{Share, SolveResult};

/// Shares of a win that differ by no more than this are the same. Known ones are rounded.
const SAME_SHARE: f64 = 1e-9;

/// A known score, from the input.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[serde(untagged)]
pub enum KnownScore {
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

    /// Whether a result differs from it: the score if there is one, otherwise the winner. If only
    /// the winner was asked for, the sign of the known score counts. None if they cannot be
    /// compared.
    pub(super) fn differs(
        self,
        result: &SolveResult,
        mover: Option<Player>,
        winner_only: bool,
    ) -> Option<bool> {
        match (self, result) {
            (Self::Share(known), SolveResult::Share(found)) => {
                let Share { low, high, .. } = found.share;
                Some(known < low - SAME_SHARE || known > high + SAME_SHARE)
            }
            (Self::Points(known), SolveResult::Value(found)) => {
                Some(found.score != if winner_only { known.signum() } else { known })
            }
            (Self::Points(known), SolveResult::Proof(found)) => match found.score {
                Some(score) => Some(score != known),
                None => {
                    let first = if mover == Some(Player::First) { known } else { -known };
                    found.proven.first_wins.map(|first_wins| first_wins != (first > 0))
                }
            },
            _ => None,
        }
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
