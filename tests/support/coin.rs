//! A little game of chance that breaks a chosen law about chance: a player tosses a coin, and takes
//! the points that it shows or leaves them to the other.
#![allow(missing_docs)]

use sarsen::game::board::{Area, Contents, Diagram, Gesture, Layout, Outline};
use sarsen::game::laws::Law;
use sarsen::game::{
    Actor, Game, Outcome, Player, Position, Presentation, Symmetric, TextError, Written, mix64,
};

const TAKE: u8 = 2;
const LEAVE: u8 = 3;
const TO_WIN: u8 = 5;

/// The odds of the two sides. Nothing else has any.
const ODDS: [u32; 2] = [2, 1];

#[derive(Clone, PartialEq, Debug)]
pub struct Toss {
    points: [u8; 2],
    turn: Player,
    /// The side that is up, from 1. 0 before the toss.
    side: u8,
    fault: Option<Law>,
}

pub struct CoinGame(pub Option<Law>);

impl Position for Toss {
    type Move = u8;
    type Undo = Self;
    const MOVE_CODES: usize = 4;
    const HAS_CHANCE: bool = true;

    fn actor(&self) -> Actor {
        let is_due = self.side == 0 && self.outcome().is_none();
        if is_due { Actor::Chance(self.turn) } else { Actor::Player(self.turn) }
    }

    fn outcome(&self) -> Option<Outcome> {
        let has_won = |player: &Player| self.points[player.index()] >= TO_WIN;
        [Player::First, Player::Second].into_iter().find(has_won).map(Outcome::Win)
    }

    fn moves(&self, out: &mut Vec<u8>) {
        out.extend(if self.side == 0 { [0, 1] } else { [TAKE, LEAVE] });
    }

    /// Panics if it is asked of a player's move.
    fn weight(&self, outcome: u8) -> u32 {
        if self.fault == Some(Law::Weights) { 0 } else { ODDS[usize::from(outcome)] }
    }

    fn make(&mut self, m: u8) -> Self {
        let before = self.clone();
        match m {
            TAKE => self.points[self.turn.index()] += self.side,
            LEAVE => self.points[self.turn.other().index()] += self.side,
            side => self.side = side + 1,
        }
        if m >= TAKE {
            self.side = 0;
            self.turn = self.turn.other();
        }
        before
    }

    fn unmake(&mut self, _: u8, before: Self) {
        *self = before;
    }

    fn key(&self) -> u64 {
        let [first, second] = self.points.map(u64::from);
        let turn = self.turn.index() as u64;
        mix64(((first * 16 + second) * 4 + u64::from(self.side)) * 2 + turn)
    }

    fn code(&self, m: u8) -> u16 {
        m.into()
    }
}

impl Symmetric for Toss {}

impl Written for Toss {
    fn parse(&self, text: &str) -> Result<Self, TextError> {
        let read: Vec<u8> = text.split(' ').filter_map(|word| word.parse().ok()).collect();
        match read[..] {
            [first @ 0..=9, second @ 0..=9, turn @ 0..=1, side @ 0..=2] => {
                let turn = [Player::First, Player::Second][usize::from(turn)];
                Ok(Self { points: [first, second], turn, side, fault: self.fault })
            }
            _ => Err(TextError::new(1, "a position looks like '0 0 0 0'")),
        }
    }

    fn format(&self) -> String {
        let [first, second] = self.points;
        format!("{first} {second} {} {}", self.turn.index(), self.side)
    }

    fn format_move(&self, m: u8) -> String {
        ["heads", "tails", "take", "leave"][usize::from(m)].to_owned()
    }
}

impl Game for CoinGame {
    type Position = Toss;

    fn name(&self) -> &str {
        "coin"
    }

    fn start(&self) -> Toss {
        Toss { points: [0; 2], turn: Player::First, side: 0, fault: self.0 }
    }
}

impl Presentation<Toss> for CoinGame {
    fn board(&self) -> Option<&dyn Diagram<Toss>> {
        Some(self)
    }
}

/// A place for each player's points, and one for the coin.
impl Diagram<Toss> for CoinGame {
    fn layout(&self) -> Layout {
        let mut layout = Layout::default();
        layout.add_place("points", [0.5, 0.5], Outline::Card, Area::First);
        layout.add_place("points", [2.5, 0.5], Outline::Card, Area::Second);
        layout.add_place("coin", [1.5, 0.5], Outline::Die, Area::Beside);
        layout
    }

    fn contents(&self, toss: &Toss, _: Option<u8>) -> Contents {
        let mut contents = Contents::default();
        for player in [Player::First, Player::Second] {
            let points = toss.points[player.index()];
            contents.put(player.index(), player, points.to_string()).kind = points.into();
        }
        if toss.side > 0 && self.0 != Some(Law::ThrowsShown) {
            contents.put(2, toss.turn, toss.side.to_string()).kind = toss.side.into();
        }
        contents
    }

    fn gesture(&self, _: &Toss, _: u8) -> Gesture {
        Vec::new()
    }
}
