//! The engine's own evaluation of checkers: material, and where it stands.

use serde::Deserialize;

use super::moves::CheckersMove;
use super::pieces::Pieces;
use super::position::CheckersPosition;
use super::squares::{CROWN, advance, turned};
use sarsen_core::game::value::Value;
use sarsen_core::game::{Evaluator, Levels, Player, Weights, WeightsError};

/// The weights, as in their file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct StructurePoints {
    turn: Value,
    man: Value,
    king: Value,
    advance: [Value; 6],
    back: [Value; 5],
    man_centre: Value,
    man_edge: Value,
    king_centre: Value,
    king_corner: Value,
    mobility: Value,
    lead: Value,
}

/// The eight squares in the middle: 10, 11, 14, 15, 18, 19, 22 and 23.
const CENTRE: u64 = 1 << 10 | 1 << 11 | 1 << 14 | 1 << 15 | 1 << 19 | 1 << 20 | 1 << 23 | 1 << 24;

/// The squares at the left and right edge, without the corners behind: 5, 12, 13, 20, 21 and 28.
const EDGE: u64 = 1 << 4 | 1 << 12 | 1 << 13 | 1 << 21 | 1 << 22 | 1 << 30;

/// The single corners: 4 and 29.
const CORNERS: u64 = 1 << 3 | 1 << 31;

/// All pieces at the start.
const ALL: Value = 24;

/// Ordering: a man that becomes a king.
const CROWNED: i32 = 6000;
/// Ordering: each row that a man has advanced.
const ADVANCED: i32 = 150;

/// The engine's own evaluation: men and kings, how far the men have come, who keeps the back row,
/// the middle, free steps.
///
/// The weights are in `structure.toml`, and `sarsen tune` can fit them.
#[derive(Clone, Debug)]
pub struct Structure {
    points: StructurePoints,
}

impl Structure {
    /// With these weights.
    ///
    /// # Errors
    ///
    /// If the weights have other names than those of the game.
    pub fn with(weights: &Weights) -> Result<Self, WeightsError> {
        Ok(Self { points: weights.read()? })
    }

    /// The worth of what a player has.
    #[inline]
    fn side(&self, pieces: &Pieces, player: Player) -> Value {
        let count = |set: u64| set.count_ones() as Value;
        let points = &self.points;
        let own = pieces.of[player.index()];
        let (men, kings) = (own & !pieces.kings, own & pieces.kings);
        let mut sum = points.man * count(men) + points.king * count(kings);
        // The player's own back row is row 0.
        let seen = if player == Player::First { men } else { turned(men) };
        sum += points.back[(seen & 0xf).count_ones() as usize];
        for (row, points) in ROWS.iter().zip(points.advance) {
            sum += points * count(seen & row);
        }
        sum += points.man_centre * count(men & CENTRE) + points.man_edge * count(men & EDGE);
        sum += points.king_centre * count(kings & CENTRE);
        sum += points.king_corner * count(kings & CORNERS);
        let moving = Pieces { turn: player, ..*pieces };
        sum + points.mobility * moving.count_steps() as Value
    }

    /// The value of a position for the first player.
    #[inline]
    fn for_first(&self, pieces: &Pieces) -> Value {
        let [first, second] = pieces.of.map(|set| set.count_ones() as Value);
        let turn = self.points.turn;
        let lead = self.points.lead * (first - second) * (ALL - first - second);
        self.side(pieces, Player::First) - self.side(pieces, Player::Second)
            + lead
            + if pieces.turn == Player::First { turn } else { -turn }
    }
}

/// The rows 1 to 6, counted from black's side.
const ROWS: [u64; 6] = [0xf << 4, 0xf << 9, 0xf << 13, 0xf << 18, 0xf << 22, 0xf << 27];

impl Evaluator<CheckersPosition> for Structure {
    #[inline]
    fn evaluate(&self, position: &CheckersPosition, player: Player) -> Value {
        let value = self.for_first(&position.pieces);
        if player == Player::First { value } else { -value }
    }

    fn levels(&self) -> Levels {
        Levels([0, 136, 263, 336, 399, 484, 566, 648, 741, 852, 1000])
    }

    fn order(&self, position: &CheckersPosition, moves: &[CheckersMove], scores: &mut [i32]) {
        let (player, kings) = (position.pieces.turn, position.pieces.kings);
        for (m, score) in moves.iter().zip(scores) {
            if kings >> m.from() & 1 != 0 {
                continue;
            }
            *score += ADVANCED * advance(m.to(), player) as i32;
            if CROWN[player.index()] >> m.to() & 1 != 0 {
                *score += CROWNED;
            }
        }
    }

    /// A capture that is due must be played out.
    #[inline]
    fn is_stable(&self, position: &CheckersPosition) -> bool {
        !position.must_capture()
    }
}

#[cfg(test)]
mod tests {
    use super::super::squares::place;
    use super::*;
    use crate::checkers::Checkers;
    use sarsen_core::game::{Game, Weighted, Written};

    #[test]
    fn the_squares_are_those_of_their_names() {
        let set = |numbers: &[u32]| numbers.iter().fold(0, |set, &n| set | 1 << place(n));
        assert_eq!(CENTRE, set(&[10, 11, 14, 15, 18, 19, 22, 23]));
        assert_eq!(EDGE, set(&[5, 12, 13, 20, 21, 28]));
        assert_eq!(CORNERS, set(&[4, 29]));
        for (row, &squares) in (1..).zip(&ROWS) {
            assert_eq!(squares, set(&[4 * row + 1, 4 * row + 2, 4 * row + 3, 4 * row + 4]));
        }
    }

    #[test]
    fn both_sides_are_judged_alike() {
        let weights = Checkers.usual_evaluator();
        let judge = |text: &str| {
            let position = Checkers.start().parse(text).unwrap();
            weights.evaluate(&position, position.pieces.turn)
        };
        assert_eq!(judge(&Checkers.start().format()), weights.points.turn);
        assert_eq!(judge("B:W21,K22,30:B1,2,K8"), judge("W:W32,31,K25:B12,K11,3"));
        assert!(judge("B:W21,22:B1,2,3") > 80);
    }
}
