//! The opinion that every book on the game begins with: more moves than the opponent, few discs
//! next to empty squares, and the corners.

use std::sync::LazyLock;

use super::position::OthelloPosition;
use super::regions::{around, corners, neighbours_across};
use super::squares::Square;
use sarsen_core::game::value::Value;
use sarsen_core::game::{Evaluator, Forecasts, Player, Position};

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
}
