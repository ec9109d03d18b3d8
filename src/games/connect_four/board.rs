//! The rules of Connect Four on bitboards of any size.

use super::geometry::Geometry;
use super::notation;
use super::word::Word;
use crate::game::{Actor, IDENTITY, MoveError, Outcome, Player, Position, Symmetry, TextError};

/// Up to this ply mirror images share their table entries; later they hardly meet.
const MIRROR_PLIES: u32 = 12;

/// A stone dropped: the cell it lands on, by its bit in the board's word.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Drop(pub(super) u8);

/// A position of Connect Four in a word `W`.
///
/// The first player's stones and all stones are one word each. A move is the bit it sets, so taking it
/// back needs no memory but the move itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board<W> {
    /// Stones of the first player and of the second.
    pub(super) stones: [W; 2],
    pub(super) geometry: Geometry<W>,
    /// Stones on the board.
    pub(super) ply: u8,
}

impl<W: Word> Board<W> {
    pub(super) fn empty(geometry: Geometry<W>) -> Self {
        Self { stones: [W::ZERO; 2], geometry, ply: 0 }
    }

    /// The shape of the board.
    #[must_use]
    pub fn geometry(&self) -> &Geometry<W> {
        &self.geometry
    }

    /// Who holds a cell, column and row counted from 0 at the bottom left; none outside the board.
    #[must_use]
    pub fn stone_at(&self, column: u8, row: u8) -> Option<Player> {
        if column >= self.geometry.width() || row >= self.geometry.height() {
            return None;
        }
        let bit = self.geometry.bit(column, row);
        let holds = |player: &Player| !(self.stones[player.index()] & bit).is_zero();
        [Player::First, Player::Second].into_iter().find(holds)
    }

    /// Stones on the board.
    #[must_use]
    pub fn ply(&self) -> u32 {
        u32::from(self.ply)
    }

    /// The player whose turn it is.
    #[inline]
    #[must_use]
    pub fn to_move(&self) -> Player {
        if self.ply & 1 == 0 { Player::First } else { Player::Second }
    }

    /// The column of a move, counted from 0.
    #[inline]
    #[must_use]
    pub fn column_of(&self, drop: Drop) -> u8 {
        (u32::from(drop.0) / self.geometry.stride()) as u8
    }

    /// The move into a column counted from 0, if it has room.
    #[must_use]
    pub fn drop_into(&self, column: u8) -> Option<Drop> {
        if column >= self.geometry.width() {
            return None;
        }
        let cells = ((W::ONE << u32::from(self.geometry.height())) - W::ONE)
            << (u32::from(column) * self.geometry.stride());
        let open = self.playable() & cells;
        if open.is_zero() { None } else { Some(Drop(open.trailing_zeros() as u8)) }
    }

    /// All stones.
    #[inline]
    pub(super) fn occupied(&self) -> W {
        self.stones[0] | self.stones[1]
    }

    /// The lowest empty cell of every column that has one.
    #[inline]
    pub(super) fn playable(&self) -> W {
        (self.occupied() + self.geometry.bottom) & self.geometry.cells
    }

    /// A word that no other position of this board shares: a marker on top of each column, and the
    /// first player's stones below it.
    #[inline]
    fn unique(&self) -> W {
        (self.occupied() + self.geometry.bottom) | self.stones[0]
    }
}

impl<W: Word> Position for Board<W> {
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

    fn canonical(&self) -> (u64, Symmetry) {
        let unique = self.unique();
        let (key, mirrored) = (unique.mix(), self.geometry.mirror(unique).mix());
        if mirrored < key { (mirrored, 1) } else { (key, IDENTITY) }
    }

    #[inline]
    fn table_key(&self) -> (u64, Symmetry) {
        if u32::from(self.ply) <= MIRROR_PLIES { self.canonical() } else { (self.key(), IDENTITY) }
    }

    fn plies_left(&self) -> u32 {
        self.geometry.size() - u32::from(self.ply)
    }

    fn parse(&self, text: &str) -> Result<Self, TextError> {
        notation::parse(self.geometry, text)
    }

    fn format(&self) -> String {
        notation::format(self)
    }

    fn parse_move(&self, text: &str) -> Result<Drop, MoveError> {
        notation::parse_move(self, text)
    }

    fn format_move(&self, m: Drop) -> String {
        (self.column_of(m) + 1).to_string()
    }
}
