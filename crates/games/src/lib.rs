//! Ten games for two players: rules, texts, boards, evaluators, and solvers for some of them.
//!
//! | module | the game | besides rules and evaluators |
//! | --- | --- | --- |
//! | [`abalone`] | Abalone | learnt weights |
//! | [`backgammon`] | backgammon, for points and for matches | bear-off tables, learnt weights |
//! | [`checkers`] | English draughts | endgame tables |
//! | [`connect_four`] | Connect Four of any size up to 128 bits | solver, opening book |
//! | [`einstein`] | EinStein würfelt nicht | solver for few stones |
//! | [`nuba`] | Nuba | |
//! | [`othello`] | Othello on 8x8 and 6x6 | solver, opening book |
//! | [`pig`] | Pig, with a die or with a deck of cards | solvers |
//! | [`stonehenge`] | Stonehenge | solver, opening book, a proof |
//!
//! [`open`] makes an engine that plays, analyses and solves any of them:
//!
//! ```
//! use sarsen_core::search::Limits;
//!
//! let mut engine = sarsen_games::open("othello 6x6")?;
//! engine.play("c2 b2")?;
//! let answer = engine.choose(Limits::depth(6)).ok_or("the game is over")?;
//! println!("{} {}", answer.best.score, answer.best.variation.join(" "));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Without it, the types of a game and its solver can be used alone. This is the exact score of a
//! position of Connect Four, as its literature counts: so many stones before the last one.
//!
//! ```
//! use sarsen_core::game::{Effort, Game, Position, Solver, Written};
//! use sarsen_games::connect_four::{ConnectFourSolver, Small};
//!
//! let game = Small::new(7, 6)?;
//! let mut board = game.start();
//! for column in "52753311433677442422121".chars() {
//!     let m = board.parse_move(&column.to_string())?;
//!     board.make(m);
//! }
//! let solver = ConnectFourSolver::new(&game, 8 << 20).ok_or("no memory")?;
//! let found = solver.solve(&board, &Effort::UNLIMITED);
//! let value = found.value().ok_or("the game is over")?;
//! println!("score {} after {} nodes", game.literature_score(&board, value), found.nodes);
//! if let Some(best) = found.keeps {
//!     println!("a best move: {}", board.format_move(best));
//! }
//! # assert_eq!(game.literature_score(&board, value), 8);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! In your `Cargo.toml`, `sarsen-core` and `sarsen-games` are enough for both. Without optimisation
//! a solver takes 400 times as long, so tell Cargo to optimise what you depend on, also while you
//! develop:
//!
//! ```toml
//! [profile.dev.package."*"]
//! opt-level = 2
//! ```
//!
//! The [`registry`] offers all of them by name, to the engine of `sarsen-engine`.
//!
//! # What the API promises
//!
//! The names above, [`registry`], and what each game implements of the traits of `sarsen-core`
//! follow semantic versioning. Parameters of evaluators and techniques of solvers may change with
//! any version.
//!
//! # Adding a game
//!
//! Each game has its own folder, and no other folder knows it. Only the two kinds of Pig share one.
//! To add a game `NAME`:
//!
//! 1. Write `NAME.rs`, with more files in `NAME/`: the rules, an evaluator, and the game that puts
//!    them together. `docs/writing-a-game.md` shows how.
//! 2. In this file, declare the module and add an entry to [`registry`], with positions for the
//!    bench.
//!
//! No other file of the library names a game, except in examples. These documents and tests do:
//!
//! - `tests/search/laws.rs` checks the laws for each game, and should get a line.
//! - `docs/protocol/games.md` describes each game. The examples of `protocol.md` show the list of
//!   games three times.
//! - `tests/process/determinism.rs` has the signature of the bench, which searches all games.
//! - `tests/commands/play.rs` and `tests/commands/command_line.rs` have the list of games in an
//!   error message.

pub mod abalone;
pub mod backgammon;
pub mod checkers;
pub mod connect_four;
pub mod einstein;
pub mod nuba;
pub mod othello;
pub mod pig;
pub mod stonehenge;

#[cfg(test)]
#[path = "../../../tests/support/skipped.rs"]
mod skipped;
#[cfg(test)]
#[path = "../../../tests/support/slow.rs"]
mod slow;

use std::sync::Arc;

use abalone::Abalone;
use backgammon::Backgammon;
use connect_four::{Large, Size, Small};
use nuba::Nuba;
use othello::Othello;
use pig::{DeckPig, Pig};

use sarsen_engine::engine::{Engine, EngineError};
use sarsen_engine::session::{Exercise, GameEntry, GameSession, PdnCustoms, Registry, Session};

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

/// An engine at the start of a built-in game, which is named as in `connect4` or `othello 6x6`.
///
/// # Errors
///
/// If there is no such game or setup, or no memory for the engine's table.
pub fn open(title: &str) -> Result<Engine, EngineError> {
    Engine::start(&registry(), title)
}

/// All built-in games, Connect Four first.
///
/// ```
/// let registry = sarsen_games::registry();
/// let split = |title| registry.split_title(title).map(|(game, setup)| (game.name(), setup));
/// assert_eq!(split("Connect Four 8x7"), Some(("connect4", "8x7")));
/// assert_eq!(split("OTHELLO"), Some(("othello", "")));
/// assert_eq!(split("go 19x19"), None);
/// ```
///
/// Choose other games, and give the program a name of its own:
///
/// ```
/// use sarsen_engine::session::{GameEntry, Registry};
/// use sarsen_games::connect_four::{Size, Small};
/// use sarsen_games::stonehenge::Stonehenge;
///
/// let four = GameEntry::with_setups("four", |setup| Small::of_size(Size::parse(setup)?));
/// let registry = Registry::new(four).and(GameEntry::of(Stonehenge));
/// let registry = registry.named("Lintel", "2.1").by("Ann");
/// assert_eq!(registry.name(), "Lintel");
/// assert_eq!([registry.version(), registry.author()], ["2.1", "Ann"]);
/// assert!(registry.open("four", "6x5").is_ok());
/// ```
#[must_use]
pub fn registry() -> Registry {
    let stonehenge = GameEntry::of(stonehenge::Stonehenge)
        .summed_up("put numbered pieces on cells, and own eight of 15 lines")
        .solved_so(
            "The solver reports only the winner: 1 is a win and -1 a loss. With zero or one \
             pieces on the board this takes long, so the command starts a long proof. With two \
             pieces it takes minutes.",
        )
        .shown_after("6@7 5@8 4@13 3@1 3@4 6@11 2@18 3@14")
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
    .titled("Connect Four")
    .called(&["Connect Four", "Four in a Row"])
    .summed_up("Connect Four: drop stones into columns; four in a row win")
    .solved_so(
        "0 is a draw. Otherwise the score is the number of stones the winner has left just before \
         the winning move, negative if the opponent wins.",
    )
    .shown_after("4 4 4 4 3 5 3 5 6 2 2 6")
    .with_uci_variant("cfour")
    .with_exercises(&CONNECT_FOUR)
    .suggesting(["7x6", "8x7", "9x7", "6x5", "5x4"])
}

fn othello() -> GameEntry {
    GameEntry::with_setups(othello::NAME, Othello::parse)
        .called(&["Reversi"])
        .summed_up("enclose discs to turn them over, and have more at the end")
        .solved_so(
            "The score is the final difference of discs, and empty squares count for the winner. \
             To find only who wins (--winner) takes less time.",
        )
        .shown_after("d3 c3 c4 c5 b4 d2 c2 a4 b5 b3 d6 a5 b6 e3")
        .with_uci_variant("flipello")
        .with_ggf_type("Othello")
        .with_exercises(&OTHELLO)
        .suggesting(["8x8", "6x6"])
}

fn checkers() -> GameEntry {
    GameEntry::of(checkers::Checkers)
        .called(&["English Draughts", "Draughts", "American Checkers"])
        .summed_up("English draughts: jump over the men of the other player")
        .solved_so(
            "The endgame tables know the positions with few pieces. The score is 1, 0 or -1 for a \
             win, a draw or a loss.",
        )
        .shown_after("9-14 24-20 10-15 22-18 15x22 25x18x9 5x14 26-22 6-9 27-24")
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
        .shown_after("a1b2 i9h8 a2b3 i8h7 b5c5 h9g8 a5b6b5 i7h7 a3b4 i6h5 b3c4 h4g4 b1b2 h7g6")
        .suggesting(["standard", "belgian"])
}

fn nuba() -> GameEntry {
    GameEntry::with_setups(nuba::NAME, Nuba::parse)
        .summed_up("bring the best musician to the base of the other player")
        .shown_after(
            "1@c2 1@c5 9@b2 X@e5 7@e2 8@a5 6@d2 2@b5 4@a2 3@d5 8@e1 7@a6 2@d1 4@e6 5@a1 6@c6 X@b1 \
             5@d6 3@c1 9@b6 c2d3 b5b4 d2e3",
        )
        .suggesting(["row", "row-ready", "beyond", "beyond-ready"])
}

fn einstein() -> GameEntry {
    GameEntry::of(einstein::Einstein)
        .titled("EinStein w\u{fc}rfelt nicht!")
        .called(&["EinStein wuerfelt nicht", "EinStein w\u{fc}rfelt nicht"])
        .summed_up("EinStein wuerfelt nicht: a die says which stone moves")
        .shown_after("1@a5 2@b5 3@c5 4@a4 5@b4 6@a3 1@e3 2@d2 3@e2 4@c1 5@d1 6@e1 4 a4b4 5")
}

fn pig() -> GameEntry {
    GameEntry::with_setups(pig::NAME, Pig::parse)
        .summed_up("roll the die as often as you dare, and reach the goal first")
        .shown_after("roll 6 roll 5 roll 6 roll 4 hold roll 4 roll 6 hold roll 5")
        .suggesting(["100", "50"])
}

fn deck_pig() -> GameEntry {
    GameEntry::with_setups(pig::DECK_NAME, DeckPig::parse)
        .titled("Pig with Cards")
        .summed_up("Pig with a deck of cards that both players share")
        .shown_after("draw 4 hold draw 3 draw 2 hold draw 4")
        .suggesting(["15/1:4,2:4,3:4,4:4", "12/1:3,2:3,3:3,4:3", "25/1:4,2:4,3:4,4:4,5:4,6:4"])
}

fn backgammon() -> GameEntry {
    GameEntry::with_setups(backgammon::NAME, Backgammon::parse)
        .summed_up("race fifteen checkers home and off the board, as the dice allow")
        .shown_after("31 8/5+6/5 42")
        .suggesting(["single", "gammons"])
}
