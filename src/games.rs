//! The built-in games, and the registry that offers them.
//!
//! Each game has its own folder, and no other folder knows it. To add a game `NAME`:
//!
//! 1. Write `games/NAME.rs`, with more files in `games/NAME/`: the rules, an evaluator, and the
//!    game that puts them together. The [documentation of the crate](crate) shows how.
//! 2. In this file, declare the module and add an entry to [`registry`], with positions for the
//!    bench.
//!
//! No other file of the library names a game, except in examples. These documents and tests do:
//!
//! - `tests/search/laws.rs` checks the laws for each game, and should get a line.
//! - `protocol.md` describes each game. Its examples show the list of games four times.
//! - `tests/process/determinism.rs` has the signature of the bench, which searches all games.
//! - `tests/commands/play.rs` and `tests/commands/command_line.rs` have the list of games in an
//!   error message.

pub mod abalone;
pub mod backgammon;
pub mod checkers;
pub mod connect_four;
pub mod deckpig;
pub mod einstein;
pub mod nuba;
pub mod othello;
pub mod pig;
pub mod stonehenge;

use std::sync::Arc;

use abalone::Abalone;
use backgammon::Backgammon;
use connect_four::{Large, Size, Small};
use deckpig::DeckPig;
use nuba::Nuba;
use othello::Othello;
use pig::Pig;

use crate::session::{Exercise, GameEntry, GameSession, PdnCustoms, Registry, Session};

/// What the bench searches in Connect Four.
const CONNECT_FOUR: [Exercise; 5] = [
    Exercise::new("", 15, ""),
    Exercise::new("", 15, "4 4 4 4 3"),
    Exercise::new("", 18, "1 6 7 6 3 7 4 5 1 2 5"),
    Exercise::new("", 40, "7 4 6 2 4 5 1 7 4 2 2 4 5 6 1 6 4 2 4 1 3"),
    Exercise::new("9x8", 12, "5 5 6"),
];

/// What the bench searches in Stonehenge.
const STONEHENGE: [Exercise; 5] = [
    Exercise::new("", 4, ""),
    Exercise::new("", 5, "6@7 5@8"),
    Exercise::new("", 6, "3@7 6@2 5@12 4@4"),
    Exercise::new("", 7, "3@7 6@2 5@12 4@4 2@9 1@16"),
    Exercise::new("", 20, "4@11 3@9 3@13 1@10 5@5 2@16 1@18 5@2"),
];

/// What the bench searches in Othello.
const OTHELLO: [Exercise; 3] = [
    Exercise::new("", 8, ""),
    Exercise::new("", 7, "f5 d6 c3 d3 c4 f4 f6 f3 e6 e7 d7 g6"),
    Exercise::new("6x6", 9, "c2 b2"),
];

/// All built-in games, Connect Four first.
#[must_use]
pub fn registry() -> Registry {
    let stonehenge = GameEntry::of(stonehenge::Stonehenge)
        .summed_up("put numbered pieces on cells, and own eight of 15 lines")
        .with_exercises(&STONEHENGE);
    Registry::new(connect_four())
        .and(stonehenge)
        .and(othello())
        .and(checkers())
        .and(abalone())
        .and(nuba())
        .and(einstein())
        .and(pig())
        .and(deck_pig())
        .and(backgammon())
        .named("Sarsen", env!("CARGO_PKG_VERSION"))
}

fn connect_four() -> GameEntry {
    GameEntry::new(connect_four::NAME, |setup| {
        let size = Size::parse(setup)?;
        // This chooses the word that holds the board, once.
        let session: Box<dyn Session> = match Small::of_size(size) {
            Ok(game) => Box::new(GameSession::new(Arc::new(game))),
            Err(_) => Box::new(GameSession::new(Arc::new(Large::of_size(size)?))),
        };
        Ok(session)
    })
    .called(&["Connect Four", "Four in a Row"])
    .summed_up("Connect Four: drop stones into columns; four in a row win")
    .with_uci_variant("cfour")
    .with_exercises(&CONNECT_FOUR)
    .suggesting(&["7x6", "8x7", "9x7", "6x5", "5x4"])
}

fn othello() -> GameEntry {
    GameEntry::with_setups(othello::NAME, Othello::parse)
        .called(&["Reversi"])
        .summed_up("enclose discs to turn them over, and have more at the end")
        .with_uci_variant("flipello")
        .with_ggf_type("Othello")
        .with_exercises(&OTHELLO)
        .suggesting(&["8x8", "6x6"])
}

fn checkers() -> GameEntry {
    GameEntry::of(checkers::Checkers)
        .called(&["English Draughts", "Draughts", "American Checkers"])
        .summed_up("English draughts: jump over the men of the other player")
        .with_pdn_type(checkers::PDN_TYPE)
        .with_pdn_customs(PdnCustoms {
            other_types: &checkers::OTHER_PDN_TYPES,
            other_game: checkers::other_kind,
            mended_position: checkers::mended_position,
        })
}

fn abalone() -> GameEntry {
    GameEntry::with_setups(abalone::NAME, Abalone::parse)
        .summed_up("push six marbles of the other player off the board")
        .suggesting(&["standard", "belgian"])
}

fn nuba() -> GameEntry {
    GameEntry::with_setups(nuba::NAME, Nuba::parse)
        .summed_up("bring the best musician to the base of the other player")
        .suggesting(&["row", "row-ready", "beyond", "beyond-ready"])
}

fn einstein() -> GameEntry {
    GameEntry::of(einstein::Einstein)
        .called(&["EinStein wuerfelt nicht", "EinStein w\u{fc}rfelt nicht"])
        .summed_up("EinStein wuerfelt nicht: a die says which stone moves")
}

fn pig() -> GameEntry {
    GameEntry::with_setups(pig::NAME, Pig::parse)
        .summed_up("roll the die as often as you dare, and reach the goal first")
        .suggesting(&["100", "50"])
}

fn deck_pig() -> GameEntry {
    GameEntry::with_setups(deckpig::NAME, DeckPig::parse)
        .summed_up("Pig with a deck of cards that both players share")
        .suggesting(&["15/1:4,2:4,3:4,4:4", "12/1:3,2:3,3:3,4:3", "25/1:4,2:4,3:4,4:4,5:4,6:4"])
}

fn backgammon() -> GameEntry {
    GameEntry::with_setups(backgammon::NAME, Backgammon::parse)
        .summed_up("race fifteen checkers home and off the board, as the dice allow")
        .suggesting(&["single", "gammons"])
}
