//! The evaluation of the chapter that came with the game, with its printed fault.

use super::board::Board;
use super::geometry::Geometry;
use super::patterns::Patterns;
use super::word::BoardWord;
use sarsen_core::game::value::Value;
use sarsen_core::game::{Evaluator, Player};

/// The chapter's evaluation as printed: a window with stones of only one player counts 2, 10 or 50
/// for one, two or three stones. Four stones are worth 10,000.
///
/// It has a fault, which stays: three of its six passes over the board take their ranges in the
/// order (row, column) instead of (column, row). On 7x6 they never see the horizontal windows of
/// the top two rows, not even as wins, and count rising diagonals that start in the second or third
/// column twice. Boards of other sizes use the same ranges.
pub struct Chapter<W> {
    patterns: Patterns<W>,
    seen: [W; 4],
    seen_twice: W,
}

impl<W: BoardWord> Chapter<W> {
    const VALUES: [Value; 3] = [2, 10, 50];
    const WIN: Value = 10_000;

    /// For boards of this shape.
    #[must_use]
    pub fn new(geometry: &Geometry<W>) -> Self {
        let patterns = Patterns::new(geometry);
        let (width, height) = (geometry.width(), geometry.height());
        // The fault swaps the ranges: columns get the range of rows, and rows that of columns.
        let swapped = |first_column: u8, columns_to: u8, rows_to: u8| {
            let mut starts = W::ZERO;
            for column in first_column..=columns_to.min(width - 1) {
                for row in 0..=rows_to.min(height - 1) {
                    starts |= geometry.bit(column, row);
                }
            }
            starts
        };
        let mut seen = patterns.starts;
        seen[1] = seen[1] & swapped(0, height - 1, width - 4);
        let seen_twice = patterns.starts[2] & swapped(1, height - 4, width - 4);
        Self { patterns, seen, seen_twice }
    }
}

impl<W: BoardWord> Evaluator<Board<W>> for Chapter<W> {
    fn evaluate(&self, board: &Board<W>, player: Player) -> Value {
        let mut sum = 0;
        for direction in 0..4 {
            for side in [player, player.other()] {
                let (own, other) = (board.stones[side.index()], board.stones[side.other().index()]);
                let windows = self.patterns.count(direction, own, other);
                let sign = if side == player { 1 } else { -1 };
                if !(windows.fours & self.seen[direction]).is_zero() {
                    return sign * Self::WIN;
                }
                for (marks, value) in
                    [windows.ones, windows.twos, windows.threes].into_iter().zip(Self::VALUES)
                {
                    let mut times = (marks & self.seen[direction]).count_ones();
                    if direction == 2 {
                        times += (marks & self.seen_twice).count_ones();
                    }
                    sum += sign * value * times as Value;
                }
            }
        }
        sum
    }

    fn scale(&self) -> Value {
        190
    }

    /// The fault treats left and right differently.
    fn is_symmetric(&self) -> bool {
        false
    }
}
