//! What closures work on.

use super::build::Closures;
use crate::language::expression::Side;
use crate::machine::code::Code;
use crate::machine::op::Address;
use crate::machine::run::{Step, Stop, Work};
use crate::machine::state::State;

/// How deep calls may be in each other.
const MOST_DEPTH: u32 = 3000;

/// How a walk ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::machine) enum End {
    /// There is no other way.
    Failed,
    /// The first way has come to its end, or the check to its own.
    Reached,
}

/// It is too much. The position is spoiled if it was to be changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::machine) struct GivenUp;

/// Walks from one change of turn to the next.
pub(in crate::machine) struct Walk<'a> {
    pub(super) closures: &'a Closures,
    pub(super) code: &'a Code,
    /// The piece at each place, and beyond.
    pub(super) board: &'a mut [u8],
    pub(super) variables: &'a mut [u32],
    pub(super) work: &'a mut Work,
    /// The moves: their steps, and where those of each end.
    pub(super) steps: &'a mut Vec<Step>,
    pub(super) ends: &'a mut Vec<u32>,
    /// Where the first way ended.
    pub(super) stop: Stop,
    /// The level of marks.
    pub(super) level: u32,
    /// How deep calls may still be.
    depth: u32,
    is_given_up: bool,
}

impl<'a> Walk<'a> {
    pub(in crate::machine) fn new(
        closures: &'a Closures,
        code: &'a Code,
        state: &'a mut State,
        work: &'a mut Work,
        (steps, ends): (&'a mut Vec<Step>, &'a mut Vec<u32>),
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
            stop: Stop { side: Side::Keeper, at: 0, place: 0 },
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
    pub(in crate::machine) fn keep(&mut self, from: Stop) -> Result<(Stop, bool), GivenUp> {
        let mut from = from;
        while from.side == Side::Keeper {
            let first = self.closures.first.get(from.at as usize);
            let slot = first.copied().flatten().ok_or(GivenUp)?;
            if self.begin(slot, from.place)? == End::Failed {
                return Ok((from, true));
            }
            from = self.stop;
        }
        Ok((from, false))
    }

    #[inline]
    fn begin(&mut self, slot: u32, place: u16) -> Result<End, GivenUp> {
        self.work.age(self.code, 0).map_err(|_| GivenUp)?;
        let end = self.call(slot, usize::from(place));
        if self.is_given_up { Err(GivenUp) } else { Ok(end) }
    }

    /// Calls a closure that may be called within itself.
    #[inline]
    pub(super) fn call(&mut self, slot: u32, place: usize) -> End {
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
    pub(super) fn give_up(&mut self) -> End {
        self.is_given_up = true;
        self.work.returns = 0;
        End::Failed
    }

    /// Does something on the next level of marks.
    #[inline(always)]
    pub(super) fn next_level(&mut self, inside: impl FnOnce(&mut Self) -> End) -> End {
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
    pub(super) fn report(&mut self, last: Option<Step>) -> End {
        for &step in &self.work.trail {
            self.steps.push(step);
        }
        self.steps.extend(last);
        self.ends.push(self.steps.len() as u32);
        End::Failed
    }
}
