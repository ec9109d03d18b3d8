//! The evaluation of the companion article.

use super::board::Board;
use super::geometry::Geometry;
use super::patterns::Patterns;
use super::word::BoardWord;
use sarsen_core::game::value::Value;
use sarsen_core::game::{Evaluator, Player};

/// The companion article's evaluation. It counts windows with stones of only one player: 1 for two
/// stones, 10 for three. Four stones are worth 100,000.
pub struct Windows<W> {
    patterns: Patterns<W>,
}

impl<W: BoardWord> Windows<W> {
    const TWO: Value = 1;
    const THREE: Value = 10;
    const WIN: Value = 100_000;

    /// For boards of this shape.
    #[must_use]
    pub fn new(geometry: &Geometry<W>) -> Self {
        Self { patterns: Patterns::new(geometry) }
    }

    fn side(&self, own: W, other: W) -> Value {
        let mut sum = 0;
        for direction in 0..4 {
            let windows = self.patterns.count(direction, own, other);
            if !windows.fours.is_zero() {
                return Self::WIN;
            }
            sum += Self::TWO * windows.twos.count_ones() as Value;
            sum += Self::THREE * windows.threes.count_ones() as Value;
        }
        sum
    }
}

impl<W: BoardWord> Evaluator<Board<W>> for Windows<W> {
    fn evaluate(&self, board: &Board<W>, player: Player) -> Value {
        let (own, other) = (board.stones[player.index()], board.stones[player.other().index()]);
        (self.side(own, other) - self.side(other, own)).clamp(-Self::WIN, Self::WIN)
    }

    fn scale(&self) -> Value {
        23
    }
}
