//! The solver: a game's own exact search, if the game has one.

use std::time::Duration;

use super::{Position, Shortage};
use crate::game::value::{INFINITE, PROVEN_WIN, Value, from_share};

/// A game's own exact search. It knows who wins, and perhaps how soon, long before a general search
/// does.
///
/// The engine's search takes turns with the solver if only time limits the search, or if only the
/// proof is wanted. The option `Knowledge` has to be `full`. From one call to the next, a solver
/// remembers what it has learnt.
pub trait Solver<P: Position>: Send + Sync {
    /// About how long a position like this takes on one core. The order of magnitude is enough. The
    /// engine does not ask a solver that would take much longer than there is time.
    fn estimate(&self, position: &P) -> Duration;

    /// About how long it takes to find out who wins, this many plies later (none: now), at a turn
    /// of the player who acts. The clock keeps so much for the move from which on the solver knows
    /// how to win. By default, a solver cannot tell: the engine asks it only for values, and time
    /// is shared out as if there were none.
    fn estimate_winner(&self, _position: &P, _plies: u32) -> Option<Duration> {
        None
    }

    /// Finds out what it can about an unfinished position in which a player acts, within these
    /// limits. If positions can come again, the [path](super::Path) of this one counts.
    fn solve(&self, position: &P, effort: &Effort<'_>) -> Finding<P::Move>;

    /// The expectation of an unfinished position in a game of chance, within these limits. Chance
    /// may be to act.
    ///
    /// # Errors
    ///
    /// Why it was not found. By default, a solver finds none.
    fn expect(
        &self,
        _position: &P,
        _effort: &Effort<'_>,
    ) -> Result<Expected<P::Move>, NotExpected> {
        Err(NotExpected::Never)
    }

    /// What memory it lacks for this position, as far as it knows. Then nobody needs to ask it. By
    /// default, a solver makes do with what it has.
    fn shortage(&self, _position: &P) -> Option<Shortage> {
        None
    }

    /// Whether it only ever finds out who wins, in a game without draws: neither how soon, nor by
    /// how much.
    fn tells_only_winner(&self) -> bool {
        false
    }

    /// Forgets what it has learnt.
    fn forget(&mut self);
}

/// What a solver may spend.
#[derive(Clone, Copy)]
pub struct Effort<'a> {
    /// The maximum number of positions to visit. It may be at most [`EXCESS`](Self::EXCESS) more
    /// for each thread, because a solver looks at its limits only now and then.
    pub nodes: u64,
    /// The number of threads, at least 1. With one thread, a solver that has forgotten everything
    /// always visits the same positions.
    pub threads: usize,
    /// What it is to find out.
    pub aim: Aim,
    /// The value of the position, if that is known for certain. Then a move that keeps it is all
    /// that is to be found.
    pub known: Option<Value>,
    /// Whether the solver must end now. The solver calls this now and then, with the number of
    /// positions that it has visited.
    pub must_end: &'a (dyn Fn(u64) -> bool + Sync),
}

impl Effort<'_> {
    /// A thread of a solver may visit this many positions between two looks at its limits: less
    /// than a hundredth of a second.
    pub const EXCESS: u64 = 1 << 14;

    /// No limits, and one thread.
    pub const UNLIMITED: Effort<'static> =
        Effort { nodes: u64::MAX, threads: 1, aim: Aim::Value, known: None, must_end: &|_| false };
}

/// What a solver is to find out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aim {
    /// The value: who wins, and by how much or how soon, as far as the solver can tell.
    Value,
    /// Who wins, or that it is a draw. The solver may tell more, and need not.
    Winner,
}

/// Two numbers that surely enclose the share of a win, from 0 to 1, that a position is worth. A
/// draw counts one half.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Expected<M> {
    /// The share of the player whose turn it is, is at least this.
    pub low: f64,
    /// It is at most this.
    pub high: f64,
    /// A move that keeps it. None if chance is to act.
    pub keeps: Option<M>,
    /// The number of positions visited.
    pub nodes: u64,
}

/// Values are whole numbers, so bounds of a share that are this near to each other are one value.
const ONE_VALUE: f64 = 1e-9;

impl<M> Expected<M> {
    /// The least and the greatest value that it may have. They are the same if it is known. A win
    /// or loss that is certain is of unknown length.
    #[must_use]
    pub fn values(&self) -> (Value, Value) {
        let value_of = |share: f64| match share {
            _ if self.low == 1.0 => PROVEN_WIN,
            _ if self.high == 0.0 => -PROVEN_WIN,
            share => from_share(share),
        };
        if self.high - self.low < ONE_VALUE {
            let value = value_of(self.low.midpoint(self.high));
            (value, value)
        } else {
            (value_of(self.low), value_of(self.high))
        }
    }
}

/// Why a solver has found no expectation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotExpected {
    /// The solver finds no expectations.
    #[error("the solver of this game finds no expectations")]
    Never,
    /// The limits ended the work.
    #[error("the work was ended early")]
    Ended,
    /// There is not enough memory.
    #[error(transparent)]
    Memory(#[from] Shortage),
}

/// What a solver has found out about a position, for certain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Finding<M> {
    /// The value for the player who acts is at least this. It need not say how soon a win comes.
    pub least: Value,
    /// The value is at most this.
    pub most: Value,
    /// A move that keeps `least`, if one is known.
    pub keeps: Option<M>,
    /// The number of positions visited.
    pub nodes: u64,
}

impl<M> Finding<M> {
    /// Nothing, after this many positions.
    #[must_use]
    pub const fn nothing(nodes: u64) -> Self {
        Self { least: -INFINITE, most: INFINITE, keeps: None, nodes }
    }

    /// The value, if it is known.
    #[must_use]
    pub fn value(&self) -> Option<Value> {
        (self.least == self.most).then_some(self.least)
    }
}
