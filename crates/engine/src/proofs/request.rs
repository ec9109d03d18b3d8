//! The request for a long proof, its progress reports and its result. All moves are text here, so
//! callers need no types of a game.

use std::path::Path;
use std::time::Duration;

use serde::Serialize;

use super::extract::WritingProgress;
use super::flaw::Flaw;
use super::journal::JournalError;
use super::means::MustEnd;
use super::proof::Proof;
use sarsen_core::game::Player;
use sarsen_core::game::value::Value;

/// What is asked for.
pub struct ProofRequest<'a> {
    /// The number of threads, at least 1.
    pub threads: usize,
    /// The journal: the file that each result is written to, so that a later proof can go on from
    /// there.
    pub checkpoint: Option<&'a Path>,
    /// Proofs whose claims are believed.
    pub known: &'a [Proof],
    /// Whether to decide all moves of the position, one after another. The move that seems easiest
    /// comes first.
    pub all: bool,
    /// The number of plies of the proof to write down. `None` if no proof is wanted.
    pub plies: Option<u32>,
    /// Whether it must end now.
    pub must_end: MustEnd<'a>,
}

/// What a proof tells on the way.
#[derive(Clone, Debug)]
pub enum ProofUpdate {
    /// A position has been decided.
    Decided {
        /// The moves that lead to it.
        moves: Vec<String>,
        /// Whether the first player wins.
        first_wins: bool,
        /// A move that shows it, if the player who acts has one.
        best: Option<String>,
        /// Positions visited.
        nodes: u64,
        /// The time it took.
        time: Duration,
    },
    /// How far the proof is.
    Standing {
        /// The move that is closest to being proven good. If all moves are wanted, the move that is
        /// being decided. With it come the number of refuted replies and the number of all replies.
        ahead: Option<(String, usize, usize)>,
        /// Positions visited.
        nodes: u64,
        /// Positions estimated by playouts, which show where to begin.
        estimated: u64,
    },
    /// The proof is being written down.
    Writing(WritingProgress),
}

/// What is known of a move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct MoveStanding {
    /// The move. If several moves lead to images of one position, only one of them is listed.
    #[serde(rename = "move")]
    pub text: String,
    /// Whether the first player wins after it, if that is known or follows from the replies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_wins: Option<bool>,
    /// The number of different replies.
    pub replies: usize,
    /// The number of refuted replies: the player who made the move gets the wanted result.
    pub refuted: usize,
    /// The replies that are known to stand.
    pub standing: Vec<String>,
}

/// The result of a long proof.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proven {
    /// Whether the first player wins, if that is known.
    pub first_wins: Option<bool>,
    /// A move that shows it, if the player who acts has one. It is one of the listed `moves`.
    pub best: Option<String>,
    /// Who acts.
    pub player: Player,
    /// The value for this player, if it is known. Always `None` in a game whose solver tells how
    /// soon a win comes.
    pub value: Option<Value>,
    /// What is known of the moves.
    pub moves: Vec<MoveStanding>,
    /// Positions visited.
    pub nodes: u64,
    /// The proof, if it was wanted and there was time to write it down.
    pub proof: Option<Proof>,
}

/// Why there is no long proof.
#[derive(Debug, thiserror::Error)]
pub enum ProveError {
    /// The game is over, or chance is to act.
    #[error("nobody is to move")]
    NobodyActs,
    /// The game has no solver, or chance decides in it.
    #[error("there are no long proofs in this game")]
    NoProofs,
    /// There is something wrong with one of the known proofs.
    #[error("{flaw}")]
    Known {
        /// Its index among them.
        at: usize,
        /// What is wrong.
        flaw: Flaw,
    },
    /// The journal cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
}
