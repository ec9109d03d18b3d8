//! The solver for a game: what it has settled is kept from one question to the next.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::enclosure::Enclosure;
use super::graph::{BYTES, Graph, Holding, key};
use super::obstacle::Obstacle;
use crate::game::{Effort, Expected, Finding, NotExpected, Position, Shortage, Solver};

/// A [`Solver`] for games of chance, for positions from which up to some ten million others can be
/// reached.
///
/// A game returns one from [`Game::solver`](crate::game::Game::solver):
///
/// ```
/// use std::time::Duration;
/// use sarsen_core::game::{Position, Solver};
/// use sarsen_core::solvers::ValueIteration;
///
/// fn solver<Dice: Position>(bytes: usize) -> Box<dyn Solver<Dice>> {
///     Box::new(ValueIteration::new(bytes, |_| Duration::from_secs(5)))
/// }
/// ```
pub struct ValueIteration<P> {
    settled: Mutex<Settled>,
    /// The memory that it may take.
    bytes: usize,
    estimate: fn(&P) -> Duration,
    count: Option<fn(&P) -> u64>,
    holding: Holding<P>,
}

/// What is settled, and what cannot be.
#[derive(Default)]
struct Settled {
    graph: Graph,
    /// The key of the position for which the memory did not suffice lately.
    too_large: Option<u64>,
}

impl<P: Position> ValueIteration<P> {
    /// A solver that knows nothing yet and takes up to about `bytes` bytes of memory. `estimate`
    /// says about how long a position takes of which nothing is known.
    #[must_use]
    pub fn new(bytes: usize, estimate: fn(&P) -> Duration) -> Self {
        let holding = Holding { copy: P::clone, heap: |_| 0 };
        Self { settled: Mutex::default(), bytes, estimate, count: None, holding }
    }

    /// The same solver for positions that have memory on the heap. `copy` makes a copy that need
    /// not be able to take back the moves before it. `heap` is how many bytes such a copy has
    /// there.
    #[must_use]
    pub fn holding(self, copy: fn(&P) -> P, heap: fn(&P) -> usize) -> Self {
        Self { holding: Holding { copy, heap }, ..self }
    }

    /// The same solver, which knows before it begins whether its memory suffices. `count` says how
    /// many positions can be reached from one, or a few more. Without it, the solver has to try.
    #[must_use]
    pub fn counting(self, count: fn(&P) -> u64) -> Self {
        Self { count: Some(count), ..self }
    }

    /// The bytes that suffice for this many positions, if about four others come after each.
    #[must_use]
    pub const fn bytes_for(positions: u64) -> usize {
        (positions as usize).saturating_mul(BYTES)
    }

    fn settled(&self) -> MutexGuard<'_, Settled> {
        self.settled.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What memory it lacks for a position that is not settled.
    fn lacks(&self, settled: &Settled, position: &P) -> Option<Shortage> {
        let needed = self.count.map(|count| Self::bytes_for(count(position)));
        let is_known = needed.is_some_and(|needed| needed > self.bytes);
        let is_tried = || settled.too_large == Some(key(position));
        // If it was tried in vain, more than that is needed.
        let needed = needed.filter(|_| is_known);
        (is_known || is_tried()).then_some(Shortage { needed, granted: self.bytes })
    }

    /// The value of a position for the first player, and the number of positions visited for it.
    fn enclose(
        &self,
        settled: &mut Settled,
        position: &P,
        effort: &Effort<'_>,
    ) -> Result<(Enclosure, u64), NotExpected> {
        let must_end = |visited| visited > effort.nodes || (effort.must_end)(visited);
        if let Some(known) = settled.graph.value(position) {
            return Ok((known, 0));
        }
        if let Some(shortage) = self.lacks(settled, position) {
            return Err(shortage.into());
        }
        let mut found = settled.graph.settle(position, self.bytes, &self.holding, &must_end);
        if found == Err(Obstacle::NoRoom) && !settled.graph.is_empty() {
            // There may be room without what earlier positions have left.
            settled.graph = Graph::default();
            found = settled.graph.settle(position, self.bytes, &self.holding, &must_end);
        }
        match found {
            Ok(visited) => {
                Ok((settled.graph.value(position).unwrap_or(Enclosure::UNKNOWN), visited))
            }
            Err(Obstacle::NoRoom) => {
                settled.too_large = Some(key(position));
                Err(Shortage { needed: None, granted: self.bytes }.into())
            }
            Err(Obstacle::Ended) => Err(NotExpected::Ended),
        }
    }
}

impl<P: Position> Solver<P> for ValueIteration<P> {
    fn estimate(&self, position: &P) -> Duration {
        let is_known = self.settled().graph.value(position).is_some();
        if is_known { Duration::ZERO } else { (self.estimate)(position) }
    }

    fn solve(&self, position: &P, effort: &Effort<'_>) -> Finding<P::Move> {
        match self.expect(position, effort) {
            Ok(expected) => {
                let (least, most) = expected.values();
                let Expected { keeps, nodes, .. } = expected;
                Finding { least, most, keeps, nodes }
            }
            Err(_) => Finding::nothing(0),
        }
    }

    fn expect(&self, position: &P, effort: &Effort<'_>) -> Result<Expected<P::Move>, NotExpected> {
        let settled = &mut *self.settled();
        let (found, nodes) = self.enclose(settled, position, effort)?;
        let graph = &settled.graph;
        let player = position.actor().turn();
        let moves = if position.actor().is_chance() { Vec::new() } else { position.legal_moves() };
        let worth = |&m: &P::Move| {
            let mut after = position.clone();
            after.make(m);
            graph.value(&after).map_or(0.0, |value| value.seen_by(player).middle())
        };
        // Of moves that are worth the same, the first one counts.
        let keeps = moves.into_iter().rev().max_by(|a, b| worth(a).total_cmp(&worth(b)));
        let Enclosure { low, high } = found.seen_by(player);
        Ok(Expected { low, high, keeps, nodes })
    }

    fn shortage(&self, position: &P) -> Option<Shortage> {
        let settled = self.settled();
        if settled.graph.value(position).is_some() {
            return None;
        }
        self.lacks(&settled, position)
    }

    fn forget(&mut self) {
        *self.settled() = Settled::default();
    }
}
