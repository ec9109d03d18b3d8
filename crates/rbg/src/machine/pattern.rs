//! A condition that is tried at each place of the board.
//!
//! It has code of its own, so what an author wants to have counted never changes the game itself.

use super::code::Code;
use super::compile::compile_condition;
use super::conditions::glance;
use super::op::{Address, Op};
use super::run::{NoListener, Overrun, RunAim, RunMemory};
use super::state::{State, find};
use crate::language::description::Description;
use crate::language::error::RulesMistake;
use crate::language::expression::RuleNode;

/// How often the trials at all places may go back to a choice, taken together.
const MOST_RETURNS: u64 = 1 << 16;

/// A condition that is tried at each place of the board.
#[derive(Clone, Debug)]
pub(crate) struct PlacePattern {
    code: Code,
    entry: Address,
    /// Whether it is nothing but tests, without a choice.
    is_glance: bool,
    /// The set of pieces for which it asks first, if it does. The entry is behind that.
    first: Option<u16>,
}

impl PlacePattern {
    /// Translates a condition.
    ///
    /// # Errors
    ///
    /// If it is too large.
    pub(crate) fn of(
        description: &Description,
        condition: &RuleNode,
    ) -> Result<Self, RulesMistake> {
        let code = compile_condition(description, condition)?;
        let (entry, is_glance) = match code.ops[0] {
            Op::Check { entry, .. } => (entry, false),
            Op::Glance { entry, .. } => (entry, true),
            // It only asks where it is.
            _ => (0, false),
        };
        let (first, entry) = match code.ops[entry as usize] {
            Op::On(set) => (Some(set), entry + 1),
            _ => (None, entry),
        };
        Ok(Self { code, entry, is_glance, first })
    }

    /// At how many places it holds. 0 if that is too much work. The position stays as it is.
    pub(super) fn count(&self, state: &mut State, memory: &mut RunMemory) -> u32 {
        memory.begin_with(MOST_RETURNS);
        let mut count = 0;
        for word in 0..self.code.words {
            let mut places = self.candidates(state, word);
            while places != 0 {
                let place = word * 64 + places.trailing_zeros() as usize;
                places &= places - 1;
                match self.holds(state, memory, place) {
                    Ok(holds) => count += u32::from(holds),
                    Err(Overrun) => {
                        memory.undo(state, 0);
                        return 0;
                    }
                }
            }
        }
        count
    }

    /// The places of a word where it may hold: those with one of the pieces for which it asks
    /// first.
    #[inline]
    fn candidates(&self, state: &State, word: usize) -> u64 {
        let left = self.code.places - word * 64;
        let all = if left < 64 { (1 << left) - 1 } else { u64::MAX };
        match self.first {
            Some(set) => find(state.cells(), &self.code.members[usize::from(set)], all, word),
            None => all,
        }
    }

    #[inline]
    fn holds(
        &self,
        state: &mut State,
        memory: &mut RunMemory,
        place: usize,
    ) -> Result<bool, Overrun> {
        if self.is_glance {
            return Ok(glance(&self.code, state, self.entry, place));
        }
        let from = (self.entry, place as u16, 0);
        let found = memory.run(&self.code, state, RunAim::Check, from, &mut NoListener)?;
        Ok(found.is_some())
    }
}
