//! The protocol as values: what a line means, and how an answer is written.
//!
//! [`parse()`] turns a line into a [`Command`]; the functions of [`reply`] turn answers into lines.
//! Nothing here does anything: see [`server`](crate::server) for that, and `protocol.md` for the
//! contract.

pub mod help;
mod parse;
pub mod reply;

pub use parse::{ParseError, parse};

use std::time::Duration;

/// The notation of the protocol itself, chosen by the handshake.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Dialect {
    /// The Universal Game Interface, or no handshake at all.
    #[default]
    Ugi,
    /// The Universal Chess Interface.
    Uci,
}

/// A command, as it was understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// `ugi`, `uci`: introduce yourself.
    Handshake(Dialect),
    /// `isready`: are you there?
    IsReady,
    /// `newgame`: forget everything, back to the start, perhaps of another game.
    NewGame {
        /// The game, if not the present one.
        game: Option<String>,
        /// Its setup; empty for the usual one.
        setup: String,
    },
    /// `position`: set up a position.
    Position {
        /// A position text; none for the start position.
        text: Option<String>,
        /// Moves to play from there, separated by blanks.
        moves: String,
    },
    /// `move`: play on from the current position; moves separated by blanks.
    Move(String),
    /// `undo`: take back moves.
    Undo(usize),
    /// `go`: search.
    Go(Go),
    /// `stop`: end the search.
    Stop,
    /// `ponderhit`: the expected move was played.
    PonderHit,
    /// `setoption`: change an option.
    SetOption {
        /// Its name, blanks folded.
        name: String,
        /// Its new value; none for a button.
        value: Option<String>,
    },
    /// `query`: ask for a fact.
    Query(Query),
    /// `show`: draw the board for a person.
    Show,
    /// `help`: say what can be said, or what a command or an option means.
    Help(Option<String>),
    /// `quit`: end the process.
    Quit,
}

/// What `query` asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Query {
    /// Is it the first player's turn?
    P1Turn,
    /// Is the game over?
    GameOver,
    /// Who has won?
    Result,
    /// The legal moves.
    Moves,
    /// The position as text.
    Fen,
    /// The evaluator's opinion.
    Eval,
    /// What the game has to say of the position.
    Threats,
    /// The game and its setup.
    Game,
    /// Is this a legal move?
    IsLegal(String),
    /// The number of lines of play of this length.
    Perft(u32),
}

/// The limits of a `go`, and what could not be understood of it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Go {
    /// Plies to look ahead at most.
    pub depth: Option<u32>,
    /// Positions to visit at most.
    pub nodes: Option<u64>,
    /// Time to use at most.
    pub move_time: Option<Duration>,
    /// What is left on the players' clocks; zero if a negative time was given.
    pub clocks: [Option<Duration>; 2],
    /// The players' increments, if given.
    pub increments: [Option<Duration>; 2],
    /// Moves until the next time control.
    pub moves_to_go: Option<u32>,
    /// Look for a win in so many moves of the side to move at most.
    pub mate: Option<u32>,
    /// Search until the result is proven, and for nothing else.
    pub solve: bool,
    /// Search until told to stop.
    pub infinite: bool,
    /// Search on the opponent's time until told otherwise.
    pub ponder: bool,
    /// The moves to choose from, separated by blanks; empty: all.
    pub search_moves: String,
    /// One sentence for each token that was not understood, up to some.
    pub problems: Vec<String>,
}

/// Problems of one `go` that are told; the rest of them would not help anybody.
pub const MOST_PROBLEMS: usize = 8;

impl Go {
    /// Whether any clock was given.
    #[must_use]
    pub fn has_clock(&self) -> bool {
        self.clocks.iter().any(Option::is_some)
    }

    /// Whether anything bounds the search.
    #[must_use]
    pub fn is_limited(&self) -> bool {
        self.plies().is_some()
            || self.nodes.is_some()
            || self.move_time.is_some()
            || self.has_clock()
    }

    /// Plies to look ahead at most; a win in `n` moves takes one ply less than `n` moves of both
    /// players.
    #[must_use]
    pub fn plies(&self) -> Option<u32> {
        let to_mate = self.mate.map(|moves| moves.saturating_mul(2).saturating_sub(1));
        self.depth.into_iter().chain(to_mate).min()
    }

    /// Whether it ends by itself, some day.
    #[must_use]
    pub fn has_an_end(&self) -> bool {
        self.solve || self.is_limited()
    }

    /// Whether nothing but a word from outside ends it, other than `ponderhit`.
    #[must_use]
    pub fn is_endless(&self) -> bool {
        self.infinite || !(self.has_an_end() || self.ponder)
    }

    /// Notes a problem.
    pub(crate) fn complain(&mut self, problem: impl FnOnce() -> String) {
        match self.problems.len() {
            ..MOST_PROBLEMS => self.problems.push(problem()),
            MOST_PROBLEMS => self.problems.push("and more".to_owned()),
            _ => {}
        }
    }

    /// A mistake must not make a search infinite: without a limit, and unless it is meant to be
    /// endless, its depth is 1 from now on.
    pub fn be_bounded(&mut self) {
        if !(self.is_limited() || self.infinite) {
            self.depth = Some(1);
        }
    }
}
