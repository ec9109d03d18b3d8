//! The evaluation of Nuba: who holds the place of honour, who can still take it, and how far the
//! pieces have come.

use serde::Deserialize;

use super::board::{AHEAD, CHAMPION, COLUMNS, CONE, LANE, SQUARES, bit};
use super::moves::{Deed, Move, target};
use super::position::NubaPosition;
use sarsen_core::game::value::Value;
use sarsen_core::game::{Evaluator, Levels, Player, Weights, WeightsError};

/// The number of pieces of a player.
const PIECES: usize = CHAMPION as usize;

/// The weights, as in their file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Points {
    piece: [Value; PIECES],
    honour: [Value; PIECES],
    able: [Value; PIECES + 1],
    having: [Value; PIECES + 1],
    wanting: [Value; PIECES + 1],
    /// For each piece, the rows on its way. The same for a piece that cannot take the place.
    row: Vec<Value>,
    idle: Vec<Value>,
    /// For each piece, the columns from the border to the middle.
    column: Vec<Value>,
    runner: [Value; 6],
    champion: [Value; 6],
    prey: [Value; PIECES],
    danger: [Value; PIECES],
    hanging: [Value; PIECES],
    guarded: [Value; PIECES],
    alert: [Value; PIECES],
    moves: Value,
    turn: Value,
    setup: Value,
}

/// Ordering: a step to the base with a piece that takes the place of honour.
const ARRIVAL: i32 = 4000;
/// Ordering: the champion arrives.
const END: i32 = 200_000;
/// Ordering: a capture, and each point of the number of what is captured.
const CAPTURE: i32 = 3000;
const CAPTURED: i32 = 200;
/// Ordering: each point of the square on which a piece is put.
const PUT: i32 = 16;
/// Ordering: a step to a square where the piece can be captured.
const LOST: i32 = 2000;

/// The opinion. Its weights are in `march.toml`. `sarsen tune` fitted them to the results of games.
#[derive(Clone, Debug)]
pub struct March {
    points: Points,
    /// For pieces that cannot take the place of honour and for those that can: for each piece and
    /// each square, in the order of the first player, the weights of its row and its column.
    squares: [[[Value; 32]; PIECES + 1]; 2],
}

/// What a player's pieces can capture, and what can capture them: a set of squares of the opponent
/// for each number.
struct Wrestling {
    prey: [u32; PIECES + 1],
    danger: [u32; PIECES + 1],
}

impl Wrestling {
    /// Against these squares of the opponent's pieces, by their numbers.
    #[inline(always)]
    fn against(other: &[u8; PIECES + 1], all: u32) -> Self {
        let champion = bit(other[PIECES]);
        let mut wrestling = Self { prey: [all; PIECES + 1], danger: [all; PIECES + 1] };
        let (mut from_above, mut from_below) = (champion, champion);
        for low in 1..PIECES {
            let high = PIECES - low;
            from_above |= bit(other[high]);
            wrestling.prey[high] = from_above;
            from_below |= bit(other[low]);
            wrestling.danger[low] = from_below;
        }
        wrestling
    }
}

impl March {
    /// With these weights.
    ///
    /// # Errors
    ///
    /// If the weights have other names than those of the game.
    pub fn with(weights: &Weights) -> Result<Self, WeightsError> {
        let points: Points = weights.read()?;
        let squares = [&points.idle, &points.row].map(|rows| {
            let worth = |piece: usize, square: usize| match square {
                _ if piece == 0 || square >= SQUARES => 0,
                _ => {
                    let (row, column) = (square / COLUMNS, square % COLUMNS);
                    let inward = column.min(COLUMNS - 1 - column);
                    rows[(piece - 1) * 6 + row] + points.column[(piece - 1) * 3 + inward]
                }
            };
            std::array::from_fn(|piece| std::array::from_fn(|square| worth(piece, square)))
        });
        Ok(Self { points, squares })
    }

    /// What it is worth that a piece stands on a square. On no square it is worth nothing.
    #[inline(always)]
    fn square(&self, player: Player, piece: usize, is_able: bool, square: u8) -> Value {
        self.squares[usize::from(is_able)][piece][usize::from(turned(player, square))]
    }

    /// The sum of a player's features while pieces move.
    #[inline(always)]
    fn side(&self, position: &NubaPosition, player: Player) -> Value {
        let points = &self.points;
        let (own, other) = (player.index(), player.other().index());
        let wrestling = Wrestling::against(&position.at[other], position.occupied[other]);
        let able = position.able(player);
        let list = match position.holder {
            None => &points.able,
            Some((owner, _)) if owner == player => &points.having,
            Some(_) => &points.wanting,
        };
        let mut value = list[able.count_ones() as usize];
        let mut covered = 0;
        position.reach(player, |_, from, reach| {
            covered |= AHEAD[own][usize::from(from)];
            value += points.moves * reach.count_ones() as Value;
        });
        let waits = player != position.turn;
        let mut left = position.alive[own];
        while left != 0 {
            let piece = left.trailing_zeros() as usize;
            left &= left - 1;
            let square = position.at[own][piece];
            let index = usize::from(square);
            let (prey, danger) = (wrestling.prey[piece], wrestling.danger[piece]);
            let lane = LANE[own][index];
            let is_able = able >> piece & 1 != 0;
            value += points.piece[piece - 1] + self.square(player, piece, is_able, square);
            value += points.prey[piece - 1] * (prey & lane).count_ones() as Value;
            value += points.danger[piece - 1] * (danger & lane).count_ones() as Value;
            if danger & AHEAD[own][index] != 0 {
                value += match (waits, covered & bit(square) != 0) {
                    (false, _) => points.alert[piece - 1],
                    (true, false) => points.hanging[piece - 1],
                    (true, true) => points.guarded[piece - 1],
                };
            }
            if is_able && danger & CONE[own][index] == 0 {
                let steps = usize::from(position.steps_left(player, square)) - 1;
                let list = if piece == PIECES { &points.champion } else { &points.runner };
                value += list[steps];
            }
        }
        value
    }

    /// The value of a position for the first player.
    fn for_first(&self, position: &NubaPosition) -> Value {
        let [first, second] = [Player::First, Player::Second];
        let turn = if position.is_setup { self.points.setup } else { self.points.turn };
        let mut value = if position.turn == first { turn } else { -turn };
        if position.is_setup {
            return value + self.put(position, first) - self.put(position, second);
        }
        if let Some((owner, piece)) = position.holder {
            let worth = self.points.honour[usize::from(piece) - 1];
            value += if owner == first { worth } else { -worth };
        }
        value + self.side(position, first) - self.side(position, second)
    }

    /// The sum of a player's features while pieces are put on the board: where they stand, and what
    /// they face.
    fn put(&self, position: &NubaPosition, player: Player) -> Value {
        let (own, other) = (player.index(), player.other().index());
        let wrestling = Wrestling::against(&position.at[other], position.occupied[other]);
        let mut value = 0;
        for piece in 1..=PIECES {
            let square = position.at[own][piece];
            value += self.square(player, piece, true, square);
            let lane = LANE[own][usize::from(square)];
            let count = |among: u32| (among & lane).count_ones() as Value;
            value += self.points.prey[piece - 1] * count(wrestling.prey[piece]);
            value += self.points.danger[piece - 1] * count(wrestling.danger[piece]);
        }
        value
    }
}

/// A square as the first player would see it from the other side. Nowhere stays nowhere.
#[inline(always)]
const fn turned(player: Player, square: u8) -> u8 {
    match player {
        Player::First => square,
        Player::Second => (SQUARES as u8 - 1).wrapping_sub(square) & 31,
    }
}

impl Evaluator<NubaPosition> for March {
    fn evaluate(&self, position: &NubaPosition, player: Player) -> Value {
        let value = self.for_first(position);
        if player == Player::First { value } else { -value }
    }

    fn scale(&self) -> Value {
        160
    }

    fn levels(&self) -> Levels {
        Levels([0, 75, 152, 246, 345, 434, 523, 624, 731, 873, 1000])
    }

    fn order(&self, position: &NubaPosition, moves: &[Move], scores: &mut [i32]) {
        let player = position.turn;
        if position.is_setup {
            for (m, score) in moves.iter().zip(scores) {
                if let Deed::Put { piece, to } = m.deed() {
                    *score += PUT * self.square(player, piece.into(), true, to);
                }
            }
            return;
        }
        let (own, other) = (player.index(), player.other().index());
        let wrestling = Wrestling::against(&position.at[other], position.occupied[other]);
        let higher = position.higher();
        for (m, score) in moves.iter().zip(scores) {
            let Deed::Step { piece, from, aside } = m.deed() else { continue };
            let to = target(player, from, aside);
            if let Some(to) = to {
                if position.occupied[other] & bit(to) != 0 {
                    *score += CAPTURE + CAPTURED * i32::from(position.piece_on(to));
                }
                if AHEAD[own][usize::from(to)] & wrestling.danger[usize::from(piece)] != 0 {
                    *score -= LOST;
                }
            }
            if position.is_arrival(to) && higher >> piece & 1 != 0 {
                *score += if piece == CHAMPION { END } else { ARRIVAL };
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::setup::Nuba;
    use super::*;
    use sarsen_core::game::{Tunable, Weighted};

    #[test]
    fn the_weights_that_come_with_the_game_can_be_read() {
        let points = Nuba::USUAL.usual_evaluator().points;
        assert_eq!((points.row.len(), points.idle.len()), (PIECES * 6, PIECES * 6));
        assert_eq!(points.column.len(), PIECES * 3);
        assert_eq!(Nuba::USUAL.weights().values().len(), 7 * 10 + 3 * 11 + 2 * 6 + 2 * 60 + 30 + 3);
    }
}
