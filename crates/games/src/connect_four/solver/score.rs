//! Scores and values. A score is the number of stones that the winner has left. A value is the
//! number of plies until the game ends.

use sarsen_core::game::value::{Value, distance, loss_in, win_in};

/// A score as a value, with `empty` cells empty.
pub(super) fn value(score: i32, empty: u32) -> Value {
    let twice = 2 * score.unsigned_abs();
    match score.signum() {
        // If the player to move wins, the winning stone is the first, third and so on from here. If
        // the opponent wins, it is the second, fourth and so on.
        1 => win_in((empty + 1 - twice) | 1),
        -1 => loss_in((empty + 2 - twice) & !1),
        _ => 0,
    }
}

/// A value as a score of the literature, with `empty` cells empty. 0 is a draw. Otherwise the score
/// is the number of stones that the winner has left just before the winning move, negative if the
/// opponent wins. If it is not known how soon the game ends, the score assumes that it ends with
/// the last stone.
pub(in super::super) fn score(value: Value, empty: u32) -> i32 {
    let left = distance(value).map_or(1, |plies| (empty + 2).saturating_sub(plies) / 2);
    value.signum() * left.max(1) as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use sarsen_core::game::value::PROVEN_WIN;

    #[test]
    fn scores_are_plies() {
        assert_eq!((value(21, 42), value(-21, 42), value(0, 42)), (win_in(1), loss_in(2), 0));
        assert_eq!((value(1, 42), value(-1, 42)), (win_in(41), loss_in(42)));
        assert_eq!(
            (value(21, 41), value(1, 1), value(-20, 41)),
            (win_in(1), win_in(1), loss_in(2))
        );
        for empty in [42, 41, 8, 7] {
            for points in -(empty as i32 / 2)..=(empty as i32 + 1) / 2 {
                assert_eq!(score(value(points, empty), empty), points, "{empty}");
            }
        }
        assert_eq!((score(PROVEN_WIN, 42), score(-PROVEN_WIN, 41)), (1, -1));
    }
}
