//! The rules of backgammon.

use super::dice::Dice;
use super::moves::BackgammonMove;
use super::position::{BackgammonPosition, MOST_POINTS};
use sarsen_core::game::{Actor, Outcome, Player, Position, Symmetric};

/// The pips of an average roll.
const ROLL: u32 = 8;

impl Position for BackgammonPosition {
    type Move = BackgammonMove;
    type Undo = Self;

    const HAS_CHANCE: bool = true;
    const MOVE_CODES: usize = BackgammonMove::CODES;
    const MOST_MARGIN: u32 = MOST_POINTS;

    #[inline]
    fn actor(&self) -> Actor {
        if self.dice().is_none() && self.winner().is_none() {
            Actor::Chance(self.to_move())
        } else {
            Actor::Player(self.to_move())
        }
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.winner().map(Outcome::Win)
    }

    /// The points of the winner, if gammons count.
    #[inline]
    fn margin(&self) -> u32 {
        if self.counts_gammons() { self.points() } else { 0 }
    }

    #[inline]
    fn moves(&self, out: &mut Vec<BackgammonMove>) {
        match self.dice() {
            Some(dice) => self.plays(dice, |m| out.push(m)),
            None if self.is_opening() => {
                let pairs = (1..=6).flat_map(|first| (1..=6).map(move |second| [first, second]));
                let uneven = pairs.filter(|[first, second]| first != second);
                out.extend(uneven.map(|[first, second]| BackgammonMove::throw(first, second)));
            }
            None => {
                out.extend(Dice::all().map(|dice| BackgammonMove::throw(dice.high(), dice.low())));
            }
        }
    }

    #[inline]
    fn count_moves(&self) -> usize {
        match self.dice() {
            Some(dice) => {
                let mut count = 0;
                self.plays(dice, |_| count += 1);
                count
            }
            None if self.is_opening() => 30,
            None => 21,
        }
    }

    /// A throw of two different dice is twice as likely as a double. Doubles do not open a game.
    #[inline]
    fn weight(&self, outcome: BackgammonMove) -> u32 {
        match outcome.thrown() {
            Some([high, low]) if high != low && !self.is_opening() => 2,
            _ => 1,
        }
    }

    #[inline]
    fn make(&mut self, m: BackgammonMove) -> Self {
        let before = *self;
        match m.thrown() {
            Some(dice) => self.throw(dice),
            None => self.play(m),
        }
        before
    }

    #[inline]
    fn unmake(&mut self, _: BackgammonMove, before: Self) {
        *self = before;
    }

    #[inline]
    fn key(&self) -> u64 {
        self.hash()
    }

    #[inline]
    fn code(&self, m: BackgammonMove) -> u16 {
        m.code()
    }

    /// The player who is ahead needs a roll for each 8 pips, and one more. A turn of both is four
    /// plies.
    fn plies_left(&self) -> u32 {
        let pips = self.pips(Player::First).min(self.pips(Player::Second));
        4 * (pips / ROLL + 1)
    }
}

impl Symmetric for BackgammonPosition {}
