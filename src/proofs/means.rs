//! What a proof needs: a solver, an evaluator, and when to end.

use std::time::Duration;

use crate::game::{Actor, Evaluator, Finding, Player, Position, Solver};

/// No line is followed further than this, in plies.
pub(super) const LONGEST_LINE: usize = 512;

/// Asked again and again whether work must end now.
pub type MustEnd<'a> = &'a (dyn Fn() -> bool + Sync);

/// What a proof needs.
pub struct ProofMeans<'a, P: Position> {
    /// Decides the positions at the ends of the tree.
    pub solver: &'a dyn Solver<P>,
    /// Estimates all others.
    pub evaluator: &'a dyn Evaluator<P>,
    /// The solver gets a position if it is expected to take no longer than this.
    pub patience: Duration,
    /// How many threads work, at least 1.
    pub threads: usize,
}

/// Whether the first player wins a position, if the solver's finding tells.
pub(super) fn first_wins<P: Position>(position: &P, found: &Finding<P::Move>) -> Option<bool> {
    // A draw is not a win of the first player, whoever acts.
    let (yes, no) = if position.actor() == Actor::Player(Player::First) {
        (found.least > 0, found.most <= 0)
    } else {
        (found.most < 0, found.least >= 0)
    };
    (yes || no).then_some(yes)
}
