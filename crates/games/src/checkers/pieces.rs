//! The pieces on the board and whose turn it is: steps, and what a move changes.

use super::captures::Jumps;
use super::moves::CheckersMove;
use super::squares::{BOARD, CROWN, places, turned};
use sarsen_core::game::Player;

/// The pieces, and whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Pieces {
    /// The pieces of the first player (black) and of the second.
    pub(super) of: [u64; 2],
    /// The kings of both.
    pub(super) kings: u64,
    pub(super) turn: Player,
}

impl Pieces {
    /// The pieces of the player to move.
    #[inline]
    pub(super) const fn own(&self) -> u64 {
        self.of[self.turn.index()]
    }

    /// The pieces of the opponent.
    #[inline]
    pub(super) const fn other(&self) -> u64 {
        self.of[self.turn.other().index()]
    }

    /// The empty squares.
    #[inline]
    pub(super) const fn empty(&self) -> u64 {
        BOARD & !(self.of[0] | self.of[1])
    }

    /// Whose piece is on a square.
    pub(super) fn owner(&self, place: u32) -> Option<Player> {
        let holds = |player: &Player| self.of[player.index()] >> place & 1 != 0;
        [Player::First, Player::Second].into_iter().find(holds)
    }

    /// The pieces of the player to move that can go towards white's side, and those that can go
    /// towards black's.
    #[inline]
    const fn goers(&self) -> [u64; 2] {
        let own = self.own();
        match self.turn {
            Player::First => [own, own & self.kings],
            Player::Second => [own & self.kings, own],
        }
    }

    /// The squares where steps of the player to move end, for each of the four directions.
    #[inline]
    const fn steps(&self) -> [u64; 4] {
        let ([down, up], empty) = (self.goers(), self.empty());
        [down << 4 & empty, down << 5 & empty, up >> 4 & empty, up >> 5 & empty]
    }

    /// The pieces of the player to move that can capture.
    #[inline]
    pub(super) const fn jumpers(&self) -> u64 {
        let ([down, up], other, empty) = (self.goers(), self.other(), self.empty());
        down & (other >> 4 & empty >> 8 | other >> 5 & empty >> 10)
            | up & (other << 4 & empty << 8 | other << 5 & empty << 10)
    }

    /// Whether the player to move has a move.
    #[inline]
    pub(super) const fn can_move(&self) -> bool {
        let [a, b, c, d] = self.steps();
        a | b | c | d != 0 || self.jumpers() != 0
    }

    /// The jumps of the piece on a square. It belongs to the player to move.
    #[inline]
    pub(super) const fn jumps(&self, from: u32) -> Jumps {
        let is_king = self.kings >> from & 1 != 0;
        let is_first = matches!(self.turn, Player::First);
        let goes = [is_king || is_first, is_king || !is_first];
        Jumps::new(from, self.other(), self.empty(), goes)
    }

    /// Calls `found` with each move.
    #[inline]
    pub(super) fn each_move(&self, mut found: impl FnMut(CheckersMove)) {
        let jumpers = self.jumpers();
        if jumpers != 0 {
            return places(jumpers).for_each(|from| self.jumps(from).each(&mut found));
        }
        for (targets, back) in self.steps().into_iter().zip([-4, -5, 4, 5]) {
            for to in places(targets) {
                found(CheckersMove::step(to.wrapping_add_signed(back), to));
            }
        }
    }

    /// The number of steps of the player to move, even if a capture is due.
    #[inline]
    pub(super) fn count_steps(&self) -> usize {
        self.steps().iter().map(|targets| targets.count_ones() as usize).sum()
    }

    /// The number of moves.
    #[inline]
    pub(super) fn count_moves(&self) -> usize {
        let jumpers = self.jumpers();
        if jumpers == 0 {
            return self.count_steps();
        }
        places(jumpers).map(|from| self.jumps(from).count()).sum()
    }

    /// Plays a legal move. Returns whether it crowned a man.
    #[inline]
    pub(super) const fn play(&mut self, m: CheckersMove) -> bool {
        let (own, other) = (self.turn.index(), self.turn.other().index());
        let (from, to) = (1 << m.from(), 1 << m.to());
        let is_king = self.kings & from != 0;
        let crowns = !is_king && CROWN[own] & to != 0;
        self.of[own] = self.of[own] & !from | to;
        self.of[other] &= !m.captured();
        self.kings &= !(m.captured() | from);
        if is_king || crowns {
            self.kings |= to;
        }
        self.turn = self.turn.other();
        crowns
    }

    /// The same for the other player, seen from the other side of the board. It has the same value
    /// for the player to move.
    #[inline]
    #[must_use]
    pub(super) const fn swapped(&self) -> Self {
        Self {
            of: [turned(self.of[1]), turned(self.of[0])],
            kings: turned(self.kings),
            turn: self.turn.other(),
        }
    }
}
