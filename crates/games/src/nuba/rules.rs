//! The rules of Nuba.

use super::board::{HOME, squares};
use super::moves::{Deed, Move, mirrored_code, target};
use super::position::NubaPosition;
use sarsen_core::game::{Actor, IDENTITY, Outcome, Position, Symmetric, Symmetry};

/// With this many pieces on the board or fewer, a search from the start meets mirror images.
const SYMMETRIC: u32 = 6;

impl Position for NubaPosition {
    type Move = Move;
    type Undo = Self;

    const MOVE_CODES: usize = Move::CODES;

    #[inline]
    fn actor(&self) -> Actor {
        Actor::Player(self.turn)
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.winner().map(Outcome::Win)
    }

    /// Lists the highest numbers first.
    #[inline]
    fn moves(&self, out: &mut Vec<Move>) {
        if self.is_setup {
            let free = HOME[self.turn.index()] & !self.occupied[self.turn.index()];
            let hand = self.hand(self.turn);
            for piece in (1..=10).rev().filter(|piece| hand >> piece & 1 != 0) {
                out.extend(squares(free).map(|to| Move::put(piece, to)));
            }
            return;
        }
        let before = out.len();
        self.reach(self.turn, |piece, from, reach| {
            out.extend(squares(reach).map(|to| Move::step_to(piece, from, to)));
        });
        let leaving = squares(self.leaving());
        out.extend(leaving.map(|from| Move::step(self.piece_on(from), from, 1)));
        if out.len() == before {
            out.push(Move::PASS);
        }
    }

    #[inline]
    fn count_moves(&self) -> usize {
        if self.is_setup {
            let left = self.hand(self.turn).count_ones() as usize;
            return left * left;
        }
        let mut count = self.leaving().count_ones();
        self.reach(self.turn, |_, _, reach| count += reach.count_ones());
        // A pass is a move.
        count.max(1) as usize
    }

    #[inline]
    fn make(&mut self, m: Move) -> Self {
        let before = *self;
        match m.deed() {
            Deed::Put { piece, to } => {
                self.put(self.turn, piece, to);
                if self.occupied == HOME {
                    self.end_setup();
                }
            }
            Deed::Step { from, aside, .. } => self.step(from, target(self.turn, from, aside)),
            Deed::Pass => {}
        }
        self.pass_turn();
        before
    }

    #[inline]
    fn unmake(&mut self, _: Move, before: Self) {
        *self = before;
    }

    #[inline]
    fn key(&self) -> u64 {
        self.keys.key()
    }

    #[inline]
    fn code(&self, m: Move) -> u16 {
        m.code()
    }

    #[inline]
    fn canonical(&self) -> (u64, Symmetry) {
        self.keys.canonical()
    }

    #[inline]
    fn table_key(&self, symmetric: bool) -> (u64, Symmetry) {
        let is_early = (self.alive[0].count_ones() + self.alive[1].count_ones()) <= SYMMETRIC;
        if symmetric && self.is_setup && is_early {
            self.canonical()
        } else {
            (self.keys.key(), IDENTITY)
        }
    }

    fn plies_left(&self) -> u32 {
        let on_board = self.alive[0].count_ones() + self.alive[1].count_ones();
        if self.is_setup { 20 - on_board + 30 } else { (on_board * 3 / 2).max(1) }
    }
}

impl Symmetric for NubaPosition {
    fn symmetries(&self) -> u8 {
        2
    }

    fn image(&self, symmetry: Symmetry) -> Self {
        if symmetry == IDENTITY { *self } else { self.mirror_image() }
    }

    fn map_code(&self, code: u16, symmetry: Symmetry) -> u16 {
        if symmetry == IDENTITY { code } else { mirrored_code(code) }
    }
}
