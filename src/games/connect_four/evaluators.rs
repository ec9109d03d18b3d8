//! Two opinions of a Connect Four position that the game came with: the chapter's and the companion
//! article's.

use super::board::Board;
use super::geometry::Geometry;
use super::patterns::Patterns;
use super::word::Word;
use crate::game::value::Value;
use crate::game::{Evaluator, Player};

/// The chapter's evaluation as printed: windows with stones of one player count 2, 10 and 50 for
/// one to three stones, four are worth 10,000.
///
/// It has a fault that is kept: of its six passes over the board three take their ranges in the
/// order (row, column) where (column, row) is meant. On 7x6 the horizontal windows of the top two
/// rows are never seen, not even as wins, and the rising diagonals that start in the second and
/// third column count twice. On other sizes the same ranges are taken.
pub struct Chapter<W> {
    patterns: Patterns<W>,
    seen: [W; 4],
    seen_twice: W,
}

impl<W: Word> Chapter<W> {
    const VALUES: [Value; 3] = [2, 10, 50];
    const WIN: Value = 10_000;

    /// For boards of this shape.
    #[must_use]
    pub fn new(geometry: &Geometry<W>) -> Self {
        let patterns = Patterns::new(geometry);
        let (width, height) = (geometry.width(), geometry.height());
        // Where the fault swaps them, columns run over the range meant for rows and the other way
        // round.
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

impl<W: Word> Evaluator<Board<W>> for Chapter<W> {
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

    /// The fault does not treat left and right alike.
    fn is_symmetric(&self) -> bool {
        false
    }
}

/// The companion article's evaluation: of all windows with stones of one player only, those with
/// two count 1 and those with three 10; four are worth 100,000.
pub struct Windows<W> {
    patterns: Patterns<W>,
}

impl<W: Word> Windows<W> {
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

impl<W: Word> Evaluator<Board<W>> for Windows<W> {
    fn evaluate(&self, board: &Board<W>, player: Player) -> Value {
        let (own, other) = (board.stones[player.index()], board.stones[player.other().index()]);
        (self.side(own, other) - self.side(other, own)).clamp(-Self::WIN, Self::WIN)
    }

    fn scale(&self) -> Value {
        23
    }
}
