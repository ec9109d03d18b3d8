//! What a proof needs: a solver, an evaluator, and when to end.

use std::time::Duration;

use sarsen_core::game::{Actor, Evaluator, Finding, Player, Position, Solver};

/// The length limit of a line of play, in plies.
pub(super) const LONGEST_LINE: usize = 512;

/// Says whether work must end now. It is asked again and again.
pub type MustEnd<'a> = &'a (dyn Fn() -> bool + Sync);

/// What a proof needs.
pub struct ProofMeans<'a, P: Position> {
    /// Decides the positions at the ends of the tree.
    pub solver: &'a dyn Solver<P>,
    /// Estimates undecided positions.
    pub evaluator: &'a dyn Evaluator<P>,
    /// The solver gets a position if it is expected to take no longer than this.
    pub patience: Duration,
    /// The number of threads, at least 1.
    pub threads: usize,
}

/// Whether the first player wins a position. `None` if the solver's finding does not tell.
pub(super) fn first_wins<P: Position>(position: &P, found: &Finding<P::Move>) -> Option<bool> {
    // A draw is never a win of the first player, also if the second player acts.
    let (yes, no) = if position.actor() == Actor::Player(Player::First) {
        (found.least > 0, found.most <= 0)
    } else {
        (found.most < 0, found.least >= 0)
    };
    (yes || no).then_some(yes)
}
