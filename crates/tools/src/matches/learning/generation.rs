//! A generation: what was learnt in one round of games, and how strong it made the engine.

use serde::{Deserialize, Serialize};

use crate::matches::contest::Standing;
use crate::matches::contest::statistics::elo_of;

/// A difference in Elo and its error (95 %).
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Gain {
    /// The difference.
    pub elo: f64,
    /// Half the width of the interval that contains the true one in 95 % of all cases.
    pub error: f64,
}

impl Gain {
    /// What a match shows. If one side has won everything, it counts as if one game more had been
    /// drawn.
    pub(super) fn of(standing: &Standing) -> Self {
        let games = standing.games() as f64;
        let score = (standing.points() + 0.5) / (games + 1.0);
        let pairs = games / 2.0;
        let variance = standing.pairs.variance().max(0.25 / (games + 1.0));
        let slope = 400.0 / std::f64::consts::LN_10 / (score * (1.0 - score));
        Self { elo: elo_of(score), error: 1.96 * (variance / pairs).sqrt() * slope }
    }

    /// This difference and another one after it.
    pub(super) fn and(self, other: Self) -> Self {
        Self { elo: self.elo + other.elo, error: self.error.hypot(other.error) }
    }
}

/// A generation.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Generation {
    /// Its number, from 1.
    pub number: u32,
    /// The games played for it and all before.
    pub games: usize,
    /// The positions that the model was fitted to.
    pub positions: usize,
    /// The mean surprise at the results of positions kept out, in nats.
    pub error: f64,
    /// The same for one who knows only how the results are on average.
    pub blind: f64,
    /// The part of decided positions kept out whose winner the sign of the value names.
    pub named: f64,
    /// Whether more was learnt than chance explains.
    pub is_learnt: bool,
    /// What the match against the old weights shows. None if there was none.
    pub gain: Option<Gain>,
    /// Whether the new weights were kept.
    pub is_kept: bool,
    /// What all weights that were kept have gained over those that know nothing.
    pub total: Gain,
    /// The seconds that it took.
    pub seconds: f64,
}
