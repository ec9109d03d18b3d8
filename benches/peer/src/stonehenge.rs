//! Stonehenge for the crate `minimax`: our rules behind its trait, with our evaluator.

use minimax::Winner;
use sarsen::game::{Actor, Evaluator, Outcome, Position};
use sarsen::games::stonehenge::{LeyLines, Move, StonehengePosition};

/// The rules.
pub struct Rules;

impl minimax::Game for Rules {
    type S = StonehengePosition;
    type M = Move;

    fn generate_moves(position: &StonehengePosition, moves: &mut Vec<Move>) -> Option<Winner> {
        let winner = Self::get_winner(position);
        if winner.is_none() {
            position.moves(moves);
        }
        winner
    }

    fn apply(position: &mut StonehengePosition, m: Move) -> Option<StonehengePosition> {
        let mut after = *position;
        after.make(m);
        Some(after)
    }

    fn get_winner(position: &StonehengePosition) -> Option<Winner> {
        let Outcome::Win(winner) = position.outcome()? else { return Some(Winner::Draw) };
        let just_moved = position.to_move().other() == winner;
        Some(if just_moved { Winner::PlayerJustMoved } else { Winner::PlayerToMove })
    }

    fn zobrist_hash(position: &StonehengePosition) -> u64 {
        position.table_key(true).0
    }

    fn table_index(m: Move) -> u16 {
        (m.cell() * 6) as u16 + u16::from(m.piece()) - 1
    }

    fn max_table_index() -> u16 {
        StonehengePosition::MOVE_CODES as u16 - 1
    }
}

/// The evaluator `lines`.
pub struct Opinion(pub LeyLines);

impl minimax::Evaluator for Opinion {
    type G = Rules;

    fn evaluate(&self, position: &StonehengePosition) -> i16 {
        let Actor::Player(player) = position.actor() else { return 0 };
        self.0.evaluate(position, player) as i16
    }
}
