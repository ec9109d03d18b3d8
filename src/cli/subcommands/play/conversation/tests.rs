//! Tests with a small game that has passes, margins and a die that is never thrown.

use super::PlayConversation;
use super::talk::Fingers;
use crate::cli::subcommands::play::game::GameInProgress;
use crate::cli::subcommands::play::lines::LineInput;
use crate::cli::subcommands::play::rescue::Rescue;
use crate::cli::subcommands::play::seats::PlayerKind;
use crate::cli::subcommands::play::settings::Settings;
use crate::cli::subcommands::play::thinking::{Interrupt, Thinker};
use sarsen_core::game::value::Value;
use sarsen_core::game::{
    Actor, Evaluator, Game, NamedEvaluator, Outcome, Player, Position, Presentation, Symmetric,
    TextError, Written,
};
use sarsen_engine::engine::Engine;
use sarsen_engine::session::Registry;

/// A pile from which the first player takes 1 to 3, the second 2 or 3. A player who cannot take
/// passes. The player who takes the last piece wins.
#[derive(Clone, PartialEq, Debug)]
struct Pile<const CHANCE: bool> {
    pile: u32,
    turn: Player,
}

impl<const CHANCE: bool> Position for Pile<CHANCE> {
    type Move = u32;
    type Undo = Self;
    const HAS_CHANCE: bool = CHANCE;
    const MOVE_CODES: usize = 4;
    const MOST_MARGIN: u32 = 7;

    fn actor(&self) -> Actor {
        Actor::Player(self.turn)
    }
    fn outcome(&self) -> Option<Outcome> {
        (self.pile == 0).then_some(Outcome::Win(self.turn.other()))
    }
    fn margin(&self) -> u32 {
        7
    }
    fn moves(&self, out: &mut Vec<u32>) {
        let least = if self.turn == Player::Second { 2 } else { 1 };
        out.extend(least..=self.pile.min(3));
        if least > self.pile {
            out.push(0);
        }
    }
    fn make(&mut self, m: u32) -> Self {
        let before = self.clone();
        self.pile -= m;
        self.turn = self.turn.other();
        before
    }
    fn unmake(&mut self, _: u32, before: Self) {
        *self = before;
    }
    fn key(&self) -> u64 {
        sarsen_core::game::mix64(u64::from(self.pile * 2) + self.turn.index() as u64)
    }
    fn code(&self, m: u32) -> u16 {
        m as u16
    }
}

impl<const CHANCE: bool> Symmetric for Pile<CHANCE> {}

impl<const CHANCE: bool> Written for Pile<CHANCE> {
    fn is_pass(&self, m: u32) -> bool {
        m == 0
    }

    fn parse(&self, text: &str) -> Result<Self, TextError> {
        let pile = text.parse().map_err(|_| TextError::new(1, "a number is needed"))?;
        Ok(Self { pile, turn: Player::First })
    }

    fn format(&self) -> String {
        self.pile.to_string()
    }

    fn format_move(&self, m: u32) -> String {
        if m == 0 { "pass".to_owned() } else { m.to_string() }
    }
}

struct Even;

impl<P: Position> Evaluator<P> for Even {
    fn evaluate(&self, _: &P, _: Player) -> Value {
        0
    }
}

struct Piles<const CHANCE: bool>;

impl<const CHANCE: bool> Game for Piles<CHANCE> {
    type Position = Pile<CHANCE>;
    fn name(&self) -> &str {
        "piles"
    }
    fn start(&self) -> Self::Position {
        Pile { pile: 4, turn: Player::First }
    }
    fn evaluators(&self) -> Vec<NamedEvaluator<Self::Position>> {
        vec![("even", Box::new(Even))]
    }
}

impl<const CHANCE: bool> Presentation<Pile<CHANCE>> for Piles<CHANCE> {
    fn margin_unit(&self) -> &str {
        "stones"
    }
}

fn talk(seats: [PlayerKind; 2], script: &[&str]) -> String {
    let engine = Engine::new(Registry::of(Piles::<false>).open("piles", "").unwrap(), 1).unwrap();
    let mut settings = Settings::default();
    settings.limits.depth = Some(1);
    let game = GameInProgress::new(engine, seats, settings);
    let thinker = Thinker { interrupt: Interrupt::default(), shown: false };
    let inputs: Vec<LineInput> =
        script.iter().map(|line| LineInput::Line((*line).to_owned())).collect();
    let mut lines = Fingers(inputs.iter());
    let mut out = Vec::new();
    let rescue = Rescue::default();
    PlayConversation::new(game, thinker, &mut lines, &mut out, false, None, rescue).run().unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn a_player_who_can_only_pass_is_told_and_passes() {
    // The second player cannot take the last piece.
    let said = talk([PlayerKind::Person; 2], &["3", "1"]);
    assert!(said.contains("x> \no has to pass.\n"), "{said}");
    assert!(!said.contains("o> "), "{said}");
    assert!(said.contains("x has won by 7 stones."), "{said}");
    let said = talk([PlayerKind::Person, PlayerKind::Engine], &["3"]);
    assert!(said.contains("The engine has to pass (o).\n"), "{said}");
}

#[test]
fn moves_are_taken_back_until_a_player_has_a_choice() {
    let said = talk([PlayerKind::Person; 2], &["3", "undo", "2"]);
    assert!(said.contains("Taken back: 3 pass\n"), "{said}");
    assert!(said.ends_with("o> \n"), "{said}");
    let said = talk([PlayerKind::Person; 2], &["3", "undo", "3", "resign", "undo", "undo"]);
    assert_eq!(said.matches("Taken back: 3 pass\n").count(), 2, "{said}");
}
