//! The rules of Pig.

use super::moves::{FACES, PigMove};
use super::position::PigPosition;
use sarsen_core::game::{Actor, Outcome, Position};

/// About how many points a player gains in a turn, on average.
const POINTS_PER_TURN: u32 = 8;

/// About how many plies a turn has: a decision and a die for each roll, and a hold.
const PLIES_PER_TURN: u32 = 9;

impl Position for PigPosition {
    type Move = PigMove;
    type Undo = Self;

    const HAS_CHANCE: bool = true;
    const MOVE_CODES: usize = PigMove::CODES;

    #[inline]
    fn actor(&self) -> Actor {
        if self.is_rolling { Actor::Chance(self.turn) } else { Actor::Player(self.turn) }
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.winner().map(Outcome::Win)
    }

    #[inline]
    fn moves(&self, out: &mut Vec<PigMove>) {
        if self.is_rolling {
            out.extend((1..=FACES).map(PigMove::Face));
            return;
        }
        out.push(PigMove::Roll);
        if self.turn_total > 0 {
            out.push(PigMove::Hold);
        }
    }

    #[inline]
    fn count_moves(&self) -> usize {
        match (self.is_rolling, self.turn_total) {
            (true, _) => FACES.into(),
            (false, 0) => 1,
            (false, _) => 2,
        }
    }

    #[inline]
    fn make(&mut self, m: PigMove) -> Self {
        let before = *self;
        match m {
            PigMove::Roll => self.is_rolling = true,
            PigMove::Hold => self.hold(),
            PigMove::Face(number) => self.show(number),
        }
        before
    }

    #[inline]
    fn unmake(&mut self, _: PigMove, before: Self) {
        *self = before;
    }

    #[inline]
    fn key(&self) -> u64 {
        self.mixed()
    }

    #[inline]
    fn code(&self, m: PigMove) -> u16 {
        m.code()
    }

    /// The turns that the nearer player still needs, and as many of the other one.
    fn plies_left(&self) -> u32 {
        let [first, second] = self.scores.map(u32::from);
        let points = u32::from(self.goal).saturating_sub(first.max(second));
        2 * points.div_ceil(POINTS_PER_TURN).max(1) * PLIES_PER_TURN
    }
}
