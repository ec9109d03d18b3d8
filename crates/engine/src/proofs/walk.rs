//! The walk through a proof: all positions that the opponent can reach against the prover, for a
//! number of plies. The walk defines the order of a proof's moves.

use std::collections::HashSet;

use super::proof::Claim;
use sarsen_core::game::{Actor, Position};

/// What to do on the way.
pub(super) trait Walker<P: Position> {
    /// Why the walk ends early.
    type Error;

    /// The prover's move. With `None`, the walk goes no further here.
    fn choose(&mut self, position: &P) -> Result<Option<P::Move>, Self::Error>;

    /// A position at the end of the walk.
    fn leaf(&mut self, position: &P) -> Result<(), Self::Error>;

    /// The error for a game that does not end as claimed.
    fn refuted(&mut self, position: &P) -> Self::Error;
}

/// Walks from a position. If the prover acts, the walker chooses the move. If the opponent acts,
/// the walk takes every move, in the order in which the game lists them. For each number of plies
/// left, the walk enters only one of all the images of a position, and only once.
pub(super) fn walk<P: Position, W: Walker<P>>(
    start: &P,
    claim: Claim,
    plies: u32,
    walker: &mut W,
) -> Result<(), W::Error> {
    Walk { claim, walker, seen: HashSet::new() }.enter(start, plies)
}

struct Walk<'a, W> {
    claim: Claim,
    walker: &'a mut W,
    /// The keys of positions entered, each with the plies left there.
    seen: HashSet<(u64, u32)>,
}

impl<W> Walk<'_, W> {
    fn enter<P: Position>(&mut self, position: &P, plies: u32) -> Result<(), W::Error>
    where
        W: Walker<P>,
    {
        if let Some(outcome) = position.outcome() {
            return match self.claim.holds(outcome) {
                true => Ok(()),
                false => Err(self.walker.refuted(position)),
            };
        }
        if !self.seen.insert((position.canonical().0, plies)) {
            return Ok(());
        }
        if plies == 0 {
            return self.walker.leaf(position);
        }
        let moves = if position.actor() == Actor::Player(self.claim.prover()) {
            Vec::from_iter(self.walker.choose(position)?)
        } else {
            position.legal_moves()
        };
        for m in moves {
            let mut after = position.clone();
            after.make(m);
            self.enter(&after, plies - 1)?;
        }
        Ok(())
    }
}
