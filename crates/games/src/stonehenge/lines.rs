//! The engine's own evaluation of Stonehenge, which looks at every line.

use serde::Deserialize;

use super::board::{LINE_SET, LINES_TO_WIN};
use super::hand::Hand;
use super::moves::Move;
use super::position::StonehengePosition;
use sarsen_core::game::value::Value;
use sarsen_core::game::{Evaluator, Levels, Player, Weights, WeightsError};

/// The weights, as in their file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Points {
    owned: [Value; LINES_TO_WIN as usize],
    undecided: [Value; 5],
    straight: [Value; 5],
    steep: [Value; 5],
    piece: [Value; 6],
    turn: [Value; 9],
}

/// The value of a finished game. A search never asks for it.
const WON: Value = 10_000;

/// Ordering: each line that the move claims.
const CLAIM: i32 = 100;
/// Ordering: each line that the opponent would claim with the largest piece.
const THREAT: i32 = 40;
/// Ordering: each undecided line through the cell.
const OPEN: i32 = 20;
/// Ordering: each point of the piece.
const PIECE: i32 = 10;

/// The unit of the line terms, which are in fixed point.
const SCALE: Value = 1 << 10;

/// The limit of what both players together can add to a line.
const MOST: usize = 42;

/// [`SCALE`] divided by the points that both players can add to a line.
static SHARE: [Value; MOST + 1] = {
    let mut share = [0; MOST + 1];
    let mut points = 1;
    while points <= MOST {
        share[points] = SCALE / points as Value;
        points += 1;
    }
    share
};

/// Counts the lines that each player owns. For each undecided line, it measures how near the line
/// is to each player: where the lead lies between the lead that gives the line to the first player
/// and the lead that gives it to the second.
///
/// The weights are in `lines.toml`. `sarsen tune` fitted them to the results of games.
#[derive(Clone, Debug)]
pub struct LeyLines {
    points: Points,
    /// The worth of each hand.
    hands: Vec<Value>,
}

impl LeyLines {
    /// With these weights.
    ///
    /// # Errors
    ///
    /// If the weights have other names than those of the game.
    pub fn with(weights: &Weights) -> Result<Self, WeightsError> {
        let points: Points = weights.read()?;
        let worth = |hand: Hand| -> Value {
            hand.pieces().map(|piece| points.piece[usize::from(piece) - 1]).sum()
        };
        let hands = Hand::all().map(worth).collect();
        Ok(Self { points, hands })
    }

    /// The value of a position for the first player.
    fn for_first(&self, position: &StonehengePosition) -> Value {
        let owned = [Player::First, Player::Second].map(|p| position.owned(p).count_ones());
        for (lines, value) in owned.into_iter().zip([WON, -WON]) {
            if lines >= LINES_TO_WIN {
                return value;
            }
        }
        let points = &self.points;
        let hands = [Player::First, Player::Second].map(|p| position.hand(p));
        let [first, second] = hands.map(|hand| hand.best().map(Value::from));
        let mut value = points.owned[owned[0] as usize] - points.owned[owned[1] as usize];
        value += self.hands[hands[0].index()] - self.hands[hands[1].index()];
        let turn = points.turn[usize::from(position.ply() / 2).min(8)];
        value += if position.to_move() == Player::First { turn } else { -turn };

        let share: [Value; 6] =
            std::array::from_fn(|free| SHARE[((first[free] + second[free]) as usize).min(MOST)]);
        let (leads, free) = (position.leads(), position.free());
        let mut lines = position.undecided();
        let mut near = 0;
        while lines != 0 {
            let line = lines.trailing_zeros() as usize;
            let free = usize::from(free[line]).clamp(1, 5);
            // From -SCALE (the second player almost owns the line) to SCALE (the first player
            // does).
            let stand = share[free] * (2 * Value::from(leads[line]) + first[free] - second[free]);
            // The first step from the middle is worth more than the last.
            let bent = stand * (4 * SCALE - stand.abs()) / (3 * SCALE);
            near += points.undecided[free - 1] * bent;
            near += points.straight[free - 1] * stand;
            let square = stand * stand / SCALE;
            near += points.steep[free - 1] * (square * stand / SCALE);
            lines &= lines - 1;
        }
        value + near / SCALE
    }
}

impl Evaluator<StonehengePosition> for LeyLines {
    fn evaluate(&self, position: &StonehengePosition, player: Player) -> Value {
        let value = self.for_first(position);
        if player == Player::First { value } else { -value }
    }

    fn scale(&self) -> Value {
        45
    }

    fn levels(&self) -> Levels {
        Levels([0, 43, 76, 117, 179, 261, 349, 486, 586, 726, 1000])
    }

    fn order(&self, position: &StonehengePosition, moves: &[Move], scores: &mut [i32]) {
        let mover = position.to_move();
        let undecided = position.undecided();
        let threats = position.claimable(mover.other(), position.hand(mover.other()).largest()[0]);
        let mut claims = [0; 7];
        for (piece, claims) in claims.iter_mut().enumerate().skip(1) {
            *claims = position.claimable(mover, piece as u8);
        }
        for (m, score) in moves.iter().zip(scores) {
            let lines = LINE_SET[m.cell()];
            let count = |among: u16| (lines & among).count_ones() as i32;
            *score += CLAIM * count(claims[usize::from(m.piece())])
                + THREAT * count(threats)
                + OPEN * count(undecided)
                + PIECE * i32::from(m.piece());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::game::Stonehenge;
    use sarsen_core::game::{Tunable, Weighted};

    #[test]
    fn the_weights_that_come_with_the_game_can_be_read() {
        let points = Stonehenge.usual_evaluator().points;
        let listed = Stonehenge.weights().values();
        assert_eq!(listed[..8], points.owned);
        assert_eq!(listed.len(), 8 + 3 * 5 + 6 + 9);
    }
}
