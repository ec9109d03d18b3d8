//! The rules of Othello.

use super::discs;
use super::position::OthelloPosition;
use super::squares::{self, SYMMETRIES, Square};
use sarsen_core::game::{Actor, Outcome, Player, Position, Symmetric, Symmetry, mix64};

impl Position for OthelloPosition {
    type Move = Square;
    type Undo = Self;

    const MOVE_CODES: usize = 65;
    const MOST_MARGIN: u32 = 64;

    #[inline]
    fn actor(&self) -> Actor {
        Actor::Player(self.turn)
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        if !self.is_over() {
            return None;
        }
        Some(match self.lead(Player::First) {
            0 => Outcome::Draw,
            lead if lead > 0 => Outcome::Win(Player::First),
            _ => Outcome::Win(Player::Second),
        })
    }

    #[inline]
    fn margin(&self) -> u32 {
        self.lead(Player::First).unsigned_abs()
    }

    #[inline]
    fn moves(&self, out: &mut Vec<Square>) {
        if self.open == 0 {
            out.push(Square::PASS);
        }
        out.extend(squares::numbers(self.open).map(|number| Square(number as u8)));
    }

    #[inline]
    fn count_moves(&self) -> usize {
        // A pass is a move.
        self.open.count_ones().max(1) as usize
    }

    #[inline]
    fn make(&mut self, m: Square) -> Self {
        let before = *self;
        if m != Square::PASS {
            let [own, other] = [self.turn.index(), self.turn.other().index()];
            let turned = discs::turned(self.discs[own], self.discs[other], m.0);
            self.discs[own] |= turned | m.bit();
            self.discs[other] ^= turned;
        }
        self.turn = self.turn.other();
        self.open = self.open_to(self.turn);
        before
    }

    #[inline]
    fn unmake(&mut self, _: Square, before: Self) {
        *self = before;
    }

    #[inline]
    fn key(&self) -> u64 {
        let turn = if self.turn == Player::First { 0 } else { 0x9e37_79b9_7f4a_7c15 };
        mix64(mix64(self.discs[0] ^ turn).wrapping_add(self.discs[1]))
    }

    #[inline]
    fn code(&self, m: Square) -> u16 {
        m.0.into()
    }

    fn plies_left(&self) -> u32 {
        self.empty().count_ones()
    }
}

impl Symmetric for OthelloPosition {
    fn symmetries(&self) -> u8 {
        SYMMETRIES
    }

    fn image(&self, symmetry: Symmetry) -> Self {
        let image = |squares| squares::image(squares, symmetry);
        Self { discs: self.discs.map(image), open: image(self.open), ..*self }
    }

    fn map_code(&self, code: u16, symmetry: Symmetry) -> u16 {
        squares::image_of(Square(code as u8), symmetry).0.into()
    }

    fn inverse(&self, symmetry: Symmetry) -> Symmetry {
        squares::inverse(symmetry)
    }
}

/// The start position of a board: four discs in the middle, black to move.
pub(super) fn start(board: u64) -> OthelloPosition {
    // d5 and e4 of the large board, then d4 and e5. The small board has the same middle.
    OthelloPosition::new([0x0000_0008_1000_0000, 0x0000_0010_0800_0000], Player::First, board)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::Othello;
    use sarsen_core::game::{Game, IDENTITY, perft};

    #[test]
    fn the_start_has_the_four_known_moves() {
        let position = Othello::USUAL.start();
        // d3, c4, f5 and e6.
        assert_eq!(position.open, 1 << 19 | 1 << 26 | 1 << 37 | 1 << 44);
        assert_eq!(position.canonical(), position.image(3).canonical());
        assert_eq!(position.symmetries(), 8);
        assert_eq!(position.image(IDENTITY), position);
    }

    #[test]
    fn the_empty_squares_count_for_the_winner() {
        let board = u64::MAX;
        let wiped_out = OthelloPosition::new([0b111, 0], Player::Second, board);
        assert_eq!(wiped_out.outcome(), Some(Outcome::Win(Player::First)));
        assert_eq!((wiped_out.margin(), wiped_out.lead(Player::Second)), (64, -64));
        let even = OthelloPosition::new([1, 1 << 63], Player::First, board);
        assert_eq!((even.outcome(), even.lead(Player::First)), (Some(Outcome::Draw), 0));
    }

    #[test]
    fn a_pass_is_a_ply() {
        // White on b1 is enclosed by black alone, so white passes.
        let mut position = OthelloPosition::new([1, 2], Player::Second, u64::MAX);
        assert_eq!((position.outcome(), position.count_moves()), (None, 1));
        let moves = position.legal_moves();
        assert_eq!(moves, [Square::PASS]);
        assert_eq!(perft(&mut position, 2), 1);
        position.make(Square::PASS);
        position.make(Square(2));
        assert_eq!(position.outcome(), Some(Outcome::Win(Player::First)));
    }
}
