//! The evaluator by patterns: what is on sides, lines, diagonals and corners, looked up in tables.

mod counts;
mod layout;
mod shapes;

use std::ops::Range;
use std::sync::{Arc, LazyLock};

use super::mobility;
use super::position::OthelloPosition;
use super::squares::Square;
use counts::Counted;
use layout::{PatternLayout, STAGES, STATES, entry, layout, stage};
use sarsen_core::game::value::Value;
use sarsen_core::game::{
    Evaluator, Forecasts, Levels, Player, SparseKind, SparseModel, SparseWeights, WeightsError,
};
use shapes::each_state;

/// This many units of weight are worth a disc.
const UNIT: Value = 32;

/// This many points are worth a disc.
const DISC: Value = 100;

/// The greatest difference of discs.
const MOST: Value = 64;

/// The file with the weights that come with the game.
const BUILT_IN: &[u8] = include_bytes!("patterns/built_in.weights");

/// Fitted to searches with the weights that come with the game. The file says how.
static FORECASTS: LazyLock<Forecasts> = LazyLock::new(|| {
    Forecasts::parse(include_str!("patterns/built_in.forecasts.toml")).expect("a test reads it")
});

/// A sum of weights for the contents of sides, lines, diagonals and corners of the board, and for
/// some counts: moves, empty squares next to discs, and parity. It is the expected difference of
/// discs at the end, in hundredths of a disc (M. Buro, "Experiments with Multi-ProbCut and a new
/// high-quality evaluation function for Othello", 1997).
///
/// There are weights for ten stages of the game. `sarsen tune` fitted them to games whose endings
/// were solved. It is for the usual board only.
#[derive(Clone)]
pub struct Patterns {
    weights: Arc<SparseWeights>,
    /// For each stage and entry, the weight.
    table: Arc<[i16]>,
}

impl Patterns {
    /// With the weights that come with the game.
    ///
    /// # Panics
    ///
    /// Never: a test reads these weights.
    #[must_use]
    pub fn new() -> Self {
        static SHIPPED: LazyLock<Patterns> = LazyLock::new(|| {
            let weights = SparseWeights::from_bytes(BUILT_IN);
            let patterns = weights.and_then(|weights| Patterns::with_weights(&weights));
            patterns.expect("the built-in weights are tested")
        });
        SHIPPED.clone()
    }

    /// With other weights.
    ///
    /// # Errors
    ///
    /// If they are not for this evaluator.
    pub fn with_weights(weights: &SparseWeights) -> Result<Self, WeightsError> {
        weights.check_layout(&Self::no_weights())?;
        let mut table = Vec::with_capacity(STAGES * STATES);
        for stage in weights.values().chunks_exact(layout().count) {
            table.extend(layout().weights.iter().map(|&at| stage[at as usize]));
        }
        Ok(Self { weights: Arc::new(weights.clone()), table: table.into() })
    }

    /// Weights of 0.
    #[must_use]
    pub fn no_weights() -> SparseWeights {
        SparseWeights::new(&layout().text, vec![0; STAGES * layout().count])
    }

    /// The value for the player to act, who has the discs `own` and these moves. `replies` are the
    /// moves that the opponent would have.
    #[inline(always)]
    pub(super) fn value(&self, own: u64, other: u64, moves: u64, replies: u64) -> Value {
        let first = STATES * stage((own | other).count_ones());
        let table = &self.table[first..first + STATES];
        let mut sum = 0;
        let counted = Counted { own, other, moves, replies };
        each_entry(&counted, |entry| sum += Value::from(table[entry]));
        (sum * (DISC / 4) / (UNIT / 4)).clamp(-MOST * DISC, MOST * DISC)
    }
}

impl Default for Patterns {
    fn default() -> Self {
        Self::new()
    }
}

/// Calls `take` with each entry of a stage that counts in a position.
#[inline(always)]
fn each_entry(counted: &Counted, mut take: impl FnMut(usize)) {
    each_state(counted.own, counted.other, &mut take);
    counted.each(|count| take(entry(count)));
}

/// What is counted in a position, for the player to act.
#[inline(always)]
fn counted(position: &OthelloPosition) -> Counted {
    let player = position.turn;
    let (own, other) = (position.discs(player), position.discs(player.other()));
    Counted { own, other, moves: position.open, replies: position.open_to(player.other()) }
}

impl Evaluator<OthelloPosition> for Patterns {
    fn evaluate(&self, position: &OthelloPosition, player: Player) -> Value {
        let Counted { own, other, moves, replies } = counted(position);
        let value = self.value(own, other, moves, replies);
        if player == position.turn { value } else { -value }
    }

    fn scale(&self) -> Value {
        757
    }

    fn levels(&self) -> Levels {
        Levels([0, 90, 196, 275, 377, 481, 575, 666, 771, 874, 1000])
    }

    fn unit(&self) -> Option<(Value, &'static str)> {
        Some((DISC, "discs"))
    }

    fn forecasts(&self, _: &OthelloPosition) -> Option<&Forecasts> {
        Some(&FORECASTS)
    }

    fn order(&self, position: &OthelloPosition, moves: &[Square], scores: &mut [i32]) {
        mobility::order(position, moves, scores);
    }

    fn sparse(&self) -> Option<&dyn SparseModel<OthelloPosition>> {
        Some(self)
    }
}

impl SparseModel<OthelloPosition> for Patterns {
    fn weights(&self) -> &SparseWeights {
        &self.weights
    }

    fn unit(&self) -> f64 {
        UNIT.into()
    }

    fn kinds(&self) -> Vec<SparseKind> {
        let PatternLayout { kinds, count, .. } = layout();
        let kind = |(name, range): &(&str, Range<usize>)| {
            let of_stage = |stage| stage * count + range.start..stage * count + range.end;
            let weights = (0..STAGES).map(of_stage).collect();
            SparseKind { name: (*name).to_owned(), weights }
        };
        kinds.iter().map(kind).collect()
    }

    fn active(&self, position: &OthelloPosition, out: &mut Vec<u32>) {
        let PatternLayout { weights, count, .. } = layout();
        let first = count * stage((position.board & !position.empty()).count_ones());
        each_entry(&counted(position), |entry| out.push(first as u32 + weights[entry]));
    }

    fn with(
        &self,
        weights: &SparseWeights,
    ) -> Result<Box<dyn Evaluator<OthelloPosition>>, WeightsError> {
        Ok(Box::new(Self::with_weights(weights)?))
    }
}

#[cfg(test)]
mod tests;
