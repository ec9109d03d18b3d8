//! What closures work on.

use std::sync::Arc;

use crate::language::expression::Mover;
use crate::machine::code::Code;
use crate::machine::op::Address;
use crate::machine::run::{MOST_FOUND, MoveStep, RunMemory, RunStop};
use crate::machine::state::State;

/// How deep calls may be in each other.
const MOST_DEPTH: u32 = 3000;

/// A closure: from a place on. It belongs to the one in front of it.
pub(super) type Closure = Box<dyn Fn(&mut ClosureWalk<'_>, usize) -> WalkEnd + Send + Sync>;

/// A closure that belongs to several. To call it takes a little longer.
pub(super) type SharedClosure = Arc<dyn Fn(&mut ClosureWalk<'_>, usize) -> WalkEnd + Send + Sync>;

/// What a closure is for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum ClosureMode {
    /// All moves: each is noted, and what it changes is taken back.
    All,
    /// The first way to the next change of turn. What it changes stays.
    First,
    /// Whether the end of a check can be reached. Nothing stays.
    Check,
}

/// The closures of a game.
pub(in crate::machine) struct Closures {
    /// Closures that are called by their number, and how deep calls in them are.
    pub(super) slots: Vec<(Closure, u32)>,
    /// By instruction: what finds the moves of a player who begins to act there.
    pub(super) moves: Vec<Option<u32>>,
    /// By instruction: what lets the keeper act from there.
    pub(super) first: Vec<Option<u32>>,
}

impl std::fmt::Debug for Closures {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Closures").finish_non_exhaustive()
    }
}

/// How a walk ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::machine) enum WalkEnd {
    /// There is no other way.
    Failed,
    /// The first way has come to its end, or the check to its own.
    Reached,
}

/// It is too much. The position is spoiled if it was to be changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::machine) struct GivenUp;

/// Walks from one change of turn to the next.
pub(in crate::machine) struct ClosureWalk<'a> {
    pub(super) closures: &'a Closures,
    pub(super) code: &'a Code,
    /// The piece at each place, and beyond.
    pub(super) board: &'a mut [u8],
    pub(super) variables: &'a mut [u32],
    pub(super) work: &'a mut RunMemory,
    /// The moves: their steps, and where those of each end.
    pub(super) steps: &'a mut Vec<MoveStep>,
    pub(super) ends: &'a mut Vec<u32>,
    /// Where the first way ended.
    pub(super) stop: RunStop,
    /// The level of marks.
    pub(super) level: u32,
    /// How deep calls may still be.
    depth: u32,
    is_given_up: bool,
}

impl<'a> ClosureWalk<'a> {
    pub(in crate::machine) fn new(
        closures: &'a Closures,
        code: &'a Code,
        state: &'a mut State,
        work: &'a mut RunMemory,
        (steps, ends): (&'a mut Vec<MoveStep>, &'a mut Vec<u32>),
    ) -> Self {
        let (board, variables) = state.parts_mut();
        Self {
            closures,
            code,
            board,
            variables,
            work,
            steps,
            ends,
            stop: RunStop { side: Mover::Keeper, at: 0, place: 0 },
            level: 0,
            depth: MOST_DEPTH,
            is_given_up: false,
        }
    }

    /// Finds all moves.
    #[inline]
    pub(in crate::machine) fn moves(&mut self, at: Address, place: u16) -> Result<(), GivenUp> {
        let slot = self.closures.moves.get(at as usize).copied().flatten().ok_or(GivenUp)?;
        self.begin(slot, place).map(|_| ())
    }

    /// Lets the keeper act, turn by turn. Returns where it stops, and whether the game is over.
    #[inline]
    pub(in crate::machine) fn keep(&mut self, from: RunStop) -> Result<(RunStop, bool), GivenUp> {
        let mut from = from;
        while from.side == Mover::Keeper {
            self.work.count_turn().map_err(|_| GivenUp)?;
            let first = self.closures.first.get(from.at as usize);
            let slot = first.copied().flatten().ok_or(GivenUp)?;
            if self.begin(slot, from.place)? == WalkEnd::Failed {
                return Ok((from, true));
            }
            from = self.stop;
        }
        Ok((from, false))
    }

    #[inline]
    fn begin(&mut self, slot: u32, place: u16) -> Result<WalkEnd, GivenUp> {
        self.work.age(self.code, 0).map_err(|_| GivenUp)?;
        let end = self.call(slot, usize::from(place));
        if self.is_given_up { Err(GivenUp) } else { Ok(end) }
    }

    /// Calls a closure that may be called within itself.
    #[inline]
    pub(super) fn call(&mut self, slot: u32, place: usize) -> WalkEnd {
        let closures = self.closures;
        let (node, height) = &closures.slots[slot as usize];
        if self.depth < *height || !self.work.count() {
            return self.give_up();
        }
        self.depth -= height;
        let end = node(self, place);
        self.depth += height;
        end
    }

    /// Whether there is not too much to do.
    #[inline(always)]
    pub(super) fn count(&mut self) -> bool {
        let is_possible = self.work.count();
        self.is_given_up |= !is_possible;
        is_possible
    }

    #[cold]
    pub(super) fn give_up(&mut self) -> WalkEnd {
        self.is_given_up = true;
        self.work.returns = 0;
        WalkEnd::Failed
    }

    /// Does something on the next level of marks.
    #[inline(always)]
    pub(super) fn next_level(&mut self, inside: impl FnOnce(&mut Self) -> WalkEnd) -> WalkEnd {
        self.level += 1;
        let end = match self.work.age(self.code, self.level) {
            Ok(()) => inside(self),
            Err(_) => self.give_up(),
        };
        self.level -= 1;
        end
    }

    /// Notes a move.
    #[inline(always)]
    pub(super) fn report(&mut self, last: Option<MoveStep>) -> WalkEnd {
        if self.steps.len() > MOST_FOUND {
            return self.give_up();
        }
        for &step in &self.work.trail {
            self.steps.push(step);
        }
        self.steps.extend(last);
        self.ends.push(self.steps.len() as u32);
        WalkEnd::Failed
    }
}
