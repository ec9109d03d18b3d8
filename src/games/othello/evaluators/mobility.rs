//! The opinion that every book on the game begins with: more moves than the opponent, few discs
//! next to empty squares, and the corners.

use std::sync::LazyLock;

use super::super::position::OthelloPosition;
use super::super::squares::Square;
use crate::game::value::Value;
use crate::game::{Evaluator, Forecasts, Player, Position};

/// Fitted to games on the board of 8 by 8. The file says how.
static FORECASTS: LazyLock<Forecasts> = LazyLock::new(|| {
    Forecasts::parse(include_str!("mobility.forecasts.toml")).expect("a test reads it")
});

/// Counts moves, discs at the border of the empty squares, corners, and discs next to empty corners
/// (P. Rosenbloom, "A world-championship-level Othello program", 1982).
#[derive(Clone, Copy, Default, Debug)]
pub struct Mobility;

impl Mobility {
    /// For each legal move.
    const MOVE: Value = 12;
    /// For each empty square next to a disc of the opponent: a move that may come.
    const ROOM: Value = 5;
    /// For each corner.
    const CORNER: Value = 120;
    /// For each disc diagonally next to an empty corner.
    const NEXT_TO_CORNER: Value = -45;
    /// For the move.
    const TURN: Value = 8;
}

impl Evaluator<OthelloPosition> for Mobility {
    fn evaluate(&self, position: &OthelloPosition, player: Player) -> Value {
        let empty = position.empty();
        let corners = corners(position.board);
        let threatened = neighbours_across(corners & empty) & position.board;
        let count = |squares: u64| squares.count_ones() as Value;
        let side = |player: Player| {
            let (own, other) = (position.discs(player), position.discs(player.other()));
            let open = match player == position.turn {
                true => position.open,
                false => position.open_to(player),
            };
            Self::MOVE * count(open)
                + Self::ROOM * count(around(other) & empty)
                + Self::CORNER * count(own & corners)
                + Self::NEXT_TO_CORNER * count(own & threatened)
        };
        let turn = if player == position.turn { Self::TURN } else { -Self::TURN };
        side(player) - side(player.other()) + turn
    }

    fn scale(&self) -> Value {
        120
    }

    fn forecasts(&self, from: &OthelloPosition) -> Option<&Forecasts> {
        (from.board == u64::MAX).then(|| &*FORECASTS)
    }

    fn order(&self, position: &OthelloPosition, moves: &[Square], scores: &mut [i32]) {
        order(position, moves, scores);
    }
}

/// The hint for move ordering: moves that leave the opponent few replies come first, and corners
/// before all others.
pub(super) fn order(position: &OthelloPosition, moves: &[Square], scores: &mut [i32]) {
    let corners = corners(position.board);
    for (m, score) in moves.iter().zip(scores) {
        let mut after = *position;
        after.make(*m);
        *score -= 600 * after.open.count_ones() as i32;
        *score += if m.bit() & corners != 0 { 3000 } else { 0 };
    }
}

/// The corners of a board.
const fn corners(board: u64) -> u64 {
    if board == u64::MAX { 0x8100_0000_0000_0081 } else { 0x0042_0000_0000_4200 }
}

/// The squares that touch these, the squares themselves included.
pub(super) const fn around(squares: u64) -> u64 {
    let row = squares | level_neighbours(squares);
    row | row << 8 | row >> 8
}

/// The squares that touch these only with a corner.
const fn neighbours_across(squares: u64) -> u64 {
    let level = level_neighbours(squares);
    level << 8 | level >> 8
}

/// The squares to the left and to the right of these.
const fn level_neighbours(squares: u64) -> u64 {
    let first = 0x0101_0101_0101_0101;
    (squares & !(first << 7)) << 1 | (squares & !first) >> 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_forecasts_reach_through_the_game() {
        for left in 12..=55 {
            let found = FORECASTS.find(left, 8);
            assert!(!found.is_empty() && found.iter().all(|one| one.shallow < 8), "{left}");
        }
    }

    #[test]
    fn neighbours_stay_on_the_board() {
        assert_eq!(neighbours_across(1), 1 << 9);
        assert_eq!(neighbours_across(1 << 63), 1 << 54);
        assert_eq!(around(1 << 7), 1 << 7 | 1 << 6 | 1 << 15 | 1 << 14);
        assert_eq!(around(1 << 27).count_ones(), 9);
        assert_eq!(neighbours_across(1 << 27).count_ones(), 4);
    }
}
