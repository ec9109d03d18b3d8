//! The boundary between callers that speak text and one concrete game: the object-safe [`Session`].
//!
//! A session is a game in progress: a position, the moves that led to it, the evaluator in use. Its
//! callers (the server, the command line, books, matches) know no game. Behind the boundary
//! everything is statically typed: [`GameSession`] is the only implementation. A [`Registry`] opens
//! sessions by the name of the game.
//!
//! The boundary has ten parts. A function asks for the smallest part that it needs:
//!
//! | trait | what it is for |
//! | --- | --- |
//! | [`Play`] | to set up a position, and to play |
//! | [`Ask`] | to ask which game it is, how it stands, and what is legal |
//! | [`Chance`] | to ask whether a die or a card is due, and with what odds |
//! | [`Describe`] | to show a position to people |
//! | [`Lookup`] | to find a position and the ones after it in a book |
//! | [`Think`] | to evaluate, to search, to count |
//! | [`Tune`] | to give the game's own evaluator other weights |
//! | [`Learn`] | to learn about the game from its rules and its board |
//! | [`Tabled`] | to use the game's endgame tables, and to make them |
//! | [`Solve`] | to use the game's own solver; [`Session::solver`] returns it |

mod any_weights;
mod ask;
mod chance;
mod describe;
mod dice;
mod handicap;
mod learn;
mod lookup;
mod openings;
mod play;
mod registry;
mod solve;
mod tabled;
mod think;
mod tune;
mod typed;
pub mod variety;

pub use any_weights::AnyWeights;
pub use ask::{Ask, SplitError};
pub use chance::Chance;
pub use describe::Describe;
pub use dice::{FairDice, move_of, outcome_of};
pub use handicap::Handicap;
pub use learn::Learn;
pub use lookup::{Child, Lookup};
pub use openings::{KeptValue, NextPlace, NumberedOpenings};
pub use play::MOST_LEFT_OUT;
pub use play::{Play, PositionError, UndoError};
pub use registry::WORDS_OF_NAME;
pub use registry::{Exercise, GGF, GameEntry, OpenError, PdnCustoms, PdnType, Registry};
pub use solve::{NoSolver, Solve};
pub use tabled::Tabled;
pub(crate) use think::SOLVER_PART;
pub use think::{Knowledge, MOST_THREADS, Request, Think};
pub use tune::{SparseFacts, Tune};
pub use typed::GameSession;

use crate::proofs::{BookMovesRequest, CheckRequest, Checked, Flaw, Proof};

/// A game in progress, of any kind. Moves and positions are texts in the notation in use.
pub trait Session: Play + Describe + Lookup + Think + Tune + Learn + Tabled {
    /// The game's own solver for the current position, with `bytes` of memory. It keeps what it has
    /// learnt until it is asked for with another number of bytes.
    ///
    /// # Errors
    ///
    /// If the game has no solver, or there is not enough memory.
    fn solver(&mut self, bytes: usize) -> Result<Box<dyn Solve + '_>, NoSolver>;

    /// Checks a proof about a position of this game.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    fn check_proof(
        &self,
        proof: &Proof,
        order: &CheckRequest<'_>,
        tell: &mut dyn FnMut(Checked),
    ) -> Result<Checked, Flaw>;

    /// The positions that a book can learn from a proof, as texts in the game's own notation. They
    /// come after those moves of the proof that the game's own solver would not find soon. In each
    /// of them the player who has just moved wins. None if it had to end.
    ///
    /// # Errors
    ///
    /// What is wrong with the proof.
    fn book_moves(
        &self,
        proof: &Proof,
        order: &BookMovesRequest<'_>,
        tell: &mut dyn FnMut(usize, usize),
    ) -> Result<Option<Vec<String>>, Flaw>;
}
