//! The solver as the engine knows it.

use std::time::Duration;

use super::super::patterns::Patterns;
use super::super::position::OthelloPosition;
use super::super::squares::Square;
use super::discs::Discs;
use super::field::Field;
use super::root::{Enclosed, enclose, reach};
use super::search::ThreadSearch;
use super::store::RangeStore;
use super::technique::Technique;
use sarsen_core::game::value::{PROVEN_WIN, UNKNOWN_LENGTH, Value, win_short_of};
use sarsen_core::game::{Aim, Effort, Finding, Position, Solver};
use sarsen_core::solvers::techniques::AllBut;
use sarsen_core::solvers::watch::Watch;

/// About how long a position with 20 empty squares takes, in seconds. Of 40 positions after random
/// moves, half took less than 0.34 s, and 0.50 s is the mean. Of 40 in games of a player who leaves
/// few replies, it is 0.18 s and 0.21 s.
const TWENTY: f64 = 0.3;

/// How many times longer it takes with one more empty square. Between 14 and 22 empty squares, the
/// means and medians of both kinds grow by 2.2 to 2.4.
const GROWTH: f64 = 2.3;

/// About how long it takes to find out who wins with 20 empty squares. Of 40 positions of games
/// between equals, half took less than 0.015 s, and 0.021 s is the mean. With 24 empty squares, it
/// is 0.29 s and 0.44 s.
const TWENTY_TO_WIN: f64 = 0.03;

/// Solves endings. What it has learnt from one position helps with the next.
pub struct OthelloSolver {
    store: RangeStore,
    techniques: AllBut<Technique>,
    patterns: Patterns,
}

impl OthelloSolver {
    /// A solver with `bytes` bytes of memory, or a little less. None if there is not enough memory.
    #[must_use]
    pub fn new(bytes: usize) -> Option<Self> {
        Some(Self {
            store: RangeStore::new(bytes)?,
            techniques: AllBut(None),
            patterns: Patterns::new(),
        })
    }

    /// The same solver without one of its techniques. It finds the same differences.
    #[must_use]
    pub fn without(self, technique: Technique) -> Self {
        Self { techniques: AllBut(Some(technique)), ..self }
    }
}

impl Solver<OthelloPosition> for OthelloSolver {
    fn estimate(&self, position: &OthelloPosition) -> Duration {
        estimate(position.plies_left(), TWENTY)
    }

    fn estimate_winner(&self, position: &OthelloPosition, plies: u32) -> Option<Duration> {
        Some(estimate(position.plies_left().saturating_sub(plies), TWENTY_TO_WIN))
    }

    fn solve(&self, position: &OthelloPosition, effort: &Effort<'_>) -> Finding<Square> {
        if position.outcome().is_some() {
            return Finding::nothing(0);
        }
        let watch = Watch::new(effort);
        let field = Field::new(position.board);
        let player = position.to_move();
        let discs = Discs { own: position.discs(player), other: position.discs(player.other()) };
        // The evaluator is for the usual board only.
        let patterns = Some(&self.patterns).filter(|_| position.board == u64::MAX);
        let search = |_| ThreadSearch::new(field, &self.store, &watch, patterns);
        let mut searches: Vec<_> = (0..effort.threads.max(1)).map(search).collect();
        let Enclosed { least, most } =
            enclose(self.techniques, &mut searches, &watch, &field, discs);
        // A move is worth a little more than the limit of positions.
        searches[0].is_over = false;
        let is_worst = most == -field.size() || effort.aim == Aim::Winner && most < 0;
        let keeps = if position.open == 0 {
            Some(Square::PASS)
        } else if is_worst {
            // Every move keeps the worst that can be.
            Some(Square(position.open.trailing_zeros() as u8))
        } else if least > -field.size() {
            reach(self.techniques, &mut searches[0], discs, least).map(Square)
        } else {
            None
        };
        let nodes = watch.nodes() + searches.iter().map(ThreadSearch::uncounted).sum::<u64>();
        let [least, most] = match effort.aim {
            Aim::Value => [value(least), value(most)],
            Aim::Winner if least > 0 => [PROVEN_WIN; 2],
            Aim::Winner if most < 0 => [-PROVEN_WIN; 2],
            Aim::Winner => [least, most].map(|bound| bound.signum() * PROVEN_WIN),
        };
        Finding { least, most, keeps, nodes }
    }

    fn forget(&mut self) {
        self.store.clear();
    }
}

/// About how long a position with this many empty squares takes, if one with 20 takes this many
/// seconds.
fn estimate(empty: u32, twenty: f64) -> Duration {
    Duration::from_secs_f64((twenty * GROWTH.powi(empty as i32 - 20)).min(1e9))
}

/// The value of a difference of discs. How many moves the rest of the game takes is not known,
/// because a player may have to pass.
fn value(difference: i32) -> Value {
    let margin = difference.unsigned_abs();
    let win = win_short_of(OthelloPosition::MOST_MARGIN - margin, UNKNOWN_LENGTH);
    match difference {
        0 => 0,
        1.. => win,
        _ => -win,
    }
}
