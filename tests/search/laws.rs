//! The laws of games, for every game, in random games and on random texts.

#[path = "../../examples/tic_tac_toe.rs"]
pub mod tic_tac_toe;

#[path = "../support/ring.rs"]
mod ring;

#[path = "../support/coin.rs"]
mod coin;

#[path = "../support/shuttle.rs"]
mod shuttle;

use crate::examples::{ataxx::Ataxx, breakthrough::Breakthrough, two_tokens::TwoTokens};
use crate::support::cases;
use coin::CoinGame;
use proptest::prelude::*;
use ring::RingGame;
use sarsen::game::laws::{
    Broken, Law, check, check_games_from, check_random_games, hold, hold_in_games_from,
    hold_in_random_games, survive,
};
use sarsen::game::{
    Actor, Game, Outcome, Position, Presentation, Symmetric, TextError, Written, split_mix,
};
use sarsen::games::abalone::Abalone;
use sarsen::games::backgammon::Backgammon;
use sarsen::games::checkers::Checkers;
use sarsen::games::connect_four::{Large, Small};
use sarsen::games::einstein::Einstein;
use sarsen::games::nuba::Nuba;
use sarsen::games::othello::Othello;
use sarsen::games::pig::{DeckPig, Pig};
use sarsen::games::stonehenge::Stonehenge;
use shuttle::ShuttleGame;
use tic_tac_toe::TicTacToe;

fn choices() -> impl Strategy<Value = Vec<usize>> {
    prop::collection::vec(0..10_000_usize, 0..60)
}

/// Any text, and text that comes near to a position.
fn texts() -> impl Strategy<Value = String> {
    prop_oneof![
        "\\PC{0,80}",
        "[xo1-9/. ]{0,60}",
        "[Pp0-9/\\[\\] wb-]{0,60}",
        "(7|[xo]{7}|3[xo]3){6} [xo]",
        "[1-6x]?@[0-9]{0,3}",
        "[BW]:[BW](K?[0-9]{1,2}[,-]){0,9}K?[0-9]{0,2}:[BW](K?[0-9]{1,2},){0,9}[0-9]{0,2}",
        "[0-9]{1,2}([-x][0-9]{1,2}){0,4}",
        "[bw.]{55,62} [bw]? [0-7] [0-7]",
        "[a-m]{2}[0-4]{2}[xo]?[-0-4]{1,2}",
        "([a-j][0-9]){1,4}",
        "([.]|[xo][1-6]){0,5}/([.]|[xo][1-6]){0,5}/\\.{4}/\\.{5}/([.]|[xo][1-6]){0,5} [.xo]{13,16} [xo]",
        "((w|b|\\.){6}/){5}(w|b|\\.){6} [wb]",
        "(([xo]|[1-3]){2,7}/){6}([xo]|[1-3]){2,7} [xo]",
        "[-A-Fa-f]{26}( [12-]( [1-6-]{1,2})?)?",
        "((bar|[0-9]{1,2})(/([0-9]{1,2}|off)[*]?){1,4}([(][0-5][)])?[+ ]?){1,4}",
        "(([.]|[gr][1-9X]){4,6}/){4,6}[.]{5} (setup|-|[gr][1-9X]) [gr]",
        "[.]{0,8}[1-6a-f.]{0,6}[.]{9,14}[a-f.]{0,4} [12] [-1-6]",
        "[0-9]{1,3} [0-9]{1,2} [0-9]{1,2} [12]( rolling)?",
        "[0-9] [0-9] [0-9] [12] (-|[1-4]:[0-5](,[1-5]:[0-5]){0,3})( drawing)?",
    ]
}

proptest! {
    #![proptest_config(cases(24))]

    #[test]
    fn connect_four(choices in choices()) {
        hold(&Small::new(7, 6).unwrap(), &choices);
    }

    #[test]
    fn connect_four_of_any_size(width in 4..26_u32, height in 4..32_u32, choices in choices()) {
        if let Ok(game) = Small::new(width, height) {
            hold(&game, &choices);
        }
        if let Ok(game) = Large::new(width, height) {
            hold(&game, &choices);
        }
    }

    #[test]
    fn stonehenge(choices in choices()) {
        hold(&Stonehenge, &choices);
    }

    #[test]
    fn othello(choices in choices()) {
        hold(&Othello::USUAL, &choices);
        hold(&Othello::SMALL, &choices);
    }

    #[test]
    fn checkers(choices in prop::collection::vec(0..10_000_usize, 0..160)) {
        hold(&Checkers, &choices);
    }

    #[test]
    fn abalone(choices in choices()) {
        hold(&Abalone::STANDARD, &choices);
        hold(&Abalone::parse("belgian/30").unwrap(), &choices);
    }

    #[test]
    fn nuba(choices in choices()) {
        for setup in ["row", "beyond", "row-ready", "beyond-ready"] {
            hold(&Nuba::parse(setup).unwrap(), &choices);
        }
    }

    #[test]
    fn backgammon(choices in prop::collection::vec(0..10_000_usize, 0..120)) {
        hold(&Backgammon::SINGLE, &choices);
    }

    #[test]
    fn einstein(choices in choices()) {
        hold(&Einstein, &choices);
    }

    #[test]
    fn pig(choices in choices()) {
        for setup in ["100", "7", "2"] {
            hold(&Pig::parse(setup).unwrap(), &choices);
        }
    }

    #[test]
    fn deckpig(choices in choices()) {
        for setup in ["", "7/1:2,2:2,3:2", "250/1:9,2:9,9:9", "5/2:1,4:1"] {
            hold(&DeckPig::parse(setup).unwrap(), &choices);
        }
    }

    #[test]
    fn the_example(choices in choices()) {
        hold(&TicTacToe, &choices);
    }

    #[test]
    fn breakthrough(choices in choices()) {
        for setup in ["8x8", "6x6"] {
            hold(&Breakthrough::parse(setup).unwrap(), &choices);
        }
    }

    #[test]
    fn ataxx(choices in prop::collection::vec(0..10_000_usize, 0..30)) {
        hold(&Ataxx, &choices);
    }

    #[test]
    fn two_tokens(choices in choices()) {
        hold(&TwoTokens, &choices);
    }

    #[test]
    fn no_text_panics(text in texts()) {
        survive(&Small::new(7, 6).unwrap(), &text);
        survive(&Large::new(9, 9).unwrap(), &text);
        survive(&Stonehenge, &text);
        survive(&Checkers, &text);
        survive(&Abalone::STANDARD, &text);
        survive(&Nuba::USUAL, &text);
        survive(&Backgammon::SINGLE, &text);
        survive(&Einstein, &text);
        survive(&Pig::USUAL, &text);
        survive(&DeckPig::parse("").unwrap(), &text);
        survive(&TicTacToe, &text);
        survive(&Breakthrough::parse("6x6").unwrap(), &text);
        survive(&Ataxx, &text);
        survive(&TwoTokens, &text);
    }
}

/// The broken law that is found in a game with a fault, in one of many games.
fn found(fault: Law) -> Broken {
    let broken = match fault {
        Law::Weights | Law::ThrowsShown => check_random_games(&CoinGame(Some(fault)), 40),
        Law::PathShown
        | Law::PathWhole
        | Law::PathHeeded
        | Law::PathMirrored
        | Law::Unclaimed
        | Law::GroupsOpposed
        | Law::OppositesPlayed => check_random_games(&ShuttleGame(Some(fault)), 40),
        _ => {
            let mut random = 1;
            let mut choices =
                || (0..20).map(|_| split_mix(&mut random) as usize).collect::<Vec<_>>();
            (0..200).try_for_each(|_| check(&RingGame(Some(fault)), &choices()))
        }
    };
    broken.err().unwrap_or_else(|| panic!("nobody noticed: {fault}"))
}

#[test]
fn every_law_is_found_broken_by_its_name() {
    hold_in_random_games(&RingGame(None), 200);
    hold_in_random_games(&ShuttleGame(None), 200);
    hold_in_random_games(&CoinGame(None), 200);
    for &law in Law::ALL {
        let broken = found(law);
        assert_eq!(broken.law, law, "{broken}");
        let text = broken.to_string();
        for part in [law.name(), law.look_at(), &broken.position, &broken.moves, &broken.found] {
            assert!(text.contains(part), "{part} is missing in {text}");
        }
    }
}

#[test]
fn what_is_told_of_a_broken_law() {
    // The key has the stones alone, so it stays the same after a pass.
    let broken = check(&RingGame(Some(Law::KeysApart)), &[0, 0]).unwrap_err();
    let (told, found) = (broken.to_string(), broken.found);
    assert_eq!(
        told,
        format!(
            "a law of games is broken: different positions have different keys\n  \
             position: ...... x 0\n  after: no moves, at the start\n  found: {found}\n  \
             look at: Position::key: is all of the position in it, whose turn it is included?"
        )
    );
    let (begins, ends) = (
        "'...... o 1' has the key 0x",
        ", as '...... x 0' has, but another one acts: the second player, there the first player",
    );
    assert!(found.starts_with(begins) && found.ends_with(ends), "{found}");
    // The inverse does not lead back.
    let broken = check(&RingGame(Some(Law::CodesMapped)), &[]).unwrap_err();
    assert_eq!(
        broken.found, "symmetry 1 maps 1, code 0, to code 2, and that back to 4",
        "{broken}"
    );
    // The report has the position and the moves that lead there.
    let broken = check(&RingGame(Some(Law::MovesThere)), &[0, 5, 0]).unwrap_err();
    assert_eq!((&*broken.position, &*broken.moves), ("x..... x 1", "1 pass"), "{broken}");
}

#[test]
#[should_panic(expected = "different positions have different keys")]
fn positions_of_different_games_are_told_apart() {
    hold_in_random_games(&RingGame(Some(Law::KeysApart)), 1);
}

#[test]
fn a_hand_that_stays_with_its_player_is_found() {
    let broken = check(&ShuttleGame(Some(Law::OppositesPaired)), &[]).unwrap_err();
    assert_eq!(broken.law, Law::OppositesPaired, "{broken}");
}

/// A game that is right, but counts its moves without passes.
struct PassesUncounted;

#[derive(Clone, PartialEq, Debug)]
struct Uncounted(<Othello as Game>::Position);

impl Position for Uncounted {
    type Move = <<Othello as Game>::Position as Position>::Move;
    type Undo = <<Othello as Game>::Position as Position>::Undo;
    const MOVE_CODES: usize = <<Othello as Game>::Position as Position>::MOVE_CODES;

    fn actor(&self) -> Actor {
        self.0.actor()
    }
    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }
    fn moves(&self, out: &mut Vec<Self::Move>) {
        self.0.moves(out);
    }
    fn count_moves(&self) -> usize {
        self.0.legal_moves().into_iter().filter(|&m| !self.0.is_pass(m)).count()
    }
    fn make(&mut self, m: Self::Move) -> Self::Undo {
        self.0.make(m)
    }
    fn unmake(&mut self, m: Self::Move, undo: Self::Undo) {
        self.0.unmake(m, undo);
    }
    fn key(&self) -> u64 {
        self.0.key()
    }
    fn code(&self, m: Self::Move) -> u16 {
        self.0.code(m)
    }
}

impl Symmetric for Uncounted {}

impl Written for Uncounted {
    fn parse(&self, text: &str) -> Result<Self, TextError> {
        self.0.parse(text).map(Self)
    }
    fn format(&self) -> String {
        self.0.format()
    }
    fn format_move(&self, m: Self::Move) -> String {
        self.0.format_move(m)
    }
}

impl Game for PassesUncounted {
    type Position = Uncounted;
    fn name(&self) -> &str {
        "uncounted"
    }
    fn start(&self) -> Uncounted {
        Uncounted(Othello::USUAL.start())
    }
}

impl Presentation<Uncounted> for PassesUncounted {}

#[test]
fn passes_come_up_where_players_leave_each_other_few_moves() {
    let broken = check_random_games(&PassesUncounted, 30).unwrap_err();
    assert_eq!(broken.law, Law::MovesCounted, "{broken}");
}

#[test]
fn games_begin_from_positions_that_are_given() {
    // The player to move has nothing but a pass.
    let pass = format!("XO{} O", "-".repeat(62));
    let broken = check_games_from(&PassesUncounted, &[&pass], 1).unwrap_err();
    assert_eq!((broken.law, broken.from), (Law::MovesCounted, Some(pass)));
    let broken = check_games_from(&Othello::USUAL, &["nonsense"], 1).unwrap_err();
    assert_eq!(broken.law, Law::TextRead, "{broken}");
    assert!(broken.to_string().contains("no moves, from 'nonsense'"), "{broken}");
    // Kings go back and forth.
    hold_in_games_from(&Checkers, &["W:WK1,K10:BK32,K23", "B:WK5:BK31,14"], 6);
}
