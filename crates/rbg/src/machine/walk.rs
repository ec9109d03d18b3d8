//! The quick interpreter: goes back by returning from calls.
//!
//! It does what the [other one](super::run) does, in the same order. But what it has to go back to
//! is on the stack of the program, which is not large: what goes too deep is given up, and the
//! other one does it again.

use super::code::{Assignment, Code};
use super::op::{Address, NOWHERE, Op};
use super::run::{Step, Stop, Work};
use super::state::{Change, State, count, find};
use crate::language::expression::Number;

/// How deep calls may be in each other.
const MOST_DEPTH: u32 = 600;
/// The most changes on one way.
const MOST_CHANGES: usize = 1 << 16;

/// What a walk is for.
pub(super) type Aim = u8;
/// All moves: each is noted, and what it changes is taken back.
pub(super) const ALL: Aim = 0;
/// The first way to the next change of turn. What it changes stays.
pub(super) const FIRST: Aim = 1;
/// Whether the end of a check can be reached. Nothing stays.
pub(super) const CHECK: Aim = 2;

/// How a walk ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum End {
    /// There is no other way.
    Failed,
    /// The first way has come to its end, or the check to its own.
    Reached,
    /// It is too much. The position is spoiled if it was to be changed.
    GivenUp,
}

/// Walks from one change of turn to the next.
pub(super) struct Walk<'a> {
    code: &'a Code,
    ops: &'a [Op],
    steps_to: &'a [u16],
    sets: &'a [[bool; 256]],
    places: usize,
    /// The piece at each place.
    board: &'a mut [u8],
    variables: &'a mut [u32],
    work: &'a mut Work,
    /// The moves: their steps, and where those of each end.
    steps: &'a mut Vec<Step>,
    ends: &'a mut Vec<u32>,
    /// Where the first way ended.
    pub(super) stop: Option<Stop>,
    /// The number of changes that can be taken back.
    level: u32,
    /// How deep calls may still be.
    depth: u32,
}

impl<'a> Walk<'a> {
    pub(super) fn new(
        code: &'a Code,
        state: &'a mut State,
        work: &'a mut Work,
        steps: &'a mut Vec<Step>,
        ends: &'a mut Vec<u32>,
    ) -> Self {
        let (board, variables) = state.parts_mut();
        Self {
            code,
            ops: &code.ops,
            steps_to: &code.steps,
            sets: &code.sets,
            places: code.places,
            board,
            variables,
            work,
            steps,
            ends,
            stop: None,
            level: 0,
            depth: MOST_DEPTH,
        }
    }

    /// Walks from an instruction and a place on.
    pub(super) fn begin<const AIM: Aim>(&mut self, at: Address, place: u16) -> End {
        if self.work.age(self.code, 0).is_err() {
            return End::GivenUp;
        }
        self.deeper::<AIM>(at as usize, usize::from(place), false)
    }

    /// Walks on from somewhere, to come back here.
    #[inline(always)]
    fn deeper<const AIM: Aim>(&mut self, at: usize, place: usize, implied: bool) -> End {
        if self.depth == 0 || !self.work.count() {
            return End::GivenUp;
        }
        let (log, trail, level) = (self.work.log.len(), self.work.trail.len(), self.level);
        self.depth -= 1;
        let end = self.walk::<AIM>(at, place, implied);
        self.depth += 1;
        if AIM != FIRST || end == End::Failed {
            while self.work.log.len() > log {
                self.take_back();
            }
        }
        if AIM == ALL {
            self.work.trail.truncate(trail);
        }
        self.level = level;
        end
    }

    /// Goes on behind a choice, to come back here. First come tests, which need no memory, and often
    /// fail.
    fn choose<const AIM: Aim>(&mut self, at: usize, place: usize) -> End {
        let (mut at, mut place) = (at, place);
        loop {
            let next = match self.ops[at] {
                Op::StepOn(table, set) => self.step_on(table, set, place),
                Op::On(set) => self.has(set, place).then_some(place),
                Op::Step(table) => self.step(table, place),
                Op::Where(mask) => self.code.has(mask, place).then_some(place),
                Op::Glance { entry, negated } => {
                    (self.glance(entry, place) != negated).then_some(place)
                }
                Op::Mark(number) => {
                    (!self.work.mark(self.code, self.level, number, place)).then_some(place)
                }
                Op::Yes if AIM == CHECK => return End::Reached,
                Op::Hand { modifier, .. } if AIM == ALL => {
                    return self.report(modifier, place, false);
                }
                Op::Fail => return End::Failed,
                _ => return self.deeper::<AIM>(at, place, false),
            };
            match next {
                Some(next) => (at, place) = (at + 1, next),
                None => return End::Failed,
            }
        }
    }

    /// Notes a move.
    #[inline(always)]
    fn report(&mut self, modifier: u16, place: usize, implied: bool) -> End {
        for &step in &self.work.trail {
            self.steps.push(step);
        }
        if !implied {
            self.steps.push(Step { modifier, place: place as u16 });
        }
        self.ends.push(self.steps.len() as u32);
        End::Failed
    }

    fn walk<const AIM: Aim>(&mut self, at: usize, place: usize, implied: bool) -> End {
        let (mut at, mut place, mut implied) = (at, place, implied);
        let code = self.code;
        loop {
            let mut op = self.ops[at];
            // Where to go if this instruction fails, if it is not back.
            let mut other = usize::MAX;
            let mut is_choice = false;
            if let Op::Try(to) | Op::Else(to) = op {
                is_choice = matches!(op, Op::Try(_));
                other = to as usize;
                at += 1;
                op = self.ops[at];
            }
            let next = match op {
                Op::Step(table) => self.step(table, place),
                Op::StepOn(table, set) => self.step_on(table, set, place),
                Op::On(set) => self.has(set, place).then_some(place),
                Op::Where(mask) => code.has(mask, place).then_some(place),
                Op::Compare(number) => self.compares(number).then_some(place),
                Op::CompareWith(variable, comparison, value) => {
                    let variable = self.variables[usize::from(variable)];
                    comparison.holds(variable.into(), value.into()).then_some(place)
                }
                Op::Glance { entry, negated } => {
                    (self.glance(entry, place) != negated).then_some(place)
                }
                Op::Check { entry, negated } => match self.check(entry, place) {
                    End::GivenUp => return End::GivenUp,
                    end => ((end == End::Reached) != negated).then_some(place),
                },
                Op::Mark(number) => {
                    (!self.work.mark(code, self.level, number, place)).then_some(place)
                }
                Op::Jump(to) => {
                    at = to as usize;
                    continue;
                }
                Op::Fork(to) => {
                    let end = self.choose::<AIM>(at + 1, place);
                    if end != End::Failed {
                        return end;
                    }
                    (at, implied) = (to as usize, false);
                    continue;
                }
                Op::Put { modifier, piece } => {
                    let old = std::mem::replace(&mut self.board[place], piece);
                    let change = Change::Piece { place: place as u16, old, new: piece };
                    match self.change::<AIM>(place, implied, modifier, change) {
                        Some(next) => implied = next,
                        None => return End::GivenUp,
                    }
                    Some(place)
                }
                Op::Set { modifier, variable, value } => {
                    let slot = &mut self.variables[usize::from(variable)];
                    let old = std::mem::replace(slot, value);
                    let change = Change::Variable { variable, old, new: value };
                    match self.change::<AIM>(place, implied, modifier, change) {
                        Some(next) => implied = next,
                        None => return End::GivenUp,
                    }
                    Some(place)
                }
                Op::Assign { modifier, assignment } => {
                    let assignment = &code.assignments[usize::from(assignment)];
                    match self.assign(assignment) {
                        Some(change) => {
                            match self.change::<AIM>(place, implied, modifier, change) {
                                Some(next) => implied = next,
                                None => return End::GivenUp,
                            }
                            Some(place)
                        }
                        None => None,
                    }
                }
                last => return self.last::<AIM>(last, at, place, implied),
            };
            match next {
                Some(next) if is_choice => {
                    let end = self.choose::<AIM>(at + 1, next);
                    if end != End::Failed {
                        return end;
                    }
                    at = other;
                }
                Some(next) => (at, place) = (at + 1, next),
                None if other == usize::MAX => return End::Failed,
                None => at = other,
            }
        }
    }

    /// An instruction that calls for all that comes behind it.
    #[inline(always)]
    fn last<const AIM: Aim>(&mut self, op: Op, at: usize, place: usize, implied: bool) -> End {
        let code = self.code;
        match op {
            Op::Yes => End::Reached,
            Op::Slide(table, set) => self.slide::<AIM>(at, place, table, set),
            Op::Spread(table) => self.spread::<AIM>(at, place, table, None),
            Op::SpreadOn(table, set) => self.spread::<AIM>(at, place, table, Some(set)),
            Op::Each(mask) => {
                let bits = &code.masks[usize::from(mask) * code.words..][..code.words];
                self.bits::<AIM>(at, |_, word| bits[word])
            }
            Op::Find(set, mask) => {
                let pieces = &code.members[usize::from(set)][..];
                let mask = &code.masks[usize::from(mask) * code.words..][..code.words];
                self.bits::<AIM>(at, |board, word| find(board, pieces, mask[word], word))
            }
            Op::Hand { modifier, .. } if AIM == ALL => self.report(modifier, place, implied),
            Op::Hand { side, .. } => {
                let at = at as Address + 1;
                self.stop = Some(Stop { side, at, place: place as u16 });
                End::Reached
            }
            _ => End::Failed,
        }
    }

    #[inline(always)]
    fn step(&self, table: u16, place: usize) -> Option<usize> {
        let to = self.steps_to[usize::from(table) * self.places + place];
        (to != NOWHERE).then_some(usize::from(to))
    }

    #[inline(always)]
    fn step_on(&self, table: u16, set: u16, place: usize) -> Option<usize> {
        let to = usize::from(self.steps_to[usize::from(table) * self.places + place]);
        let piece = *self.board.get(to)?;
        self.sets[usize::from(set)][usize::from(piece)].then_some(to)
    }

    #[inline(always)]
    fn has(&self, set: u16, place: usize) -> bool {
        self.sets[usize::from(set)][usize::from(self.board[place])]
    }

    /// Whether all tests from an instruction on succeed.
    fn glance(&self, entry: Address, place: usize) -> bool {
        let mut place = place;
        for &op in &self.ops[entry as usize..] {
            let next = match op {
                Op::StepOn(table, set) => self.step_on(table, set, place),
                Op::Yes => return true,
                Op::Step(table) => self.step(table, place),
                Op::On(set) => self.has(set, place).then_some(place),
                Op::Where(mask) => self.code.has(mask, place).then_some(place),
                Op::Compare(number) => self.compares(number).then_some(place),
                Op::CompareWith(variable, comparison, value) => {
                    let variable = self.variables[usize::from(variable)];
                    comparison.holds(variable.into(), value.into()).then_some(place)
                }
                Op::Glance { entry, negated } => {
                    (self.glance(entry, place) != negated).then_some(place)
                }
                _ => None,
            };
            match next {
                Some(next) => place = next,
                None => return false,
            }
        }
        false
    }

    /// The value of a number.
    fn value(&self, number: &Number) -> Option<i64> {
        let variable = |number: u16| i64::from(self.variables[usize::from(number)]);
        number.value(&variable, &|piece| count(&self.board[..self.places], piece))
    }

    /// Whether a comparison holds.
    fn compares(&self, number: u16) -> bool {
        let (left, comparison, right) = &self.code.comparisons[usize::from(number)];
        let both = self.value(left).zip(self.value(right));
        both.is_some_and(|(left, right)| comparison.holds(left, right))
    }

    /// Makes an assignment. None if the number is out of bounds.
    fn assign(&mut self, assignment: &Assignment) -> Option<Change> {
        let new = u32::try_from(self.value(&assignment.number)?).ok()?;
        if new > assignment.bound {
            return None;
        }
        let variable = assignment.variable;
        let old = std::mem::replace(&mut self.variables[usize::from(variable)], new);
        Some(Change::Variable { variable, old, new })
    }

    /// Takes the last change back.
    #[inline(always)]
    fn take_back(&mut self) {
        match self.work.log.pop() {
            Some(Change::Piece { place, old, .. }) => self.board[usize::from(place)] = old,
            Some(Change::Variable { variable, old, .. }) => {
                self.variables[usize::from(variable)] = old;
            }
            None => {}
        }
    }

    /// Makes a check.
    fn check(&mut self, entry: Address, place: usize) -> End {
        self.level += 1;
        let end = if self.work.age(self.code, self.level).is_err() {
            End::GivenUp
        } else {
            self.choose::<CHECK>(entry as usize, place)
        };
        self.level -= 1;
        end
    }

    /// Notes a change. Returns whether its modifier implies the next one. None if it is too much.
    #[inline(always)]
    fn change<const AIM: Aim>(
        &mut self,
        place: usize,
        implied: bool,
        modifier: u16,
        change: Change,
    ) -> Option<bool> {
        if AIM == ALL && !implied {
            self.work.trail.push(Step { modifier, place: place as u16 });
        }
        self.work.log.push(change);
        let modifier = &self.code.modifiers[usize::from(modifier)];
        self.level += 1;
        if modifier.marks && self.work.age(self.code, self.level).is_err()
            || self.work.log.len() > MOST_CHANGES
        {
            return None;
        }
        Some(modifier.implied.is_some())
    }

    fn slide<const AIM: Aim>(&mut self, at: usize, place: usize, table: u16, set: u16) -> End {
        let mut place = place;
        loop {
            let end = self.choose::<AIM>(at + 1, place);
            if end != End::Failed {
                return end;
            }
            match self.step_on(table, set, place) {
                Some(next) => place = next,
                None => return End::Failed,
            }
        }
    }

    /// Goes to each place of a table for this one, with one of these pieces.
    fn spread<const AIM: Aim>(
        &mut self,
        at: usize,
        place: usize,
        table: u16,
        set: Option<u16>,
    ) -> End {
        let code = self.code;
        let spread = &code.spreads[usize::from(table)];
        let targets = spread.first[place] as usize..spread.first[place + 1] as usize;
        let set = set.map(|set| &code.sets[usize::from(set)]);
        for &place in &spread.targets[targets] {
            let place = usize::from(place);
            if set.is_none_or(|set| set[usize::from(self.board[place])]) {
                let end = self.choose::<AIM>(at + 1, place);
                if end != End::Failed {
                    return end;
                }
            }
        }
        End::Failed
    }

    /// Goes to each place of some words of bits.
    #[inline(always)]
    fn bits<const AIM: Aim>(&mut self, at: usize, bits: impl Fn(&[u8], usize) -> u64) -> End {
        for word in 0..self.code.words {
            let mut rest = bits(self.board, word);
            while rest != 0 {
                let place = word * 64 + rest.trailing_zeros() as usize;
                rest &= rest - 1;
                let end = self.choose::<AIM>(at + 1, place);
                if end != End::Failed {
                    return end;
                }
            }
        }
        End::Failed
    }
}
