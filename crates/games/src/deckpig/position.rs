//! Positions: the scores, the turn total, whose turn it is, and the cards that are left.

use super::deck::CardDeck;
use super::setup::DeckPig;
use sarsen_core::game::{Outcome, Player, mix64};

/// A position: what both players have, what the one whose turn it is may lose, the cards that are
/// left, and whether one of them is being drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DeckPigPosition {
    pub(super) setup: DeckPig,
    pub(super) left: CardDeck,
    pub(super) scores: [u16; 2],
    pub(super) turn_total: u16,
    pub(super) turn: Player,
    pub(super) is_drawing: bool,
}

impl DeckPigPosition {
    /// Nobody has points, and no card has been drawn.
    pub(super) const fn start(setup: DeckPig) -> Self {
        Self {
            setup,
            left: setup.deck,
            scores: [0; 2],
            turn_total: 0,
            turn: Player::First,
            is_drawing: false,
        }
    }

    /// The points that win.
    #[inline]
    #[must_use]
    pub const fn goal(&self) -> u16 {
        self.setup.goal
    }

    /// The cards that are left.
    #[inline]
    #[must_use]
    pub const fn left(&self) -> &CardDeck {
        &self.left
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

    /// Whether a card is being drawn.
    #[inline]
    #[must_use]
    pub const fn is_drawing(&self) -> bool {
        self.is_drawing
    }

    /// The result: a score and turn total that reach the goal win at once. If no card is left, the
    /// turn total is banked, and the higher score wins.
    #[inline]
    pub(super) fn result(&self) -> Option<Outcome> {
        let own = self.score(self.turn) + self.turn_total;
        let other = self.score(self.turn.other());
        if own >= self.goal() {
            return Some(Outcome::Win(self.turn));
        }
        if !self.left.is_empty() {
            return None;
        }
        Some(match own.cmp(&other) {
            std::cmp::Ordering::Greater => Outcome::Win(self.turn),
            std::cmp::Ordering::Less => Outcome::Win(self.turn.other()),
            std::cmp::Ordering::Equal => Outcome::Draw,
        })
    }

    /// A card has been drawn.
    #[inline]
    pub(super) fn show(&mut self, value: u8) {
        self.is_drawing = false;
        self.left.take(value);
        if value == 1 {
            self.end_turn();
        } else {
            self.turn_total += u16::from(value);
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

    /// The numbers of the position, mixed.
    #[inline]
    pub(super) fn mixed(&self) -> u64 {
        let [first, second] = self.scores.map(u64::from);
        let flags = self.turn.index() as u64 | u64::from(self.is_drawing) << 1;
        let total = u64::from(self.turn_total);
        mix64(mix64(self.left.packed()) ^ (first << 48 | second << 32 | total << 16 | flags))
    }
}
