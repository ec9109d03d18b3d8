//! The evaluation of the chapter that came with the game.

use super::board::LINES_TO_WIN;
use super::position::StonehengePosition;
use sarsen_core::game::value::Value;
use sarsen_core::game::{Evaluator, Player};

/// The chapter's formula: 50 points for each line, 10 for each point of the pieces left, 1000 for a
/// win. Unlike the printed formula, it sees the eighth line of both players.
#[derive(Clone, Copy, Default, Debug)]
pub struct Chapter;

impl Evaluator<StonehengePosition> for Chapter {
    fn evaluate(&self, position: &StonehengePosition, player: Player) -> Value {
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
