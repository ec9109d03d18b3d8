//! Nim: a player takes as many things as he likes from one heap. Who takes the last one wins.

use sarsen_core::game::{
    Actor, Evaluator, Game, NamedEvaluator, Outcome, Player, Position, Presentation, Symmetric,
    TextError, Written, mix64,
};
use sarsen_core::search::{Control, Limits, Means, search};
use sarsen_core::transposition::Table;

/// The heaps, and who takes next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Heaps {
    things: [u8; 3],
    player: Player,
}

/// A heap, and how many things are taken from it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Take {
    heap: u8,
    things: u8,
}

impl Position for Heaps {
    type Move = Take;
    type Undo = Self;
    const MOVE_CODES: usize = 3 * 256;

    fn actor(&self) -> Actor {
        Actor::Player(self.player)
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.things == [0; 3]).then_some(Outcome::Win(self.player.other()))
    }

    fn moves(&self, out: &mut Vec<Take>) {
        for (heap, &most) in (0..).zip(&self.things) {
            out.extend((1..=most).map(|things| Take { heap, things }));
        }
    }

    fn make(&mut self, m: Take) -> Self {
        let undo = self.clone();
        self.things[usize::from(m.heap)] -= m.things;
        self.player = self.player.other();
        undo
    }

    fn unmake(&mut self, _: Take, undo: Self) {
        *self = undo;
    }

    fn key(&self) -> u64 {
        let [a, b, c] = self.things;
        mix64(u64::from_le_bytes([a, b, c, self.player as u8, 1, 0, 0, 0]))
    }

    fn code(&self, m: Take) -> u16 {
        u16::from_be_bytes([m.heap, m.things])
    }
}

impl Symmetric for Heaps {}

impl Written for Heaps {
    fn parse(&self, text: &str) -> Result<Self, TextError> {
        let (mut numbers, mut at) = ([0; 4], 1);
        let mut words = text.split(' ');
        for number in &mut numbers {
            let word = words.next().unwrap_or_default();
            let plain = word.parse().ok().filter(|number: &u8| number.to_string() == word);
            *number = plain.ok_or_else(|| TextError::new(at, "expected a number up to 255"))?;
            at += word.chars().count() + 1;
        }
        let [a, b, c, player] = numbers;
        let player = match (player, words.next()) {
            (1, None) => Player::First,
            (2, None) => Player::Second,
            _ => return Err(TextError::at_end_of(text, "expected 1 or 2: who takes next")),
        };
        Ok(Self { things: [a, b, c], player })
    }

    fn format(&self) -> String {
        let [a, b, c] = self.things;
        format!("{a} {b} {c} {}", self.player.index() + 1)
    }

    fn format_move(&self, m: Take) -> String {
        format!("{}-{}", ["a", "b", "c"][usize::from(m.heap)], m.things)
    }
}

/// The game with three, five and seven things.
pub struct Nim;

/// Nobody knows better before the end.
fn even(_: &Heaps, _: Player) -> i32 {
    0
}

impl Game for Nim {
    type Position = Heaps;

    fn name(&self) -> &str {
        "nim"
    }

    fn start(&self) -> Heaps {
        Heaps { things: [3, 5, 7], player: Player::First }
    }

    fn evaluators(&self) -> Vec<NamedEvaluator<Heaps>> {
        vec![("even", Box::new(even))]
    }
}

impl Presentation<Heaps> for Nim {}

#[allow(dead_code)] // The tests of the library need only the game.
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let start = Nim.start();
    let evaluator: &dyn Evaluator<Heaps> = &even;
    let table = Table::new(1)?;
    let means = Means::new(evaluator, &table);
    let answer =
        search(start.clone(), means, &Limits::depth(15).into(), &Control::new(), &mut |info| {
            println!("depth {} score {:?} nodes {}", info.depth, info.score, info.nodes);
        });
    let answer = answer.ok_or("the game is over")?;
    println!("{}", start.format_move(answer.best.variation[0]));
    Ok(())
}
