//! Judgements of a position: an evaluator's opinion, and an oracle's certain knowledge.

use std::ops::Range;
use std::sync::Arc;

use super::endgames::{EndgameError, EndgameMaker, EndgameSet};
use super::{Forecasts, Levels, Numbering, Player, Position, SparseWeights, WeightsError};
use crate::game::value::Value;

/// An opinion about positions: the EVAL of the book chapter. A function that takes a position and a
/// player is an evaluator.
///
/// The engine uses evaluators as trait objects, so that two of them can play each other in one
/// process.
pub trait Evaluator<P: Position>: Send + Sync {
    /// How good an unfinished position is for `player`, in points of the evaluator's own scale.
    ///
    /// `evaluate(p, First) == -evaluate(p, Second)`. In a game of chance, the scale must be that of
    /// the expectation: [`EVAL_MAX`](crate::game::value::EVAL_MAX) for a certain win, 0 for even
    /// odds. The engine asks it where chance is to act, too.
    fn evaluate(&self, position: &P, player: Player) -> Value;

    /// Makes ready what takes long, if anything does. The engine asks for it before any clock runs:
    /// when a game begins, and when the evaluator is chosen. It may ask again.
    fn prepare(&self) {}

    /// The number of points that multiply the odds of winning by e (2.7). At least 1. With it,
    /// `play` says in words what a value means. `sarsen tune` finds it.
    fn scale(&self) -> Value {
        100
    }

    /// What people count instead of points, in the plural, and how many points one of it is worth:
    /// `(100, "discs")`. With it, `play` tells opinions.
    fn unit(&self) -> Option<(Value, &'static str)> {
        None
    }

    /// The skills that make the strengths of an engine with this evaluator an even scale. The
    /// option `Strength` has them.
    fn levels(&self) -> Levels {
        Levels::EVEN
    }

    /// A hint for move ordering: adds to `scores[i]` what speaks for an early try of `moves[i]`. On
    /// the same scale, the search's history of good moves lies between -16,384 and 16,384, and
    /// killer moves count half a million and more.
    fn order(&self, _position: &P, _moves: &[P::Move], _scores: &mut [i32]) {}

    /// Whether the position is quiet enough for an evaluation. If not, the search goes on below
    /// depth 0 with all moves.
    fn is_stable(&self, _position: &P) -> bool {
        true
    }

    /// Whether symmetric positions always get the same value. If not, the search keeps them apart.
    fn is_symmetric(&self) -> bool {
        true
    }

    /// Whether it finds all positions even, because it has nothing to judge by. Then `play` and
    /// `eval` do not tell its value as an opinion.
    fn is_blind(&self) -> bool {
        false
    }

    /// The evaluator as a sum of very many weights, if it is one. Then `sarsen tune` can fit them,
    /// and the option `Weights` changes them.
    fn sparse(&self) -> Option<&dyn SparseModel<P>> {
        None
    }

    /// How well a shallow search with this evaluator predicts a deep one, in games that go on from
    /// here. `sarsen tune prob-cut` finds it. With it, the search spares nodes (Multi-ProbCut; see
    /// [`Selectivity`](super::Selectivity)).
    fn forecasts(&self, _from: &P) -> Option<&Forecasts> {
        None
    }
}

/// A function of a position and a player is an evaluator.
impl<P, F> Evaluator<P> for F
where
    P: Position,
    F: Fn(&P, Player) -> Value + Send + Sync,
{
    fn evaluate(&self, position: &P, player: Player) -> Value {
        self(position, player)
    }
}

/// A kind of weights: all patterns of one shape, for example.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SparseKind {
    /// Its name: one word.
    pub name: String,
    /// The indices of its weights.
    pub weights: Vec<Range<usize>>,
}

/// An evaluator that is a sum of weights, of which only a few count in each position: one for each
/// pattern on the board, for example. `sarsen tune` fits many thousands of such weights.
/// `examples/four_lines.rs` is a game with such an evaluator.
///
/// # Laws
///
/// - The value of a position for the player to act is the sum of its [active](Self::active)
///   weights, up to rounding, in units of a [`unit`](Self::unit)th of a point of score.
/// - Every index is less than the number of weights.
pub trait SparseModel<P: Position>: Send + Sync {
    /// The weights in use.
    fn weights(&self) -> &SparseWeights;

    /// How much a weight is worth: this many units are one point of the game's
    /// [score](crate::game::Game::literature_score).
    fn unit(&self) -> f64;

    /// The kinds of weights, so that `sarsen tune` can leave some of them as they are. A weight may
    /// be of no kind.
    fn kinds(&self) -> Vec<SparseKind>;

    /// Appends the indices of the weights that count in an unfinished position. A weight that
    /// counts twice is there twice.
    fn active(&self, position: &P, out: &mut Vec<u32>);

    /// The same evaluator with other weights.
    ///
    /// # Errors
    ///
    /// If these weights are not for this evaluator.
    fn with(&self, weights: &SparseWeights) -> Result<Box<dyn Evaluator<P>>, WeightsError>;
}

/// How a known value relates to the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Bound {
    /// The true value is this or less.
    Upper = 1,
    /// The true value is this or more.
    Lower = 2,
    /// This is the true value.
    Exact = 3,
}

impl Bound {
    /// The same bound seen by the other player, for whom the value is the negative.
    #[inline]
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::Upper => Self::Lower,
            Self::Lower => Self::Upper,
            Self::Exact => Self::Exact,
        }
    }
}

/// A value of a position that is known for certain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Known {
    /// The value for the player whose turn it is. Distances count from this position (see
    /// [`value`](crate::game::value)).
    pub value: Value,
    /// How it relates to the true value.
    pub bound: Bound,
}

impl Known {
    /// Certainty of exactly this value.
    #[must_use]
    pub const fn exact(value: Value) -> Self {
        Self { value, bound: Bound::Exact }
    }
}

/// What is certain at a glance: a win-now rule, an endgame table. The search asks the oracle at
/// every node, so it must answer in a short, constant time.
///
/// If positions can come again, it speaks of the position as if it had just been set up. The search
/// believes a win only if the [path](super::Path) that has led there cannot spoil it.
pub trait Oracle<P: Position>: Send + Sync {
    /// What is known of an unfinished position, in which a player or chance acts. None if nothing
    /// is known.
    fn probe(&self, position: &P) -> Option<Known>;

    /// Makes ready what takes long, if anything does. The engine asks for it before any clock runs.
    /// It may ask again.
    fn prepare(&self) {}

    /// A dense numbering of the positions near the start, for books that have all of them. Such a
    /// book keeps no value that the oracle knows.
    fn numbering(&self, _start: &P) -> Option<Arc<dyn Numbering<P>>> {
        None
    }

    /// How its endgame tables are made, if it has any.
    fn endgames(&self) -> Option<&dyn EndgameMaker> {
        None
    }

    /// The same oracle with more endgame tables. Parts that it does not know are left out.
    ///
    /// # Errors
    ///
    /// If it has no endgame tables, or a part is not what its name says.
    fn with_endgames(&self, _set: &EndgameSet) -> Result<Box<dyn Oracle<P>>, EndgameError> {
        Err(EndgameError::None("this game".to_owned()))
    }
}
