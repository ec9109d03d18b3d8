//! What solving a position has found out.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use serde::Serialize;

use crate::proofs::{MoveStanding, Proven};
use sarsen_core::game::value::Value;
use sarsen_core::search::Source;

/// What solving a position has come to.
#[derive(Clone, PartialEq, Debug)]
pub struct SolveAnswer {
    /// What is known now.
    pub result: SolveResult,
    /// The number of positions visited.
    pub nodes: u64,
    /// Whether all was found that was asked for.
    pub complete: bool,
    /// Whether the caller ended the work before that. If it is neither complete nor interrupted,
    /// its limits ended it, or the game may go on for longer than a search goes.
    pub interrupted: bool,
}

/// What is known of a position, as far as its game can tell.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum SolveResult {
    /// Not the value: the work ended before that.
    Open(SolvedOpen),
    /// The value.
    Value(SolvedValue),
    /// What the position is worth, in a game of chance.
    Share(SolvedShare),
    /// What a long proof knows: perhaps who wins, and something of each move.
    Proof(SolvedProof),
}

/// What is certain of a position whose value is not known. A result is 1 for a win of the player to
/// move, 0 for a draw and -1 for a loss.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct SolvedOpen {
    /// The result is at least this.
    pub least: i32,
    /// The result is at most this. If it is `least`, how soon or by how much somebody wins is open.
    pub most: i32,
    /// A move that keeps the least result, if one is known and that is better than a loss.
    pub best: Option<String>,
    /// The depth that a search to the end has reached, in plies. 0 if there was none.
    pub depth: u32,
}

impl SolvedOpen {
    /// Nothing is certain.
    pub const NOTHING: Self = Self { least: -1, most: 1, best: None, depth: 0 };

    /// What a value between two others means.
    pub(super) fn between(least: Value, most: Value, best: Option<String>) -> Self {
        let (least, most) = (least.signum(), most.signum());
        Self { least, most, best: best.filter(|_| least >= 0), depth: 0 }
    }

    /// What is certain if both are.
    pub(super) fn and(self, other: Self) -> Self {
        let best = if other.least > self.least { other.best } else { self.best };
        Self {
            least: self.least.max(other.least),
            most: self.most.min(other.most),
            best,
            depth: self.depth.max(other.depth),
        }
    }
}

/// The result of a long proof.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct SolvedProof {
    /// The value as a score of the game's literature, if it is known.
    pub score: Option<i32>,
    /// What is known.
    pub proven: Proven,
}

impl SolvedProof {
    /// The moves of which something is known. Decided moves come first, then those with the most
    /// refuted replies.
    #[must_use]
    pub fn moves(&self) -> Vec<&MoveStanding> {
        let is_known = |row: &&MoveStanding| {
            row.first_wins.is_some() || row.refuted > 0 || !row.standing.is_empty()
        };
        let mut moves: Vec<_> = self.proven.moves.iter().filter(is_known).collect();
        moves.sort_by_key(|row| (row.first_wins.is_none(), Reverse(row.refuted)));
        moves
    }
}

/// The value of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct SolvedValue {
    /// The value for the player to move.
    pub value: Value,
    /// What knows it.
    pub source: Source,
    /// The value as a score of the game's literature. If only the winner was asked for: 1, 0 or -1.
    pub score: i32,
    /// The plies to the end of the game, if endgame tables or a search to the end know them.
    pub plies: Option<u32>,
    /// A move that keeps the value, if one is known.
    pub best: Option<String>,
    /// The score of each move, if that was asked for. Moves are missing if the answer is not
    /// complete.
    pub moves: Option<BTreeMap<String, i32>>,
}

/// What a position is worth in a game of chance, for the player whose turn it is.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct SolvedShare {
    /// The share.
    pub share: Share,
    /// A move that keeps it. None where chance acts.
    pub best: Option<String>,
    /// What each move or outcome is worth to the same player, if that was asked for. Some are
    /// missing if the answer is not complete.
    pub moves: Option<BTreeMap<String, f64>>,
}

/// A share of a win, from 0 to 1, and the bounds between which it surely is.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Share {
    /// The share.
    pub value: f64,
    /// It is at least this.
    pub low: f64,
    /// It is at most this.
    pub high: f64,
}

impl Share {
    /// The share between two bounds.
    #[must_use]
    pub fn between(low: f64, high: f64) -> Self {
        Self { value: low.midpoint(high), low, high }
    }
}
