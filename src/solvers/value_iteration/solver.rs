//! The solver for a game: what it has settled is kept from one question to the next.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::enclosure::Enclosure;
use super::graph::{BYTES, Graph, Obstacle};
use crate::game::{Effort, Expected, Finding, NotExpected, Position, Solver};

/// More positions than this have no numbers.
const MOST_POSITIONS: usize = 1 << 30;

/// A [`Solver`] for games of chance, for positions from which up to some ten million others can be
/// reached.
///
/// A game returns one from [`Game::solver`](crate::game::Game::solver):
///
/// ```
/// use std::time::Duration;
/// use sarsen::game::Solver;
/// use sarsen::games::pig::{Pig, PigPosition};
/// use sarsen::solvers::ValueIteration;
///
/// fn solver(bytes: usize) -> Box<dyn Solver<PigPosition>> {
///     Box::new(ValueIteration::new(bytes, |_| Duration::from_secs(5)))
/// }
/// ```
pub struct ValueIteration<P> {
    graph: Mutex<Graph>,
    /// The greatest number of positions.
    most: usize,
    estimate: fn(&P) -> Duration,
}

impl<P: Position> ValueIteration<P> {
    /// A solver that knows nothing yet and takes up to about `bytes` bytes of memory. `estimate`
    /// says about how long a position takes of which nothing is known.
    #[must_use]
    pub fn new(bytes: usize, estimate: fn(&P) -> Duration) -> Self {
        let most = (bytes / BYTES).min(MOST_POSITIONS);
        Self { graph: Mutex::default(), most, estimate }
    }

    /// The bytes that this many positions take, about.
    #[must_use]
    pub const fn bytes_for(positions: u64) -> usize {
        (positions as usize).saturating_mul(BYTES)
    }

    fn graph(&self) -> MutexGuard<'_, Graph> {
        self.graph.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The value of a position for the first player, and the number of positions visited for it.
    fn enclose(
        &self,
        graph: &mut Graph,
        position: &P,
        effort: &Effort<'_>,
    ) -> Result<(Enclosure, u64), NotExpected> {
        let must_end = |visited| visited > effort.nodes || (effort.must_end)(visited);
        if let Some(known) = graph.value(position) {
            return Ok((known, 0));
        }
        let mut settled = graph.settle(position, self.most, &must_end);
        if settled == Err(Obstacle::TooMany) && !graph.is_empty() {
            // There may be room without what earlier positions have left.
            *graph = Graph::default();
            settled = graph.settle(position, self.most, &must_end);
        }
        match settled {
            Ok(visited) => Ok((graph.value(position).unwrap_or(Enclosure::UNKNOWN), visited)),
            Err(Obstacle::TooMany) => Err(NotExpected::TooMany(self.most)),
            Err(Obstacle::Ended) => Err(NotExpected::Ended),
        }
    }
}

impl<P: Position> Solver<P> for ValueIteration<P> {
    fn estimate(&self, position: &P) -> Duration {
        let is_known = self.graph().value(position).is_some();
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
        let graph = &mut *self.graph();
        let (found, nodes) = self.enclose(graph, position, effort)?;
        let player = position.actor().turn();
        let mut moves = Vec::new();
        if !position.actor().is_chance() {
            position.moves(&mut moves);
        }
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

    fn forget(&mut self) {
        *self.graph() = Graph::default();
    }
}
