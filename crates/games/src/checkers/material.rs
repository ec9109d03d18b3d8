//! Material alone: men and kings.

use super::position::CheckersPosition;
use sarsen_core::game::value::Value;
use sarsen_core::game::{Evaluator, Player};

/// The points of a man.
const MAN: Value = 100;
/// The points of a king.
const KING: Value = 140;

/// Counts men and kings, and nothing else. It is there to measure others by.
#[derive(Clone, Copy, Default, Debug)]
pub struct Material;

impl Evaluator<CheckersPosition> for Material {
    fn evaluate(&self, position: &CheckersPosition, player: Player) -> Value {
        let sum = |player| {
            let (men, kings) = position.count(player);
            MAN * men as Value + KING * kings as Value
        };
        sum(player) - sum(player.other())
    }

    fn is_stable(&self, position: &CheckersPosition) -> bool {
        !position.must_capture()
    }
}
