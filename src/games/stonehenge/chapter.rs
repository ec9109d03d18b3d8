//! The opinion of a Stonehenge position that the game came with: the chapter's formula.

use super::board::LINES_TO_WIN;
use super::position::Position;
use crate::game::value::Value;
use crate::game::{Evaluator, Player};

/// The chapter's formula with both players' eighth line seen: 50 points a line, 10 points for each
/// point of the pieces left, 1000 for a win.
#[derive(Clone, Copy, Default, Debug)]
pub struct Chapter;

impl Evaluator<Position> for Chapter {
    fn evaluate(&self, position: &Position, player: Player) -> Value {
        let [own, other] = [player, player.other()].map(|player| {
            (position.owned(player).count_ones(), Value::from(position.hand(player).sum()))
        });
        if own.0 >= LINES_TO_WIN {
            1000
        } else if other.0 >= LINES_TO_WIN {
            -1000
        } else {
            50 * (own.0 as Value - other.0 as Value) + 10 * (own.1 - other.1)
        }
    }

    fn scale(&self) -> Value {
        120
    }
}
