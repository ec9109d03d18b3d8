//! How a position is to be solved, and why it cannot be.

use std::path::Path;
use std::time::Duration;

use crate::book::Book;
use crate::proofs::{MustEnd, Proof, ProofRequest, ProveError};
use crate::session::{NoSolver, Session};
use sarsen_core::game::{Aim, NotExpected};

/// The usual memory of a solver, in bytes.
const MEMORY: usize = 8 << 20;

/// The usual memory of a long proof and of its check, in bytes. More is better.
pub const LONG_MEMORY: usize = 256 << 20;

/// The usual memory of the solver of a game of chance, in bytes. It takes only what it needs.
const CHANCE_MEMORY: usize = 1 << 30;

/// The usual memory of a search to the end, in bytes. A short search takes less.
const SEARCH_MEMORY: usize = 256 << 20;

/// How positions are to be solved. The default: with usual memory, on one thread, without a book.
///
/// ```
/// use sarsen_engine::knowledge::{SolveRequest, SolveResult};
/// # use sarsen_engine::session::Session;
///
/// # fn example(mut session: Box<dyn Session>) -> Result<(), Box<dyn std::error::Error>> {
/// let answer = SolveRequest::default().run(&mut *session, &mut |_| {})?;
/// if let SolveResult::Value(solved) = answer.result {
///     println!("{} by {}", solved.score, solved.best.unwrap_or_default());
/// }
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct SolveRequest<'a> {
    /// The most memory of the solver, in bytes. None is the usual memory of its kind: 8 MiB, for a
    /// long proof or a search to the end 256 MiB, in a game of chance 1024 MiB of which it takes
    /// what it needs.
    pub bytes: Option<usize>,
    /// The most positions to visit for an answer. A game's own solver may visit a few thousand more
    /// for each thread. With one thread, the answer is always the same. A long proof refuses such a
    /// limit.
    pub nodes: Option<u64>,
    /// The most time for an answer.
    pub time: Option<Duration>,
    /// The number of threads, at least 1.
    pub threads: usize,
    /// Whether to find also what each move is worth. A long proof takes the easiest moves first.
    pub all: bool,
    /// What to find out.
    pub aim: Aim,
    /// The book to look positions up in first.
    pub book: Option<&'a Book>,
    /// The journal of a long proof; see [`ProofRequest::checkpoint`]. This asks for a long proof.
    pub checkpoint: Option<&'a Path>,
    /// Proofs that a long proof relies on. This asks for a long proof.
    pub known: &'a [Proof],
    /// How many plies of a long proof to write down. This asks for a long proof.
    pub plies: Option<u32>,
    /// Whether the work must end now.
    pub must_end: MustEnd<'a>,
}

impl Default for SolveRequest<'_> {
    fn default() -> Self {
        Self {
            bytes: None,
            nodes: None,
            time: None,
            threads: 1,
            all: false,
            aim: Aim::Value,
            book: None,
            checkpoint: None,
            known: &[],
            plies: None,
            must_end: &|| false,
        }
    }
}

/// Why a position cannot be solved.
#[derive(Debug, thiserror::Error)]
pub enum SolveError {
    /// The game has no solver where it needs one, or there is no memory.
    #[error(transparent)]
    NoSolver(#[from] NoSolver),
    /// The number of positions of a long proof cannot be limited.
    #[error("this takes a long proof, whose time can be limited, but not its number of positions")]
    ProofNodes,
    /// Nobody is to move, because the game is over.
    #[error("the game is over")]
    Over,
    /// The expectation in a game of chance was not found.
    #[error(transparent)]
    NotExpected(#[from] NotExpected),
    /// There is no long proof.
    #[error(transparent)]
    Prove(#[from] ProveError),
}

impl<'a> SolveRequest<'a> {
    /// Whether the caller asks for a long proof, whatever the position.
    #[must_use]
    pub fn asks_for_proof(&self) -> bool {
        self.checkpoint.is_some() || self.plies.is_some() || !self.known.is_empty()
    }

    /// Checks that positions of a session's game can be solved in this way at all. Returns whether
    /// the game has draws.
    ///
    /// # Errors
    ///
    /// If the game has no solver, and a long proof is asked for or there is chance in it; or if
    /// there is no memory for the solver.
    pub fn check(&self, session: &mut dyn Session) -> Result<bool, NoSolver> {
        let can_search = !session.has_chance() && !self.asks_for_proof();
        let bytes = if self.asks_for_proof() { self.long_memory() } else { self.memory() };
        match session.solver(bytes) {
            // If a solver tells only who wins, its game has no draws.
            Ok(solver) => Ok(!solver.tells_only_winner()),
            Err(NoSolver::Game(_)) if can_search => Ok(true),
            Err(error) => Err(error),
        }
    }

    /// The memory of an ordinary solver, in bytes.
    pub(super) fn memory(&self) -> usize {
        self.bytes.unwrap_or(MEMORY)
    }

    /// The memory of a solver that finds expectations, in bytes.
    pub(super) fn chance_memory(&self) -> usize {
        self.bytes.unwrap_or(CHANCE_MEMORY)
    }

    /// The memory of a search to the end, in bytes.
    pub(super) fn search_memory(&self) -> usize {
        self.bytes.unwrap_or(SEARCH_MEMORY)
    }

    /// The memory of a long proof, in bytes.
    pub(super) fn long_memory(&self) -> usize {
        self.bytes.unwrap_or(LONG_MEMORY)
    }

    /// The long proof that is asked for.
    pub(super) fn proof(&self) -> ProofRequest<'a> {
        ProofRequest {
            threads: self.threads,
            checkpoint: self.checkpoint,
            known: self.known,
            all: self.all,
            plies: self.plies,
            must_end: self.must_end,
        }
    }
}
