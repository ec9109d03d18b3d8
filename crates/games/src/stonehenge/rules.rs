//! The rules of Stonehenge.

use super::board::{CELL_IMAGE, CELLS, INVERSE, SYMMETRIES};
use super::moves::Move;
use super::position::StonehengePosition;
use sarsen_core::game::{Actor, IDENTITY, Outcome, Symmetric, Symmetry};

impl sarsen_core::game::Position for StonehengePosition {
    type Move = Move;
    type Undo = Self;

    const MOVE_CODES: usize = CELLS * 6;

    #[inline]
    fn actor(&self) -> Actor {
        Actor::Player(self.to_move())
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.winner().map(Outcome::Win)
    }

    /// Lists cells in ascending order, and for each cell larger pieces first.
    fn moves(&self, out: &mut Vec<Move>) {
        if self.winner().is_some() {
            return;
        }
        out.reserve(self.count_moves());
        let distinct = self.hand(self.to_move()).distinct();
        let mut cells = self.empty_cells();
        while cells != 0 {
            let base = cells.trailing_zeros() as u8 * 6;
            out.extend((0..6).rev().filter(|i| distinct >> i & 1 != 0).map(|i| Move(base + i)));
            cells &= cells - 1;
        }
    }

    #[inline]
    fn count_moves(&self) -> usize {
        if self.winner().is_some() {
            return 0;
        }
        let distinct = self.hand(self.to_move()).distinct().count_ones();
        (CELLS - usize::from(self.ply())) * distinct as usize
    }

    #[inline]
    fn make(&mut self, m: Move) -> Self {
        let before = *self;
        self.play(m);
        before
    }

    #[inline]
    fn unmake(&mut self, _m: Move, undo: Self) {
        *self = undo;
    }

    #[inline]
    fn key(&self) -> u64 {
        self.keys()[0]
    }

    #[inline]
    fn code(&self, m: Move) -> u16 {
        m.0.into()
    }

    fn canonical(&self) -> (u64, Symmetry) {
        let mut least = (self.keys()[0], IDENTITY);
        for symmetry in 1..SYMMETRIES {
            if self.keys()[symmetry] < least.0 {
                least = (self.keys()[symmetry], symmetry as Symmetry);
            }
        }
        least
    }

    fn table_key(&self, symmetric: bool) -> (u64, Symmetry) {
        // With few empty cells, a search hardly ever meets two images of a position.
        if symmetric && self.ply() <= 10 { self.canonical() } else { (self.keys()[0], IDENTITY) }
    }

    fn plies_left(&self) -> u32 {
        // Random play lasts 16.2 plies.
        17_u32.saturating_sub(self.ply().into()).max(1)
    }
}

impl Symmetric for StonehengePosition {
    fn symmetries(&self) -> u8 {
        SYMMETRIES as u8
    }

    fn image(&self, symmetry: Symmetry) -> Self {
        self.image_under(symmetry.into())
    }

    fn map_code(&self, code: u16, symmetry: Symmetry) -> u16 {
        let cell = CELL_IMAGE[usize::from(symmetry)][usize::from(code / 6)];
        u16::from(cell) * 6 + code % 6
    }

    fn inverse(&self, symmetry: Symmetry) -> Symmetry {
        INVERSE[usize::from(symmetry)]
    }
}
