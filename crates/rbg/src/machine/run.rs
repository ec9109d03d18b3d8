//! The interpreter: runs code from one change of turn to the next.

use super::code::Code;
use super::conditions::{assign, glance, simple_test};
use super::op::{Address, Op};
use super::state::{State, StateChange};
use crate::language::expression::Mover;

/// A step of a move: a modifier, and the place where it acts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[repr(C, align(4))]
pub struct MoveStep {
    /// Its number.
    pub modifier: u16,
    /// The place.
    pub place: u16,
}

/// The rules do too much between two moves: perhaps they do not end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the rules do not come to an end here")]
pub struct Overrun;

/// How often a run may go back to a choice, before one move or to find all moves.
const MOST_RETURNS: u64 = 1 << 22;
/// The most steps that the moves of a position may have together.
pub(super) const MOST_FOUND: usize = 1 << 22;
/// The most steps of a move.
const MOST_STEPS: usize = 1 << 12;
/// A turn of the keeper counts as so many returns.
const TURN: u64 = 1 << 8;
/// The most choices to which a run may have to go back at a time.
const MOST_FRAMES: usize = 1 << 20;
/// The most marks of all levels together.
const MOST_MARKS: usize = 1 << 24;

/// Where a run ends: who acts next, and where the rules go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct RunStop {
    pub(super) side: Mover,
    pub(super) at: Address,
    pub(super) place: u16,
}

/// A choice to which a run goes back.
#[derive(Clone, Copy, Debug)]
struct Frame {
    at: Address,
    level: u32,
    log: u32,
    trail: u16,
    /// The place, or the word of a set of places.
    place: u16,
    /// What is still to be tried: places as bits, or how many have been tried.
    rest: u64,
}

/// The memory of runs. One serves any number of runs of the same code, one at a time.
#[derive(Clone, Debug)]
pub(crate) struct RunMemory {
    stack: Vec<Frame>,
    pub(super) trail: Vec<MoveStep>,
    pub(super) log: Vec<StateChange>,
    /// By level, number and place: the age in which the mark was set.
    marks: Vec<u32>,
    /// The present age of each level.
    ages: Vec<u32>,
    /// How often runs may still go back.
    pub(super) returns: u64,
    /// How often they might in the beginning.
    given: u64,
    /// How often they may if nothing else is said.
    most: u64,
}

impl Default for RunMemory {
    fn default() -> Self {
        Self::within(MOST_RETURNS)
    }
}

/// Who is told of the moves that a run finds.
pub(crate) trait Listener {
    /// Takes a move. Returns whether to go on.
    fn take(&mut self, steps: &[MoveStep]) -> bool;
}

/// Somebody who need not know the moves.
pub(super) struct NoListener;

impl Listener for NoListener {
    fn take(&mut self, _: &[MoveStep]) -> bool {
        false
    }
}

/// What a run is for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum RunAim {
    /// All moves: each is reported, and what it changes is taken back.
    All,
    /// The first way to the next change of turn. What it changes stays.
    First,
    /// Whether the end of a check can be reached. Nothing stays.
    Check,
}

impl RunMemory {
    /// The memory of runs that may go back so often.
    pub(super) fn within(most: u64) -> Self {
        Self {
            stack: Vec::new(),
            trail: Vec::new(),
            log: Vec::new(),
            marks: Vec::new(),
            ages: Vec::new(),
            returns: most,
            given: most,
            most,
        }
    }

    /// Begins anew: the next runs may do as much as is allowed.
    #[inline]
    pub(super) fn begin(&mut self) {
        self.begin_with(self.most);
    }

    /// Begins anew: the next runs may do as much as this.
    #[inline]
    pub(super) fn begin_with(&mut self, returns: u64) {
        self.stack.clear();
        self.trail.clear();
        self.log.clear();
        (self.returns, self.given) = (returns, returns);
    }

    /// How much has been done since it began anew.
    pub(super) fn spent(&self) -> u64 {
        self.given - self.returns
    }

    /// Counts one more call of the quick interpreter. Returns whether it is not too much.
    #[inline(always)]
    pub(super) fn count(&mut self) -> bool {
        self.returns = self.returns.saturating_sub(1);
        self.returns > 0
    }

    /// Counts one more turn of the keeper. There may be no end of them.
    pub(super) fn count_turn(&mut self) -> Result<(), Overrun> {
        self.returns = self.returns.checked_sub(TURN).ok_or(Overrun)?;
        Ok(())
    }

    /// Takes changes back until so many are left.
    #[inline(always)]
    pub(super) fn undo(&mut self, state: &mut State, left: usize) {
        while self.log.len() > left {
            if let Some(change) = self.log.pop() {
                change.undo(state);
            }
        }
    }

    /// A new age for the marks of a level: those set there before are forgotten.
    #[inline(always)]
    pub(super) fn age(&mut self, code: &Code, level: u32) -> Result<(), Overrun> {
        if code.marks == 0 {
            return Ok(());
        }
        let level = level as usize;
        let size = code.marks * code.places;
        if self.ages.len() <= level {
            if (level + 1) * size > MOST_MARKS {
                return Err(Overrun);
            }
            self.ages.resize(level + 1, 0);
            self.marks.resize((level + 1) * size, 0);
        }
        if self.ages[level] == u32::MAX {
            self.ages[level] = 0;
            self.marks[level * size..][..size].fill(0);
        }
        self.ages[level] += 1;
        Ok(())
    }

    /// Sets a mark. Returns whether it was set already.
    #[inline(always)]
    pub(super) fn mark(&mut self, code: &Code, level: u32, number: u16, place: usize) -> bool {
        let level = level as usize;
        let mark = (level * code.marks + usize::from(number)) * code.places + place;
        let age = self.ages[level];
        std::mem::replace(&mut self.marks[mark], age) == age
    }

    #[inline(always)]
    fn push(&mut self, at: usize, place: usize, level: u32, rest: u64) -> Result<(), Overrun> {
        if self.stack.len() == MOST_FRAMES {
            return Err(Overrun);
        }
        self.stack.push(Frame {
            at: at as Address,
            level,
            log: self.log.len() as u32,
            trail: self.trail.len() as u16,
            place: place as u16,
            rest,
        });
        Ok(())
    }

    #[inline(always)]
    fn step(&mut self, modifier: u16, place: usize) -> Result<(), Overrun> {
        if self.trail.len() == MOST_STEPS {
            return Err(Overrun);
        }
        self.trail.push(MoveStep { modifier, place: place as u16 });
        Ok(())
    }

    /// Notes a change that a modifier has made. Returns whether it implies the next one.
    #[inline(always)]
    fn note(
        &mut self,
        code: &Code,
        modifier: u16,
        place: usize,
        implied: bool,
        change: StateChange,
    ) -> Result<bool, Overrun> {
        self.log.push(change);
        if !implied {
            self.step(modifier, place)?;
        }
        Ok(code.modifiers[usize::from(modifier)].implied.is_some())
    }

    /// A new age behind a modifier, if marks are used there.
    #[inline(always)]
    fn age_behind(&mut self, code: &Code, modifier: u16, level: u32) -> Result<(), Overrun> {
        if code.modifiers[usize::from(modifier)].marks { self.age(code, level) } else { Ok(()) }
    }

    /// Does a test. Returns where the run is then. None if it fails.
    #[inline(always)]
    fn test(
        &mut self,
        code: &Code,
        state: &mut State,
        op: Op,
        place: usize,
        level: u32,
    ) -> Result<Option<usize>, Overrun> {
        match op {
            Op::Check { entry, negated } => {
                let from = (entry, place as u16, level + 1);
                let found = self.run(code, state, RunAim::Check, from, &mut NoListener)?;
                Ok((found.is_some() != negated).then_some(place))
            }
            Op::Glance { entry, negated } => {
                Ok((glance(code, state, entry, place) != negated).then_some(place))
            }
            simple => Ok(simple_test(code, state, simple, place)),
        }
    }

    /// Runs code from an instruction and a place on. Tells a listener of each move, as long
    /// as it wants to know. Returns where the run has stopped. None if it has come to its end.
    pub(super) fn run(
        &mut self,
        code: &Code,
        state: &mut State,
        aim: RunAim,
        from: (Address, u16, u32),
        listener: &mut impl Listener,
    ) -> Result<Option<RunStop>, Overrun> {
        let ops = &code.ops[..];
        let base = self.stack.len();
        let [log, trail] = [self.log.len(), self.trail.len()];
        let (mut at, mut place, mut level) = (from.0 as usize, usize::from(from.1), from.2);
        self.age(code, level)?;
        // Whether the last modifier implies the next one.
        let mut implied = false;
        'run: loop {
            match ops[at] {
                Op::Fail => {}
                Op::Yes => {
                    self.stack.truncate(base);
                    self.undo(state, log);
                    self.trail.truncate(trail);
                    return Ok(Some(RunStop { side: Mover::Keeper, at: at as Address, place: 0 }));
                }
                Op::Jump(to) => {
                    at = to as usize;
                    continue 'run;
                }
                Op::Fork(_) => {
                    self.push(at, place, level, 0)?;
                    at += 1;
                    continue 'run;
                }
                Op::Try(to) => match self.test(code, state, ops[at + 1], place, level)? {
                    Some(next) => {
                        self.push(at, place, level, 0)?;
                        (at, place) = (at + 2, next);
                        continue 'run;
                    }
                    None => {
                        at = to as usize;
                        continue 'run;
                    }
                },
                Op::Else(to) => {
                    match self.test(code, state, ops[at + 1], place, level)? {
                        Some(next) => (at, place) = (at + 2, next),
                        None => at = to as usize,
                    }
                    continue 'run;
                }
                Op::Mark(number) => {
                    if !self.mark(code, level, number, place) {
                        at += 1;
                        continue 'run;
                    }
                }
                op @ (Op::Step(_)
                | Op::StepOn(..)
                | Op::Where(_)
                | Op::On(_)
                | Op::Check { .. }
                | Op::Glance { .. }
                | Op::Compare(_)
                | Op::CompareWith(..)) => {
                    if let Some(next) = self.test(code, state, op, place, level)? {
                        (at, place) = (at + 1, next);
                        continue 'run;
                    }
                }
                Op::Slide(..) => {
                    self.push(at, place, level, 0)?;
                    at += 1;
                    continue 'run;
                }
                Op::Spread(_) | Op::SpreadOn(..) => self.push(at, place, level, 0)?,
                Op::Each(mask) => {
                    self.push(at, 0, level, code.masks[usize::from(mask) * code.words])?;
                }
                Op::Find(set, mask) => {
                    self.push(at, 0, level, find(code, state, set, mask, 0))?;
                }
                Op::Put { modifier, piece } => {
                    let old = state.put(place, piece);
                    let change = StateChange::Piece { place: place as u16, old, new: piece };
                    implied = self.note(code, modifier, place, implied, change)?;
                    level += 1;
                    self.age_behind(code, modifier, level)?;
                    at += 1;
                    continue 'run;
                }
                Op::Assign { modifier, assignment } => {
                    let assignment = &code.assignments[usize::from(assignment)];
                    if let Some(change) = assign(state, assignment) {
                        implied = self.note(code, modifier, place, implied, change)?;
                        level += 1;
                        self.age_behind(code, modifier, level)?;
                        at += 1;
                        continue 'run;
                    }
                }
                Op::Set { modifier, variable, value } => {
                    let old =
                        std::mem::replace(&mut state.variables_mut()[usize::from(variable)], value);
                    let change = StateChange::Variable { variable, old, new: value };
                    implied = self.note(code, modifier, place, implied, change)?;
                    level += 1;
                    self.age_behind(code, modifier, level)?;
                    at += 1;
                    continue 'run;
                }
                Op::Hand { modifier, side } => {
                    if !implied {
                        self.step(modifier, place)?;
                    }
                    let stop = RunStop { side, at: at as Address + 1, place: place as u16 };
                    if aim == RunAim::First {
                        self.stack.truncate(base);
                        return Ok(Some(stop));
                    }
                    // A long move is more work than a short one.
                    self.returns = self.returns.saturating_sub(self.trail.len() as u64);
                    if !listener.take(&self.trail[trail..]) {
                        self.stack.truncate(base);
                        self.undo(state, log);
                        self.trail.truncate(trail);
                        return Ok(Some(stop));
                    }
                }
            }
            // It has failed: back to the last choice that has something left.
            loop {
                if self.stack.len() == base {
                    self.undo(state, log);
                    self.trail.truncate(trail);
                    return Ok(None);
                }
                if self.returns == 0 {
                    return Err(Overrun);
                }
                self.returns -= 1;
                let last = self.stack.len() - 1;
                let frame = self.stack[last];
                self.undo(state, frame.log as usize);
                self.trail.truncate(usize::from(frame.trail));
                level = frame.level;
                implied = false;
                at = frame.at as usize;
                match ops[at] {
                    Op::Fork(to) | Op::Try(to) => {
                        self.stack.pop();
                        (at, place) = (to as usize, usize::from(frame.place));
                        continue 'run;
                    }
                    Op::Slide(table, set) => {
                        let from = usize::from(table) * code.places + usize::from(frame.place);
                        let to = code.steps[from];
                        let piece = state.board().get(usize::from(to));
                        let set = &code.sets[usize::from(set)];
                        if piece.is_some_and(|&piece| set[usize::from(piece)]) {
                            self.stack[last].place = to;
                            (at, place) = (at + 1, usize::from(to));
                            continue 'run;
                        }
                    }
                    Op::Spread(table) => {
                        let spread = &code.spreads[usize::from(table)];
                        let from = usize::from(frame.place);
                        let next = spread.first[from] as usize + frame.rest as usize;
                        if next < spread.first[from + 1] as usize {
                            self.stack[last].rest += 1;
                            (at, place) = (at + 1, usize::from(spread.targets[next]));
                            continue 'run;
                        }
                    }
                    Op::SpreadOn(table, set) => {
                        let spread = &code.spreads[usize::from(table)];
                        let from = usize::from(frame.place);
                        let first = spread.first[from] as usize;
                        let all = first + frame.rest as usize..spread.first[from + 1] as usize;
                        let set = &code.sets[usize::from(set)];
                        let fits = |next: &usize| {
                            set[usize::from(state.board()[usize::from(spread.targets[*next])])]
                        };
                        if let Some(next) = { all }.find(fits) {
                            self.stack[last].rest = (next + 1 - first) as u64;
                            (at, place) = (at + 1, usize::from(spread.targets[next]));
                            continue 'run;
                        }
                    }
                    Op::Each(mask) => {
                        let masks = &code.masks[usize::from(mask) * code.words..][..code.words];
                        if let Some(next) = next_bit(frame, code.words, |word| masks[word]) {
                            (self.stack[last].place, self.stack[last].rest) = (next.0, next.1);
                            (at, place) = (at + 1, next.2);
                            continue 'run;
                        }
                    }
                    Op::Find(set, mask) => {
                        let bits = |word| find(code, state, set, mask, word);
                        if let Some(next) = next_bit(frame, code.words, bits) {
                            (self.stack[last].place, self.stack[last].rest) = (next.0, next.1);
                            (at, place) = (at + 1, next.2);
                            continue 'run;
                        }
                    }
                    _ => unreachable!("only choices have frames"),
                }
                self.stack.pop();
            }
        }
    }
}

/// The next place of a set that is gone through word by word: the word, what is left of it, and the
/// place.
#[inline(always)]
fn next_bit(frame: Frame, words: usize, bits: impl Fn(usize) -> u64) -> Option<(u16, u64, usize)> {
    let (mut word, mut rest) = (usize::from(frame.place), frame.rest);
    while rest == 0 {
        word += 1;
        if word == words {
            return None;
        }
        rest = bits(word);
    }
    let place = word * 64 + rest.trailing_zeros() as usize;
    Some((word as u16, rest & (rest - 1), place))
}

/// The places of a word that are in a mask and have one of these pieces.
#[inline(always)]
fn find(code: &Code, state: &State, set: u16, mask: u16, word: usize) -> u64 {
    let mask = code.masks[usize::from(mask) * code.words + word];
    super::state::find(state.cells(), &code.members[usize::from(set)], mask, word)
}
