//! Tests as closures.

use std::sync::Arc;

use super::behind::Behind;
use super::build::Builder;
use super::walk::{Closure, ClosureWalk, WalkEnd};
use crate::language::expression::Arithmetic;
use crate::machine::code::Assignment;
use crate::machine::op::{Address, Op};
use crate::machine::state::{StateChange, count};

/// The most steps that become one closure.
const MOST_STEPS: usize = 4;

/// A closure for a test, which returns the place then.
fn attach(
    test: impl Fn(&mut ClosureWalk<'_>, usize) -> Option<usize> + Send + Sync + 'static,
    behind: Behind,
) -> Closure {
    match behind {
        Behind::Plain(next) => Box::new(move |walk, place| match test(walk, place) {
            Some(place) => next(walk, place),
            None => WalkEnd::Failed,
        }),
        Behind::Else(next, other) => Box::new(move |walk, place| match test(walk, place) {
            Some(place) => next(walk, place),
            None => other(walk, place),
        }),
        Behind::Try(next, other) => Box::new(move |walk, place| {
            if let Some(inside) = test(walk, place) {
                let end = next(walk, inside);
                if end != WalkEnd::Failed {
                    return end;
                }
            }
            other(walk, place)
        }),
        Behind::Yes => Box::new(move |walk, place| match test(walk, place) {
            Some(_) => WalkEnd::Reached,
            None => WalkEnd::Failed,
        }),
        Behind::YesElse(other) => Box::new(move |walk, place| match test(walk, place) {
            Some(_) => WalkEnd::Reached,
            None => other(walk, place),
        }),
    }
}

/// A closure for so many steps in a row to places with certain pieces.
fn attach_steps<const COUNT: usize>(steps: &[(Arc<[u16]>, u8)], behind: Behind) -> Option<Closure> {
    let steps: [(Arc<[u16]>, u8); COUNT] = steps.to_vec().try_into().ok()?;
    let test = move |walk: &mut ClosureWalk<'_>, place: usize| {
        let mut place = place;
        for (table, piece) in &steps {
            place = usize::from(table[place]);
            if walk.board[place] != *piece {
                return None;
            }
        }
        Some(place)
    };
    Some(attach(test, behind))
}

/// A set of pieces.
#[derive(Clone)]
pub(super) enum Set {
    One(u8),
    Few(u64),
    Many(Arc<[bool; 256]>),
}

impl Builder<'_> {
    /// A set of pieces.
    pub(super) fn set(&self, set: u16) -> Set {
        let members = &self.code.members[usize::from(set)];
        match members[..] {
            [one] => Set::One(one),
            // No piece is as large as what stands beyond the board, even if only its lowest bits
            // are seen.
            _ if self.code.pieces < 64 => {
                Set::Few(members.iter().fold(0, |bits, &piece| bits | 1 << piece))
            }
            _ => Set::Many(Arc::new(self.code.sets[usize::from(set)])),
        }
    }

    /// How many instructions from a test on become one closure.
    pub(super) fn run(&self, at: Address) -> Address {
        let rest = self.code.ops[at as usize..].iter().take(MOST_STEPS);
        let steps = rest.take_while(|op| match op {
            Op::StepOn(_, set) => self.code.members[usize::from(*set)].len() == 1,
            _ => false,
        });
        (steps.count() as Address).max(1)
    }

    /// A closure for a test, or for several steps in a row.
    pub(super) fn tests(&mut self, at: Address, body: Option<Closure>, behind: Behind) -> Closure {
        let count = self.run(at);
        let ops = &self.code.ops[at as usize..][..count as usize];
        if count == 1 {
            return self.test(ops[0], body, behind);
        }
        let mut steps = Vec::new();
        for &op in ops {
            if let Op::StepOn(table, set) = op
                && let Set::One(piece) = self.set(set)
            {
                steps.push((self.step(table), piece));
            }
        }
        let node = match count {
            2 => attach_steps::<2>(&steps, behind),
            3 => attach_steps::<3>(&steps, behind),
            _ => attach_steps::<4>(&steps, behind),
        };
        node.unwrap_or_else(|| self.fail())
    }

    /// A closure for a test.
    fn test(&mut self, op: Op, body: Option<Closure>, behind: Behind) -> Closure {
        let code = self.code;
        match op {
            Op::Step(table) => {
                let (table, places) = (self.step(table), code.places);
                attach(
                    move |_, place| {
                        let to = usize::from(table[place]);
                        (to < places).then_some(to)
                    },
                    behind,
                )
            }
            Op::StepOn(table, set) => {
                let table = self.step(table);
                match self.set(set) {
                    Set::One(piece) => attach(
                        move |walk, place| {
                            let to = usize::from(table[place]);
                            (walk.board[to] == piece).then_some(to)
                        },
                        behind,
                    ),
                    Set::Few(bits) => attach(
                        move |walk, place| {
                            let to = usize::from(table[place]);
                            (bits >> (walk.board[to] & 63) & 1 == 1).then_some(to)
                        },
                        behind,
                    ),
                    Set::Many(set) => attach(
                        move |walk, place| {
                            let to = usize::from(table[place]);
                            set[usize::from(walk.board[to])].then_some(to)
                        },
                        behind,
                    ),
                }
            }
            Op::On(set) => match self.set(set) {
                Set::One(piece) => {
                    attach(move |walk, place| (walk.board[place] == piece).then_some(place), behind)
                }
                Set::Few(bits) => attach(
                    move |walk, place| (bits >> (walk.board[place] & 63) & 1 == 1).then_some(place),
                    behind,
                ),
                Set::Many(set) => attach(
                    move |walk, place| set[usize::from(walk.board[place])].then_some(place),
                    behind,
                ),
            },
            Op::Where(mask) => {
                let words = &code.masks[usize::from(mask) * code.words..][..code.words];
                let words: Box<[u64]> = words.into();
                attach(
                    move |_, place| (words[place / 64] >> (place % 64) & 1 == 1).then_some(place),
                    behind,
                )
            }
            Op::Compare(number) => {
                let (left, comparison, right) = code.comparisons[usize::from(number)].clone();
                attach(
                    move |walk, place| {
                        let both = walk.value(&left).zip(walk.value(&right));
                        let holds = both.is_some_and(|(left, right)| comparison.holds(left, right));
                        holds.then_some(place)
                    },
                    behind,
                )
            }
            Op::CompareWith(variable, comparison, value) => {
                let (variable, value) = (usize::from(variable), i64::from(value));
                attach(
                    move |walk, place| {
                        comparison.holds(walk.variables[variable].into(), value).then_some(place)
                    },
                    behind,
                )
            }
            Op::Glance { negated, .. } => match body {
                Some(body) => attach(
                    move |walk, place| {
                        ((body(walk, place) == WalkEnd::Reached) != negated).then_some(place)
                    },
                    behind,
                ),
                None => self.fail(),
            },
            Op::Check { negated, .. } => match body {
                Some(body) if code.marks == 0 => attach(
                    move |walk, place| {
                        ((body(walk, place) == WalkEnd::Reached) != negated).then_some(place)
                    },
                    behind,
                ),
                Some(body) => attach(
                    move |walk, place| {
                        let end = walk.next_level(|walk| body(walk, place));
                        ((end == WalkEnd::Reached) != negated).then_some(place)
                    },
                    behind,
                ),
                None => self.fail(),
            },
            Op::Mark(number) => attach(
                move |walk, place| {
                    let level = walk.level;
                    (!walk.work.mark(walk.code, level, number, place)).then_some(place)
                },
                behind,
            ),
            _ => self.fail(),
        }
    }
}

impl ClosureWalk<'_> {
    /// The value of a number.
    fn value(&self, number: &Arithmetic) -> Option<i64> {
        let variable = |number: u16| i64::from(self.variables[usize::from(number)]);
        number.value(&variable, &|piece| count(&self.board[..self.code.places], piece))
    }

    /// Makes an assignment. None if the number is out of bounds.
    pub(super) fn assign(&mut self, assignment: &Assignment) -> Option<StateChange> {
        let new = u32::try_from(self.value(&assignment.number)?).ok()?;
        if new > assignment.bound {
            return None;
        }
        let variable = assignment.variable;
        let old = std::mem::replace(&mut self.variables[usize::from(variable)], new);
        Some(StateChange::Variable { variable, old, new })
    }
}
