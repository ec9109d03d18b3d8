//! The rules of checkers.

use super::moves::CheckersMove;
use super::pieces::Pieces;
use super::position::{CheckersPosition, other_turn, piece_key};
use super::squares;
use sarsen_core::game::{Actor, Outcome, Path, PathUndo, Player, Position, Symmetric};

/// What a move destroys.
#[derive(Clone, Copy, Debug)]
pub struct CheckersUndo {
    pieces: Pieces,
    key: u64,
    path: PathUndo,
}

impl Position for CheckersPosition {
    type Move = CheckersMove;
    type Undo = CheckersUndo;

    const MOVE_CODES: usize = CheckersMove::CODES;

    #[inline]
    fn actor(&self) -> Actor {
        Actor::Player(self.pieces.turn)
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        if !self.pieces.can_move() {
            return Some(Outcome::Win(self.pieces.turn.other()));
        }
        self.path.is_over().then_some(Outcome::Draw)
    }

    #[inline]
    fn moves(&self, out: &mut Vec<CheckersMove>) {
        self.pieces.each_move(|m| out.push(m));
    }

    #[inline]
    fn count_moves(&self) -> usize {
        self.pieces.count_moves()
    }

    #[inline]
    fn make(&mut self, m: CheckersMove) -> CheckersUndo {
        let (before, key) = (self.pieces, self.key);
        let (mover, other) = (before.turn, before.turn.other());
        let was_king = before.kings >> m.from() & 1 != 0;
        let crowned = self.pieces.play(m);
        self.key ^= piece_key(m.from(), mover, was_king)
            ^ piece_key(m.to(), mover, was_king || crowned)
            ^ other_turn();
        for place in squares::places(m.captured()) {
            self.key ^= piece_key(place, other, before.kings >> place & 1 != 0);
        }
        let path = self.path.push(self.key, was_king && !m.is_capture());
        CheckersUndo { pieces: before, key, path }
    }

    #[inline]
    fn unmake(&mut self, _: CheckersMove, undo: CheckersUndo) {
        self.pieces = undo.pieces;
        self.key = undo.key;
        self.path.pop(undo.path);
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }

    #[inline]
    fn code(&self, m: CheckersMove) -> u16 {
        m.code()
    }

    #[inline]
    fn path(&self) -> Option<&Path> {
        Some(&self.path)
    }

    /// About three for each piece.
    fn plies_left(&self) -> u32 {
        let pieces = self.pieces.of[0] | self.pieces.of[1];
        (3 * pieces.count_ones()).max(20)
    }
}

impl Symmetric for CheckersPosition {}

/// The start position: black's men on 1 to 12, white's on 21 to 32, black to move.
pub(super) fn start() -> CheckersPosition {
    let black = (1..=12).fold(0, |set, number| set | 1 << squares::place(number));
    let of = [black, squares::turned(black)];
    CheckersPosition::new(Pieces { of, kings: 0, turn: Player::First })
}
