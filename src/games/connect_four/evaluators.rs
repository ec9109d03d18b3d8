//! Three opinions of a Connect Four position: the chapter's, the companion article's, and ours.

use super::board::{Board, Drop};
use super::geometry::Geometry;
use super::patterns::Patterns;
use super::word::Word;
use crate::game::{Evaluator, Player};
use crate::value::Value;

/// The chapter's evaluation as printed: windows with stones of one player count 2, 10 and 50 for one to
/// three stones, four are worth 10,000.
///
/// It has a fault that is kept: of its six passes over the board three take their ranges in the order
/// (row, column) where (column, row) is meant. On 7x6 the horizontal windows of the top two rows are
/// never seen, not even as wins, and the rising diagonals that start in the second and third column
/// count twice. On other sizes the same ranges are taken.
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
        // Where the fault swaps them, columns run over the range meant for rows and the other way round.
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

    /// The fault does not treat left and right alike.
    fn is_symmetric(&self) -> bool {
        false
    }
}

/// The companion article's evaluation: of all windows with stones of one player only, those with two
/// count 1 and those with three 10; four are worth 100,000.
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
}

/// The engine's own evaluation: open windows, and above all threats, the empty cells that would
/// complete four. When the board fills up, the players tend to get the cells of odd and of even rows
/// (V. Allis, "A Knowledge-based Approach of Connect-Four", 1988), so threats in the right rows count
/// most, lower ones more.
pub struct Threats<W> {
    patterns: Patterns<W>,
    cells: W,
    /// For each player the rows in which his threats decide the endgame.
    good_rows: [W; 2],
    low_rows: W,
    /// For each bit how many windows pass through the cell.
    windows_through: Vec<i32>,
}

/// Weights of [`Threats`], in points: fitted to the results of games, then settled in matches.
mod weight {
    use crate::value::Value;

    pub const ONE: Value = 2;
    pub const TWO: Value = 3;
    /// Two in a level window of a good row, in addition.
    pub const GOOD_TWO: Value = 6;
    pub const THREAT: Value = 8;
    /// In addition.
    pub const GOOD_THREAT: Value = 12;
    /// In the lower half, in addition to that.
    pub const LOW_GOOD_THREAT: Value = 20;
    pub const TURN: Value = 9;
    /// Ordering: a win at once, or the only cell that prevents one; more than the search's own memory
    /// of good moves.
    pub const FORCED: i32 = 1 << 21;
    /// Ordering: each new threat.
    pub const NEW_THREAT: i32 = 4000;
    /// Ordering: each window through the cell.
    pub const CELL: i32 = 4;
}

impl<W: Word> Threats<W> {
    /// For boards of this shape.
    #[must_use]
    pub fn new(geometry: &Geometry<W>) -> Self {
        let patterns = Patterns::new(geometry);
        let mut good_rows = [W::ZERO; 2];
        let mut low_rows = W::ZERO;
        let mut windows_through = vec![0; W::BITS as usize];
        // When all other columns are full, the first player has to begin the last one if they have an
        // even number of cells; he then gets its first, third and fifth cell, otherwise the second does.
        let odd_rest = (geometry.width() - 1) % 2 * (geometry.height() % 2);
        for column in 0..geometry.width() {
            for row in 0..geometry.height() {
                let bit = geometry.bit(column, row);
                good_rows[usize::from((row + odd_rest) % 2)] |= bit;
                if row < geometry.height().div_ceil(2) {
                    low_rows |= bit;
                }
                let through = (0..4).map(|direction| {
                    let step = patterns.steps[direction];
                    let covers = |i: u32| {
                        let at = bit.trailing_zeros();
                        at >= i * step
                            && !(patterns.starts[direction] >> (at - i * step) & W::ONE).is_zero()
                    };
                    (0..4).filter(|&i| covers(i)).count() as i32
                });
                windows_through[bit.trailing_zeros() as usize] = through.sum();
            }
        }
        Self { patterns, cells: geometry.cells, good_rows, low_rows, windows_through }
    }

    /// The cells where each player would complete four.
    #[inline]
    fn threats(&self, board: &Board<W>) -> [W; 2] {
        let empty = self.cells & !board.occupied();
        board.stones.map(|stones| board.geometry.completing(stones) & empty)
    }

    /// What the open windows and the threats of a player are worth.
    fn side(&self, board: &Board<W>, player: Player, own_threats: W, other_threats: W) -> Value {
        let (own, other) = (board.stones[player.index()], board.stones[player.other().index()]);
        let good_rows = self.good_rows[player.index()];
        let mut sum = 0;
        // Upright windows are easily stopped.
        for direction in 1..4 {
            let windows = self.patterns.count(direction, own, other);
            sum += weight::ONE * windows.ones.count_ones() as Value;
            sum += weight::TWO * windows.twos.count_ones() as Value;
            if direction == 1 {
                sum += weight::GOOD_TWO * (windows.twos & good_rows).count_ones() as Value;
            }
        }
        // A threat right above one of the opponent's is never reached.
        let threats = own_threats & !(other_threats << 1);
        let good = threats & good_rows;
        sum += weight::THREAT * threats.count_ones() as Value;
        sum += weight::GOOD_THREAT * good.count_ones() as Value;
        sum + weight::LOW_GOOD_THREAT * (good & self.low_rows).count_ones() as Value
    }
}

impl<W: Word> Evaluator<Board<W>> for Threats<W> {
    fn evaluate(&self, board: &Board<W>, player: Player) -> Value {
        let threats = self.threats(board);
        let [own, other] = [threats[player.index()], threats[player.other().index()]];
        let turn = if board.to_move() == player { weight::TURN } else { -weight::TURN };
        self.side(board, player, own, other) - self.side(board, player.other(), other, own) + turn
    }

    fn order(&self, board: &Board<W>, moves: &[Drop], scores: &mut [i32]) {
        let (me, other) = (board.to_move().index(), board.to_move().other().index());
        let threats = self.threats(board);
        let playable = board.playable();
        let (wins, blocks) = (threats[me] & playable, threats[other] & playable);
        let forced = if wins.is_zero() { blocks } else { wins };
        let old = threats[me] | board.occupied();
        for (m, score) in moves.iter().zip(scores) {
            let bit = W::ONE << u32::from(m.0);
            if forced.is_zero() {
                let new = board.geometry.completing(board.stones[me] | bit) & !(old | bit);
                *score += weight::NEW_THREAT * new.count_ones() as i32;
                *score += weight::CELL * self.windows_through[usize::from(m.0)];
            } else if !(forced & bit).is_zero() {
                *score += weight::FORCED;
            }
        }
    }
}
