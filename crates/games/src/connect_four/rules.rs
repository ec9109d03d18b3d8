//! The rules of Connect Four.

use super::board::{Board, Drop};
use super::word::BoardWord;
use sarsen_core::game::{Actor, IDENTITY, Outcome, Position, Symmetric, Symmetry};

/// Up to this ply, mirror images share their table entries. Later, a search hardly ever meets both.
const MIRROR_PLIES: u32 = 12;

impl<W: BoardWord> Position for Board<W> {
    type Move = Drop;
    type Undo = ();

    const MOVE_CODES: usize = W::BITS as usize;

    #[inline]
    fn actor(&self) -> Actor {
        Actor::Player(self.to_move())
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        let last = self.to_move().other();
        if self.geometry.has_four(self.stones[last.index()]) {
            Some(Outcome::Win(last))
        } else if u32::from(self.ply) == self.geometry.size() {
            Some(Outcome::Draw)
        } else {
            None
        }
    }

    #[inline]
    fn moves(&self, out: &mut Vec<Drop>) {
        let mut open = self.playable();
        while !open.is_zero() {
            out.push(Drop(open.trailing_zeros() as u8));
            open = open.without_lowest();
        }
    }

    #[inline]
    fn count_moves(&self) -> usize {
        self.playable().count_ones() as usize
    }

    #[inline]
    fn make(&mut self, m: Drop) {
        self.stones[usize::from(self.ply & 1)] ^= W::ONE << u32::from(m.0);
        self.ply += 1;
    }

    #[inline]
    fn unmake(&mut self, m: Drop, (): ()) {
        self.ply -= 1;
        self.stones[usize::from(self.ply & 1)] ^= W::ONE << u32::from(m.0);
    }

    #[inline]
    fn key(&self) -> u64 {
        self.unique().mix()
    }

    #[inline]
    fn code(&self, m: Drop) -> u16 {
        u16::from(m.0)
    }

    fn canonical(&self) -> (u64, Symmetry) {
        let unique = self.unique();
        let (key, mirrored) = (unique.mix(), self.geometry.mirror(unique).mix());
        if mirrored < key { (mirrored, 1) } else { (key, IDENTITY) }
    }

    #[inline]
    fn table_key(&self, symmetric: bool) -> (u64, Symmetry) {
        if symmetric && u32::from(self.ply) <= MIRROR_PLIES {
            self.canonical()
        } else {
            (self.key(), IDENTITY)
        }
    }

    fn plies_left(&self) -> u32 {
        self.geometry.size() - u32::from(self.ply)
    }
}

impl<W: BoardWord> Symmetric for Board<W> {
    fn symmetries(&self) -> u8 {
        2
    }

    fn image(&self, symmetry: Symmetry) -> Self {
        if symmetry == IDENTITY {
            return *self;
        }
        Self { stones: self.stones.map(|stones| self.geometry.mirror(stones)), ..*self }
    }

    #[inline]
    fn map_code(&self, code: u16, symmetry: Symmetry) -> u16 {
        if symmetry == IDENTITY {
            return code;
        }
        let stride = self.geometry.stride() as u16;
        let (column, row) = (code / stride, code % stride);
        (u16::from(self.geometry.width()) - 1 - column) * stride + row
    }
}
