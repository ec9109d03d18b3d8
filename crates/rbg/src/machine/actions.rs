//! What is done with a state: finding its moves, making one, and letting the keeper act.

use super::code::{Code, Modifier};
use super::op::Op;
use super::run::{Aim, Listener, Nobody, Overrun, Step, Stop, Work, assign};
use super::state::{Change, State};
use crate::language::expression::Side;

/// Tells a listener of each legal move. The state is as before, then.
///
/// # Errors
///
/// If the rules do not come to an end.
#[inline]
pub(crate) fn all_moves(
    code: &Code,
    state: &mut State,
    work: &mut Work,
    listener: &mut impl Listener,
) -> Result<(), Overrun> {
    if state.is_over {
        return Ok(());
    }
    work.begin();
    let from = (state.at, state.place, 0);
    let done = work.run(code, state, Aim::All, from, listener).map(drop);
    if done.is_err() {
        work.undo(state, code.words, 0);
    }
    done
}

/// Whether there is a legal move. The state is as before, then.
///
/// # Errors
///
/// If the rules do not come to an end.
#[inline]
pub(crate) fn has_move(code: &Code, state: &mut State, work: &mut Work) -> Result<bool, Overrun> {
    if state.is_over {
        return Ok(false);
    }
    work.begin();
    let from = (state.at, state.place, 0);
    let found = work.run(code, state, Aim::All, from, &mut Nobody);
    if found.is_err() {
        work.undo(state, code.words, 0);
    }
    Ok(found?.is_some())
}

/// Makes a legal move, and what the keeper does after it. What has changed is in the log of `work`.
///
/// # Errors
///
/// If the rules do not come to an end.
#[inline]
pub(crate) fn make(
    code: &Code,
    state: &mut State,
    work: &mut Work,
    steps: &[Step],
) -> Result<(), Overrun> {
    work.begin();
    apply(code, state, work, steps);
    keep(code, state, work)
}

/// Does what the steps of a move and all that they imply say.
fn apply(code: &Code, state: &mut State, work: &mut Work, steps: &[Step]) {
    each_effect(code, steps, |modifier, place| match code.ops[modifier.at as usize] {
        Op::Put { piece, .. } => {
            let old = state.put(code.words, usize::from(place), piece);
            work.log.push(Change::Piece { place, old, new: piece });
        }
        Op::Set { variable, value, .. } => {
            let old = std::mem::replace(&mut state.variables[usize::from(variable)], value);
            work.log.push(Change::Variable { variable, old, new: value });
        }
        Op::Assign { assignment, .. } => {
            let assignment = &code.assignments[usize::from(assignment)];
            work.log.extend(assign(code, state, assignment));
        }
        Op::Hand { side, .. } => {
            (state.side, state.at, state.place) = (side, modifier.at + 1, place);
        }
        _ => unreachable!("no modifier"),
    });
}

/// Calls `each` with all modifiers of a move and their places: the steps, and what they imply.
#[inline(always)]
pub(crate) fn each_effect(code: &Code, steps: &[Step], mut each: impl FnMut(&Modifier, u16)) {
    for step in steps {
        let (mut number, mut place) = (step.modifier, step.place);
        loop {
            let modifier = &code.modifiers[usize::from(number)];
            each(modifier, place);
            let Some(next) = modifier.implied else { break };
            for &table in &modifier.hops {
                place = code.steps[usize::from(table) * code.places + usize::from(place)];
            }
            number = next;
        }
    }
}

/// How often the keeper may hand the turn to itself before a player's.
const MOST_TURNS: u32 = 1 << 16;

/// Lets the keeper do all that it can. Then what does not matter any more is put to rest, so that
/// states in which the same can happen are equal.
///
/// # Errors
///
/// If the rules do not come to an end.
pub(crate) fn keep(code: &Code, state: &mut State, work: &mut Work) -> Result<(), Overrun> {
    let mut turns = 0;
    while state.side == Side::Keeper && !state.is_over {
        turns += 1;
        if turns > MOST_TURNS {
            return Err(Overrun);
        }
        let from = (state.at, state.place, 0);
        match work.run(code, state, Aim::First, from, &mut Nobody)? {
            Some(Stop { side, at, place }) => {
                (state.side, state.at, state.place) = (side, at, place);
                work.trail.clear();
            }
            None => state.is_over = true,
        }
    }
    let at = state.at as usize;
    if state.is_over {
        (state.at, state.place) = (0, 0);
        return Ok(());
    }
    if !code.place_matters[at] {
        state.place = 0;
    }
    for &variable in &code.dead[at] {
        let old = std::mem::take(&mut state.variables[usize::from(variable)]);
        if old != 0 {
            work.log.push(Change::Variable { variable, old, new: 0 });
        }
    }
    Ok(())
}
