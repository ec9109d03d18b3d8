//! Positions of Pig: the scores, the turn total, and whose turn it is.

use super::moves::FACES;
use sarsen_core::game::{Player, mix64};

/// A position: what both players have, what the one whose turn it is may lose, and whether the die
/// is in the air.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PigPosition {
    pub(super) goal: u16,
    pub(super) scores: [u16; 2],
    pub(super) turn_total: u16,
    pub(super) turn: Player,
    pub(super) is_rolling: bool,
}

impl PigPosition {
    /// Nobody has points.
    pub(super) const fn start(goal: u16) -> Self {
        Self { goal, scores: [0; 2], turn_total: 0, turn: Player::First, is_rolling: false }
    }

    /// The points that win.
    #[inline]
    #[must_use]
    pub const fn goal(&self) -> u16 {
        self.goal
    }

    /// The points that a player has banked.
    #[inline]
    #[must_use]
    pub const fn score(&self, player: Player) -> u16 {
        self.scores[player.index()]
    }

    /// The points of this turn, which are not banked yet.
    #[inline]
    #[must_use]
    pub const fn turn_total(&self) -> u16 {
        self.turn_total
    }

    /// The player whose turn it is.
    #[inline]
    #[must_use]
    pub const fn to_move(&self) -> Player {
        self.turn
    }

    /// Whether the die is in the air.
    #[inline]
    #[must_use]
    pub const fn is_rolling(&self) -> bool {
        self.is_rolling
    }

    /// The winner: the player whose score and turn total reach the goal. None if the game is not
    /// over.
    #[inline]
    #[must_use]
    pub const fn winner(&self) -> Option<Player> {
        if self.score(self.turn) + self.turn_total >= self.goal { Some(self.turn) } else { None }
    }

    /// The die shows a number.
    #[inline]
    pub(super) fn show(&mut self, number: u8) {
        self.is_rolling = false;
        if number == 1 {
            self.end_turn();
        } else {
            self.turn_total += u16::from(number);
        }
    }

    /// The player banks the turn total.
    #[inline]
    pub(super) fn hold(&mut self) {
        self.scores[self.turn.index()] += self.turn_total;
        self.end_turn();
    }

    /// The other player begins a turn.
    #[inline]
    fn end_turn(&mut self) {
        self.turn_total = 0;
        self.turn = self.turn.other();
    }

    /// The numbers of the position in one word, mixed. Each number has a byte of its own, because
    /// the goal and the last roll together are less than 256.
    #[inline]
    pub(super) const fn mixed(&self) -> u64 {
        let [first, second] = self.scores;
        let flags = self.turn.index() as u64 | (self.is_rolling as u64) << 1 | 4;
        let numbers = (first as u64) << 8 | (second as u64) << 16 | (self.turn_total as u64) << 24;
        mix64(flags | numbers | (self.goal as u64) << 32)
    }
}

const _: () = assert!(*super::setup::GOALS.end() + FACES as u16 <= 256);
