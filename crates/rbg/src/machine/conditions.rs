//! Conditions and numbers, as the interpreter sees them.

use super::code::{Assignment, Code};
use super::op::{Address, NOWHERE, Op};
use super::state::{State, StateChange, count};
use crate::language::expression::Arithmetic;

/// Whether all tests from an instruction on succeed.
#[inline]
pub(super) fn glance(code: &Code, state: &State, entry: Address, place: usize) -> bool {
    let mut place = place;
    for &op in &code.ops[entry as usize..] {
        let next = match op {
            Op::Yes => return true,
            Op::Glance { entry, negated } => {
                (glance(code, state, entry, place) != negated).then_some(place)
            }
            simple => simple_test(code, state, simple, place),
        };
        let Some(next) = next else { return false };
        place = next;
    }
    false
}

/// A test that needs no other instructions. Returns where the run is then. None if it fails.
#[inline(always)]
pub(super) fn simple_test(code: &Code, state: &State, op: Op, place: usize) -> Option<usize> {
    let holds = match op {
        Op::Step(table) => {
            let to = code.steps[usize::from(table) * code.places + place];
            return (to != NOWHERE).then_some(usize::from(to));
        }
        Op::StepOn(table, set) => {
            let to = usize::from(code.steps[usize::from(table) * code.places + place]);
            let fits = |&piece: &u8| code.sets[usize::from(set)][usize::from(piece)];
            return state.board().get(to).is_some_and(fits).then_some(to);
        }
        Op::Where(mask) => code.has(mask, place),
        Op::On(set) => code.sets[usize::from(set)][usize::from(state.board()[place])],
        Op::Compare(number) => compare(code, state, number),
        Op::CompareWith(variable, comparison, value) => {
            let variable = state.variables()[usize::from(variable)];
            comparison.holds(variable.into(), value.into())
        }
        _ => false,
    };
    holds.then_some(place)
}

/// Whether a comparison holds.
#[inline]
fn compare(code: &Code, state: &State, number: u16) -> bool {
    let (left, comparison, right) = &code.comparisons[usize::from(number)];
    let both = value(state, left).zip(value(state, right));
    both.is_some_and(|(left, right)| comparison.holds(left, right))
}

/// The value of a number.
#[inline]
fn value(state: &State, number: &Arithmetic) -> Option<i64> {
    let variable = |number: u16| i64::from(state.variables()[usize::from(number)]);
    let pieces = |piece: u8| count(state.board(), piece);
    number.value(&variable, &pieces)
}

/// Makes an assignment. None if the number is out of bounds.
#[inline]
pub(super) fn assign(state: &mut State, assignment: &Assignment) -> Option<StateChange> {
    let new = u32::try_from(value(state, &assignment.number)?).ok()?;
    if new > assignment.bound {
        return None;
    }
    let variable = assignment.variable;
    let old = std::mem::replace(&mut state.variables_mut()[usize::from(variable)], new);
    Some(StateChange::Variable { variable, old, new })
}
