//! A race of two tokens with a die: rules, a board and exact odds, without an evaluator. The game
//! is so small that a solver knows what every position is worth, and the engine plays by that.
//!
//! Try it: `cargo run --release --example two_tokens -- serve --open`, or ask for the odds:
//! `cargo run --release --example two_tokens -- solve --start --all`.

use std::time::Duration;

use sarsen::game::board::{Area, Contents, Diagram, Gesture, Layout, Outline, PlaceCode};
use sarsen::game::{
    Actor, Game, Outcome, Player, Position, Presentation, Solver, Stress, Symmetric,
};
use sarsen::game::{TextError, Written, mix64};
use sarsen::session::Registry;
use sarsen::solvers::ValueIteration;

const BOTH: [Player; 2] = [Player::First, Player::Second];

/// The number of fields of a row. A token begins on field 0 and wins on the last one.
const FIELDS: usize = 12;
const GOAL: u8 = FIELDS as u8 - 1;

/// The moves of a player. The others, 1 to 3, are what the die shows: chance plays them.
const RUN: u8 = 4;
const PUSH: u8 = 5;

/// A position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Track {
    /// The field of each player's token.
    fields: [u8; 2],
    /// How often each player may still push. Without such a limit, games could last for ever.
    pushes: [u8; 2],
    turn: Player,
    /// What the die shows. 0 means that it is to be thrown.
    die: u8,
}

/// The text of a position has six characters, one out of each of these: the fields of both tokens,
/// the pushes left to both players, the side to move, and the die. The start is `aa33x-`.
const CHARACTERS: [&str; 6] = ["abcdefghijkl", "abcdefghijkl", "0123", "0123", "xo", "-123"];

impl Track {
    /// All of the position, as the indices of its characters.
    fn numbers(&self) -> [u8; 6] {
        let ([one, other], [left, right]) = (self.fields, self.pushes);
        [one, other, left, right, self.turn.index() as u8, self.die]
    }

    /// Whose token a move moves, and to which field. A throw moves none.
    fn target(&self, m: u8) -> Option<(Player, u8)> {
        let field = |player: Player| self.fields[player.index()];
        let (own, other) = (self.turn, self.turn.other());
        match m {
            RUN => Some((own, GOAL.min(field(own) + self.die))),
            PUSH => Some((other, field(other).saturating_sub(self.die))),
            _ => None,
        }
    }
}

impl Position for Track {
    type Move = u8;
    type Undo = Self; // the old position: it is small
    const HAS_CHANCE: bool = true;
    const MOVE_CODES: usize = 6;

    /// Chance acts before each throw, but never in a finished game.
    fn actor(&self) -> Actor {
        let is_due = self.die == 0 && self.outcome().is_none();
        if is_due { Actor::Chance(self.turn) } else { Actor::Player(self.turn) }
    }

    fn outcome(&self) -> Option<Outcome> {
        BOTH.into_iter().find(|player| self.fields[player.index()] == GOAL).map(Outcome::Win)
    }

    fn moves(&self, out: &mut Vec<u8>) {
        if self.die == 0 {
            return out.extend(1..=3);
        }
        out.push(RUN);
        let (own, other) = (self.turn.index(), self.turn.other().index());
        if self.pushes[own] > 0 && self.fields[other] > 0 {
            out.push(PUSH);
        }
    }

    /// Asked only where chance acts. A 2 is as likely as 1 and 3 together.
    fn weight(&self, number: u8) -> u32 {
        if number == 2 { 2 } else { 1 }
    }

    fn make(&mut self, m: u8) -> Self {
        let before = *self;
        let Some((player, field)) = self.target(m) else {
            self.die = m; // it is still the turn of the same player
            return before;
        };
        self.fields[player.index()] = field;
        self.pushes[self.turn.index()] -= u8::from(m == PUSH);
        (self.turn, self.die) = (self.turn.other(), 0);
        before
    }

    fn unmake(&mut self, _: u8, before: Self) {
        *self = before;
    }

    /// The die is in it, and so is whether chance acts. No two positions have the same key.
    fn key(&self) -> u64 {
        mix64(self.numbers().into_iter().fold(1, |key, number| key << 8 | u64::from(number)))
    }

    fn code(&self, m: u8) -> u16 {
        m.into()
    }
}

impl Symmetric for Track {}

impl Written for Track {
    fn parse(&self, text: &str) -> Result<Self, TextError> {
        let index = |(letter, known): (char, &str)| known.find(letter).map(|at| at as u8);
        let numbers: Vec<u8> = text.chars().zip(CHARACTERS).map_while(index).collect();
        match numbers[..] {
            [one, other, left, right, turn, die] if text.len() == 6 => {
                let (fields, pushes) = ([one, other], [left, right]);
                Ok(Self { fields, pushes, turn: BOTH[usize::from(turn)], die })
            }
            _ => Err(TextError::new(numbers.len() + 1, "six characters as in 'aa33x-' expected")),
        }
    }

    fn format(&self) -> String {
        let letters = self.numbers().into_iter().zip(CHARACTERS);
        letters.map(|(number, known)| char::from(known.as_bytes()[usize::from(number)])).collect()
    }

    fn format_move(&self, m: u8) -> String {
        match m {
            RUN => "run".to_owned(),
            PUSH => "push".to_owned(),
            number => number.to_string(),
        }
    }
}

/// The game.
pub struct TwoTokens;

impl Game for TwoTokens {
    type Position = Track;

    fn name(&self) -> &str {
        "twotokens"
    }

    fn start(&self) -> Track {
        Track { fields: [0; 2], pushes: [3; 2], turn: Player::First, die: 0 }
    }

    /// Exact odds. There are 18,432 positions, and some milliseconds are enough.
    fn solver(&self, bytes: usize) -> Option<Box<dyn Solver<Track>>> {
        let solver = ValueIteration::new(bytes, |_| Duration::from_millis(20));
        Some(Box::new(solver.counting(|_| 18_432)))
    }
}

impl Presentation<Track> for TwoTokens {
    fn rules(&self) -> &str {
        "Two tokens race from field a to field l, side by side. The first one there wins.\n\n\
         The players take turns to throw a die, which shows 1, 3 or, twice as often, 2. Then the \
         own token runs forward by so many fields, or the other one is pushed back, but not \
         beyond field a. Each player may push three times.\n\n\
         A move is the word run or push. What the die shows is a number from 1 to 3."
    }

    fn board(&self) -> Option<&dyn Diagram<Track>> {
        Some(self)
    }
}

/// The places: the fields of both rows, then these. Learning sees nothing but the board. So all
/// that a position depends on has a place: the die and the pushes, too.
const DIE: usize = 2 * FIELDS;
const PUSHES: usize = DIE + 1; // the first player's; the second player's is the next one

/// The place of a field in a player's row.
fn place(player: Player, field: u8) -> usize {
    player.index() * FIELDS + usize::from(field)
}

/// The pieces: the place, the owner and the kind of each. A token is of kind 0. All else is a
/// number, if it is not 0, and its kind is that number.
fn pieces(track: &Track) -> impl Iterator<Item = (usize, Player, u16)> {
    let tokens = BOTH.map(|player| (place(player, track.fields[player.index()]), player, 0));
    let pushes = BOTH.map(|player| (PUSHES + player.index(), player, track.pushes[player.index()]));
    let numbers = pushes.into_iter().chain([(DIE, track.turn, track.die)]);
    let shown = numbers.filter(|&(_, _, number)| number > 0);
    tokens.into_iter().chain(shown.map(|(place, player, number)| (place, player, number.into())))
}

impl Diagram<Track> for TwoTokens {
    fn layout(&self) -> Layout {
        let layout = Layout::grid(FIELDS, BOTH.len(), Outline::Square);
        let mut layout = layout.with_column_labels(CHARACTERS[0].chars());
        layout.add_place("die", [14.4, 1.0], Outline::Die, Area::Beside);
        layout.add_place("pushes", [13.0, 0.5], Outline::Token, Area::First);
        layout.add_place("pushes", [13.0, 1.5], Outline::Token, Area::Second);
        layout
    }

    fn contents(&self, track: &Track, last: Option<u8>) -> Contents {
        let mut contents = Contents::default();
        for (place, player, kind) in pieces(track) {
            let name = if kind == 0 { "token".to_owned() } else { kind.to_string() };
            contents.put(place, player, name).kind = kind;
        }
        let token = |player: Player| place(player, track.fields[player.index()]);
        let last = last.map(|m| match m {
            RUN => token(track.turn.other()),
            PUSH => token(track.turn),
            _ => DIE,
        });
        contents.stress(last, Stress::Last);
        contents
    }

    /// A person points at the field where a token will stand. What the die shows is a button.
    fn gesture(&self, track: &Track, m: u8) -> Gesture {
        let target = track.target(m).map(|(player, field)| vec![place(player, field)]);
        target.into_iter().collect()
    }

    fn codes(&self, track: &Track, places: &mut [PlaceCode], _: &mut [PlaceCode]) {
        for (place, player, kind) in pieces(track) {
            places[place] = PlaceCode::piece(Some(player), kind);
        }
    }

    /// If the players exchange their sides, so do the rows and the pushes.
    fn opposite(&self, place: usize) -> Option<usize> {
        let beside = [DIE, PUSHES + 1, PUSHES];
        Some(if place < DIE { (place + FIELDS) % DIE } else { beside[place - DIE] })
    }
}

#[allow(dead_code)] // tests include this file for its game alone
fn main() -> std::process::ExitCode {
    sarsen::run(Registry::of(TwoTokens))
}
