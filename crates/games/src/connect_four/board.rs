//! A position of Connect Four, as bitboards.

use super::geometry::Geometry;
use super::word::BoardWord;
use sarsen_core::game::Player;

/// A move: the cell where the stone lands, as the number of its bit in the board's word.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Drop(pub(super) u8);

/// A position of Connect Four in a word `W`.
///
/// The stones of each player are one word. A move sets one bit, so the move itself is enough to
/// take it back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board<W> {
    /// The stones of the first player and of the second.
    pub(super) stones: [W; 2],
    pub(super) geometry: Geometry<W>,
    /// The number of stones on the board.
    pub(super) ply: u8,
}

impl<W: BoardWord> Board<W> {
    pub(super) fn empty(geometry: Geometry<W>) -> Self {
        Self { stones: [W::ZERO; 2], geometry, ply: 0 }
    }

    /// The shape of the board.
    #[must_use]
    pub fn geometry(&self) -> &Geometry<W> {
        &self.geometry
    }

    /// The player whose stone is on a cell. Column and row count from 0 at the bottom left. None if
    /// the cell is empty or outside the board.
    #[must_use]
    pub fn stone_at(&self, column: u8, row: u8) -> Option<Player> {
        if column >= self.geometry.width() || row >= self.geometry.height() {
            return None;
        }
        let bit = self.geometry.bit(column, row);
        let holds = |player: &Player| !(self.stones[player.index()] & bit).is_zero();
        [Player::First, Player::Second].into_iter().find(holds)
    }

    /// The stones of a player.
    #[inline]
    #[must_use]
    pub fn stones(&self, player: Player) -> W {
        self.stones[player.index()]
    }

    /// The number of stones on the board.
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

    /// The move into a column, if the column has room. Columns count from 0.
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
        self.geometry.playable(self.occupied())
    }

    /// A word that no other position of this board has: a marker on top of each column, and the
    /// first player's stones below the markers.
    #[inline]
    pub(super) fn unique(&self) -> W {
        (self.occupied() + self.geometry.bottom) | self.stones[0]
    }
}
