//! The rules of Pig with a deck.

use super::moves::DeckMove;
use super::position::DeckPigPosition;
use sarsen_core::game::{Actor, Outcome, Position};

impl Position for DeckPigPosition {
    type Move = DeckMove;
    type Undo = Self;

    const HAS_CHANCE: bool = true;
    const MOVE_CODES: usize = DeckMove::CODES;

    #[inline]
    fn actor(&self) -> Actor {
        if self.is_drawing { Actor::Chance(self.turn) } else { Actor::Player(self.turn) }
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.result()
    }

    #[inline]
    fn moves(&self, out: &mut Vec<DeckMove>) {
        if self.is_drawing {
            out.extend(self.left.iter().map(|(value, _)| DeckMove::Card(value)));
            return;
        }
        out.push(DeckMove::Draw);
        if self.turn_total > 0 {
            out.push(DeckMove::Hold);
        }
    }

    #[inline]
    fn count_moves(&self) -> usize {
        match (self.is_drawing, self.turn_total) {
            (true, _) => self.left.iter().count(),
            (false, 0) => 1,
            (false, _) => 2,
        }
    }

    /// The copies that are left.
    #[inline]
    fn weight(&self, outcome: DeckMove) -> u32 {
        match outcome {
            DeckMove::Card(value) => self.left.copies(value).into(),
            DeckMove::Draw | DeckMove::Hold => 1,
        }
    }

    #[inline]
    fn make(&mut self, m: DeckMove) -> Self {
        let before = *self;
        match m {
            DeckMove::Draw => self.is_drawing = true,
            DeckMove::Hold => self.hold(),
            DeckMove::Card(value) => self.show(value),
        }
        before
    }

    #[inline]
    fn unmake(&mut self, _: DeckMove, before: Self) {
        *self = before;
    }

    #[inline]
    fn key(&self) -> u64 {
        self.mixed()
    }

    #[inline]
    fn code(&self, m: DeckMove) -> u16 {
        m.code()
    }

    /// Two plies for each card, and a hold after every other one. Not all cards are drawn if the
    /// points are enough.
    fn plies_left(&self) -> u32 {
        let cards = self.left.cards();
        let points = u32::from(self.left.points());
        let [first, second] = self.scores;
        let to_go = u32::from(2 * self.goal() - first - second);
        let drawn = if points > to_go { cards * to_go / points } else { cards };
        (drawn * 5 / 2).max(1)
    }
}
