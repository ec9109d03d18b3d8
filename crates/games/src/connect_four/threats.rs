//! The engine's own evaluation of Connect Four: open windows, and above all threats.

use serde::Deserialize;

use super::board::{Board, Drop};
use super::geometry::Geometry;
use super::patterns::Patterns;
use super::word::BoardWord;
use sarsen_core::game::value::Value;
use sarsen_core::game::{Evaluator, Levels, Player, Weights, WeightsError};

/// The number of rows with their own weights.
const ROWS: u8 = 6;

/// The number of parts of the board. The weight `later` counts once for each part that is filled.
const STAGES: Value = 8;

/// The weights, as in their file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Points {
    one: Value,
    two: Value,
    level_two: Value,
    turn: Value,
    first_threat: [Value; ROWS as usize],
    second_threat: [Value; ROWS as usize],
    stacked: Value,
    above_own: [Value; 2],
    above_other: [Value; 2],
    pair: [Value; 2],
    later: [Value; 2],
    barred: [Value; 2],
    balance: [Value; 9],
    countered: [Value; 9],
}

/// Ordering: a win at once, or a cell that prevents the opponent's win. It counts more than the
/// moves that the search remembers as good.
const FORCED: i32 = 1 << 21;
/// Ordering: each new threat.
const NEW_THREAT: i32 = 4000;
/// Ordering: each window through the cell.
const CELL: i32 = 4;

/// The engine's own evaluation: open windows, and above all threats. A threat is an empty cell that
/// would complete four. As the board fills up, the first player tends to get the cells of odd rows
/// and the second player those of even rows (V. Allis, "A Knowledge-based Approach of
/// Connect-Four", 1988). So a threat decides its column if its owner gets the cells of its row,
/// unless a lower threat decides the column first.
///
/// The weights are in `threats.toml`. `sarsen tune` fitted them to the results of games.
pub struct Threats<W> {
    patterns: Patterns<W>,
    points: Points,
    cells: W,
    /// For each player, the rows in which that player's threats decide the endgame.
    good_rows: [W; 2],
    /// 1 if the first player gets the even rows and the second player the odd ones, else 0. Then
    /// each player has the weights of the other.
    swapped: usize,
    /// For each player and bit, the worth of a threat there.
    threat: [Vec<Value>; 2],
    /// For each bit, the cells below it in its column.
    below: Vec<W>,
    /// For each player and number of stones on the board, the points that a threat adds in a row of
    /// that player.
    later: [Vec<Value>; 2],
    /// The balance if there are no threats.
    even: Value,
    /// For each bit, the number of windows through the cell.
    windows_through: Vec<i32>,
}

impl<W: BoardWord> Threats<W> {
    /// For boards of this shape, with these weights.
    ///
    /// # Errors
    ///
    /// If the weights have other names than those of the game.
    pub fn with(geometry: &Geometry<W>, weights: &Weights) -> Result<Self, WeightsError> {
        let points: Points = weights.read()?;
        let patterns = Patterns::new(geometry);
        let mut good_rows = [W::ZERO; 2];
        let mut threat = [vec![0; W::BITS as usize], vec![0; W::BITS as usize]];
        let mut below = vec![W::ZERO; W::BITS as usize];
        let mut windows_through = vec![0; W::BITS as usize];
        // Say that all columns but the last one are full. If they have an even number of cells
        // together, the first player must begin the last column, and gets its first, third and
        // fifth cell. If the number is odd, the second player must.
        let swapped = usize::from((geometry.width() - 1) % 2 * (geometry.height() % 2));
        for column in 0..geometry.width() {
            let mut lower = W::ZERO;
            for row in 0..geometry.height() {
                let bit = geometry.bit(column, row);
                let at = bit.trailing_zeros() as usize;
                good_rows[usize::from(row % 2) ^ swapped] |= bit;
                let row = usize::from(if row < ROWS { row } else { ROWS - 2 + row % 2 });
                threat[swapped][at] = points.first_threat[row];
                threat[1 - swapped][at] = points.second_threat[row];
                below[at] = lower;
                lower |= bit;
                let through = (0..4).map(|direction| {
                    let step = patterns.steps[direction];
                    let covers = |i: u32| {
                        let at = bit.trailing_zeros();
                        at >= i * step
                            && !(patterns.starts[direction] >> (at - i * step) & W::ONE).is_zero()
                    };
                    (0..4).filter(|&i| covers(i)).count() as i32
                });
                windows_through[at] = through.sum();
            }
        }
        let size = geometry.size() as Value;
        let later = [0, 1].map(|player| {
            let points = points.later[player ^ swapped];
            (0..=size).map(|stones| points * stones * STAGES / size).collect()
        });
        let even = if swapped == 0 { points.balance[0] } else { -points.balance[0] };
        let cells = geometry.cells;
        Ok(Self {
            patterns,
            points,
            cells,
            good_rows,
            swapped,
            threat,
            below,
            later,
            even,
            windows_through,
        })
    }

    /// The empty cells where each player would complete four.
    #[inline]
    fn threats(&self, board: &Board<W>) -> [W; 2] {
        let empty = self.cells & !board.occupied();
        board.stones.map(|stones| board.geometry.completing(stones) & empty)
    }

    /// The worth of a player's open windows.
    #[inline]
    fn windows(&self, board: &Board<W>, player: usize) -> Value {
        let (own, other) = (board.stones[player], board.stones[1 - player]);
        let points = &self.points;
        let mut sum = 0;
        // Upright windows do not count, because they are easily stopped.
        for direction in 1..4 {
            let windows = self.patterns.count(direction, own, other);
            sum += points.one * windows.ones.count_ones() as Value;
            sum += points.two * windows.twos.count_ones() as Value;
            if direction == 1 {
                let good = windows.twos & self.good_rows[player];
                sum += points.level_two * good.count_ones() as Value;
            }
        }
        sum
    }

    /// The worth of a player's threats, and the number of columns that they decide: 0, 1, or 2 for
    /// more.
    #[inline]
    fn weigh(&self, threats: [W; 2], player: usize, ply: u8) -> (Value, usize) {
        let (own, other) = (threats[player], threats[1 - player]);
        let role = player ^ self.swapped;
        let points = &self.points;
        let good_rows = self.good_rows[player];
        let deciding = (own & good_rows, other & self.good_rows[1 - player]);
        let (mut sum, mut columns) = (0, 0);
        let mut left = own;
        while !left.is_zero() {
            let at = left.trailing_zeros();
            let bit = W::ONE << at;
            left = left.without_lowest();
            if !(other << 1 & bit).is_zero() {
                sum += points.stacked;
                continue;
            }
            sum += self.threat[player][at as usize];
            if !(own << 1 & bit).is_zero() {
                sum += points.pair[role];
            }
            let below = self.below[at as usize];
            let (own_below, other_below) = (deciding.0 & below, deciding.1 & below);
            if !own_below.is_zero() {
                sum += points.above_own[role];
            }
            if !other_below.is_zero() {
                sum += points.above_other[role];
            }
            if !(good_rows & bit).is_zero() {
                sum += self.later[player][usize::from(ply)];
                columns += usize::from((own_below | other_below).is_zero());
            }
        }
        (sum, columns.min(2))
    }

    /// The value of a position for the first player.
    #[inline]
    fn for_first(&self, board: &Board<W>) -> Value {
        let threats = self.threats(board);
        let points = &self.points;
        let mut sum = if board.to_move() == Player::First { points.turn } else { -points.turn };
        if points.one | points.two | points.level_two != 0 {
            sum += self.windows(board, 0) - self.windows(board, 1);
        }
        if (threats[0] | threats[1]).is_zero() {
            return sum + self.even;
        }
        let [(first, first_columns), (second, second_columns)] =
            [0, 1].map(|player| self.weigh(threats, player, board.ply));
        sum += first - second;
        let playable = board.playable();
        for (player, sign) in [(0, 1), (1, -1)] {
            let barred = playable & threats[1 - player] >> 1;
            if !barred.is_zero() {
                sum += sign * points.barred[player ^ self.swapped] * barred.count_ones() as Value;
            }
        }
        let [columns, others] = if self.swapped == 0 {
            [first_columns, second_columns]
        } else {
            [second_columns, first_columns]
        };
        let against = threats[1 - self.swapped] & self.good_rows[self.swapped];
        let mut balance = points.balance[3 * columns + others];
        if !against.is_zero() {
            balance += points.countered[3 * columns + others];
        }
        sum + if self.swapped == 0 { balance } else { -balance }
    }
}

impl<W: BoardWord> Evaluator<Board<W>> for Threats<W> {
    fn evaluate(&self, board: &Board<W>, player: Player) -> Value {
        let value = self.for_first(board);
        if player == Player::First { value } else { -value }
    }

    fn scale(&self) -> Value {
        14
    }

    fn levels(&self) -> Levels {
        Levels([0, 90, 155, 239, 326, 405, 502, 601, 733, 856, 1000])
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
                *score += NEW_THREAT * new.count_ones() as i32;
                *score += CELL * self.windows_through[usize::from(m.0)];
            } else if !(forced & bit).is_zero() {
                *score += FORCED;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::setup::Small;
    use sarsen_core::game::{Tunable, Weighted};

    #[test]
    fn the_weights_that_come_with_the_game_can_be_read() {
        let game = Small::new(7, 6).unwrap();
        let points = game.usual_evaluator().points;
        let listed = game.weights().values();
        assert_eq!(listed[..4], [points.one, points.two, points.level_two, points.turn]);
        assert_eq!(listed.len(), 4 + 2 * 6 + 1 + 2 * 5 + 2 * 9);
    }
}
