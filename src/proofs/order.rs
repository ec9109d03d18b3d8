//! Long proofs in the terms of those who know no game: moves are texts.

use std::path::Path;
use std::time::Duration;

use serde::Serialize;

use super::{Flaw, JournalError, MustEnd, Proof, Written};
use crate::game::Player;
use crate::game::value::Value;

/// What is asked for.
pub struct Order<'a> {
    /// How many threads work at it, at least 1.
    pub threads: usize,
    /// Where everything that is decided is written down, to go on from there another time.
    pub checkpoint: Option<&'a Path>,
    /// Proofs whose claims are taken for granted.
    pub known: &'a [Proof],
    /// Whether all moves of the position are wanted, one after another, what seems easiest first.
    pub all: bool,
    /// For how many plies the proof is to be written down, if it is.
    pub plies: Option<u32>,
    /// Whether it must end now.
    pub must_end: MustEnd<'a>,
}

/// What there is to tell on the way.
#[derive(Clone, Debug)]
pub enum News {
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
    /// How far it is.
    Standing {
        /// The move that is closest to being proven good, or the one that it is at where all are
        /// wanted, with how many of the replies to it are refuted, and how many there are.
        ahead: Option<(String, usize, usize)>,
        /// Positions visited.
        nodes: u64,
        /// Positions from which games have been played to find out where to begin.
        weighed: u64,
    },
    /// The proof is being written down.
    Writing(Written),
}

/// What is known of a move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Standing {
    /// The move; of those that lead to images of one position there is only one.
    #[serde(rename = "move")]
    pub text: String,
    /// Whether the first player wins after it, if that is known or what is known of the replies
    /// says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_wins: Option<bool>,
    /// How many different replies there are.
    pub replies: usize,
    /// How many of them are refuted: who has made the move gets what he wants.
    pub refuted: usize,
    /// Those that stand.
    pub standing: Vec<String>,
}

/// What has come of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proven {
    /// Whether the first player wins, if that is known.
    pub first_wins: Option<bool>,
    /// A move that shows it, if the player who acts has one; of those that lead to images of one
    /// position the one that is among the moves.
    pub best: Option<String>,
    /// Who acts.
    pub player: Player,
    /// The value for him, if it is known: in a game whose solver only tells who wins.
    pub value: Option<Value>,
    /// What is known of the moves.
    pub moves: Vec<Standing>,
    /// Positions visited.
    pub nodes: u64,
    /// The proof, if it was to be written down and there was time for it.
    pub proof: Option<Proof>,
}

/// Why there is no long proof.
#[derive(Debug, thiserror::Error)]
pub enum ProveError {
    /// The game is over, or chance is to act.
    #[error("nobody is to move")]
    NobodyActs,
    /// There is something wrong with one of the known proofs.
    #[error("{flaw}")]
    Known {
        /// Which one.
        at: usize,
        /// What is wrong.
        flaw: Flaw,
    },
    /// What has been found cannot be written down or read.
    #[error(transparent)]
    Journal(#[from] JournalError),
}
