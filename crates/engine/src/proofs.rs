//! Long proofs: who wins from a position that is too hard for a game's own solver alone, and how to
//! show it to others.
//!
//! The search grows a tree from the position, best first by proof numbers (L. V. Allis, M. van der
//! Meulen and H. J. van den Herik, "Proof-number search", 1994). It descends to the position where
//! the least work seems to be left. If the game's solver is expected to decide that position soon,
//! the solver gets it. Otherwise the search adds the position's moves to the tree. Images of a
//! position share one node, and so do different orders of moves. Each result goes to a journal at
//! once, so an interrupted proof can continue where it stopped.
//!
//! A finished proof can be written down as a [`Proof`]. For a number of plies, it has one move of
//! the prover for each position that the opponent can reach. A [`CheckRequest`] checks such a proof
//! by the rules of the game alone.
//!
//! ```text
//!  request.rs       what is asked for, with moves as text
//!  means.rs         what a proof needs
//!  proving.rs       the search, on several threads
//!  tree.rs          its tree and proof numbers
//!  playouts.rs      estimates for new positions of the tree, by playing games
//!  journal.rs       the file of what has been decided
//!  extract.rs       writes a finished proof down
//!  walk.rs          the order of a proof's moves
//!  proof.rs         a proof as a file
//!  reader.rs        makes the moves of a proof
//!  flaw.rs          what may be wrong with a proof
//!  check.rs         checks a proof
//!  plain_search.rs  the search that the check uses
//!  book_moves.rs    the moves of a proof that a book should know
//! ```

mod book_moves;
mod check;
mod extract;
mod flaw;
mod journal;
mod means;
mod plain_search;
mod playouts;
pub mod proof;
mod proving;
mod reader;
mod request;
mod tree;
mod walk;

pub use book_moves::BookMovesRequest;
pub use check::{CheckRequest, Checked};
pub use extract::WritingProgress;
pub use flaw::Flaw;
pub use journal::JournalError;
pub use means::{MustEnd, ProofMeans};
pub use playouts::odds;
pub use proof::{Claim, Proof, ProofError};
pub use proving::{Decided, ProofProgress, Proving};
pub use request::{MoveStanding, ProofRequest, ProofUpdate, ProveError, Proven};
