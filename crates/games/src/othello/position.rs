//! A position of Othello, as bitboards.

use super::discs;
use sarsen_core::game::Player;

/// A position of Othello.
///
/// It keeps the legal moves, because everything asks for them: the rules, to see whether the game
/// is over, and the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OthelloPosition {
    /// The discs of the first player (black) and of the second.
    pub(super) discs: [u64; 2],
    /// The squares where the player to move can put a disc.
    pub(super) open: u64,
    /// All squares of the board.
    pub(super) board: u64,
    pub(super) turn: Player,
}

impl OthelloPosition {
    /// A position with these discs, which lie on the board and not on each other.
    pub(super) fn new(discs: [u64; 2], turn: Player, board: u64) -> Self {
        let mut position = Self { discs, open: 0, board, turn };
        position.open = position.open_to(turn);
        position
    }

    /// The discs of a player, each the bit of its square: bit 0 for the upper left corner of a
    /// board of 8 by 8, then row by row. The board of 6 by 6 lies in the middle of this one.
    #[inline]
    #[must_use]
    pub const fn discs(&self, player: Player) -> u64 {
        self.discs[player.index()]
    }

    /// The empty squares.
    #[inline]
    #[must_use]
    pub const fn empty(&self) -> u64 {
        self.board & !(self.discs[0] | self.discs[1])
    }

    /// The player whose turn it is.
    #[inline]
    #[must_use]
    pub const fn to_move(&self) -> Player {
        self.turn
    }

    /// The squares where a player could put a disc.
    #[inline]
    #[must_use]
    pub const fn open_to(&self, player: Player) -> u64 {
        discs::moves(self.discs(player), self.discs(player.other()), self.empty())
    }

    /// Whether neither player can move.
    #[inline]
    #[must_use]
    pub const fn is_over(&self) -> bool {
        self.open == 0 && self.open_to(self.turn.other()) == 0
    }

    /// How many more discs a player has than the opponent, if the game were over now. Empty squares
    /// count for the winner.
    #[must_use]
    pub const fn lead(&self, player: Player) -> i32 {
        let size = self.board.count_ones() as i32;
        discs::lead(self.discs(player), self.discs(player.other()), size)
    }
}
