//! What solving a position tells of its progress.

use crate::proofs::ProofUpdate;

/// Progress of the work on one position.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum SolveUpdate {
    /// Of a long proof.
    Proof(ProofUpdate),
    /// Of a search to the end.
    EndSearch(EndSearchUpdate),
}

/// How far a search to the end has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct EndSearchUpdate {
    /// The depth that it has reached, in plies.
    pub depth: u32,
    /// The number of positions visited.
    pub nodes: u64,
}
