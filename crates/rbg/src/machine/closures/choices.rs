//! Choices and changes as closures.

use std::sync::Arc;

use super::build::{Builder, ClosureKey};
use super::conditions::Set;
use super::walk::{Closure, ClosureMode, ClosureWalk, WalkEnd};

use crate::machine::op::{Address, Op};
use crate::machine::run::MoveStep;
use crate::machine::state::{StateChange, find};

impl Builder<'_> {
    /// A closure for choices in a row.
    pub(super) fn alternatives(&mut self, all: Vec<(Address, Closure)>, last: Closure) -> Closure {
        let mut choices: Vec<(Arc<[u16]>, u8, Closure)> = Vec::new();
        for (test, next) in all {
            if let Op::StepOn(table, set) = self.code.ops[test as usize] {
                let piece = self.code.members[usize::from(set)].first().copied();
                choices.extend(piece.map(|piece| (self.step(table), piece, next)));
            }
        }
        let choices: Box<[_]> = choices.into();
        Box::new(move |walk, place| {
            for (table, piece, next) in &choices {
                let to = usize::from(table[place]);
                if walk.board[to] == *piece {
                    let end = next(walk, to);
                    if end != WalkEnd::Failed {
                        return end;
                    }
                }
            }
            last(walk, place)
        })
    }

    pub(super) fn slide(&mut self, table: u16, set: u16, next: Closure) -> Closure {
        let table = self.step(table);
        match self.set(set) {
            Set::One(one) => slide(table, move |piece| piece == one, next),
            Set::Few(bits) => slide(table, move |piece| bits >> (piece & 63) & 1 == 1, next),
            Set::Many(set) => slide(table, move |piece| set[usize::from(piece)], next),
        }
    }

    pub(super) fn spread(&mut self, table: u16, set: Option<u16>, next: Closure) -> Closure {
        let spread = self.code.spreads[usize::from(table)].clone();
        let set = set.map(|set| self.code.sets[usize::from(set)]);
        Box::new(move |walk, place| {
            if !walk.count() {
                return WalkEnd::Failed;
            }
            let targets = spread.first[place] as usize..spread.first[place + 1] as usize;
            for &place in &spread.targets[targets] {
                let place = usize::from(place);
                if set.as_ref().is_none_or(|set| set[usize::from(walk.board[place])]) {
                    let end = next(walk, place);
                    if end != WalkEnd::Failed {
                        return end;
                    }
                }
            }
            WalkEnd::Failed
        })
    }

    pub(super) fn find(&mut self, set: Option<u16>, mask: u16, next: Closure) -> Closure {
        let code = self.code;
        let mask: Box<[u64]> = code.masks[usize::from(mask) * code.words..][..code.words].into();
        let pieces = set.map(|set| code.members[usize::from(set)].clone());
        Box::new(move |walk, _| {
            if !walk.count() {
                return WalkEnd::Failed;
            }
            for (word, &mask) in mask.iter().enumerate() {
                let mut rest = match &pieces {
                    Some(pieces) => find(walk.board, pieces, mask, word),
                    None => mask,
                };
                while rest != 0 {
                    let place = word * 64 + rest.trailing_zeros() as usize;
                    rest &= rest - 1;
                    let end = next(walk, place);
                    if end != WalkEnd::Failed {
                        return end;
                    }
                }
            }
            WalkEnd::Failed
        })
    }

    pub(super) fn put(
        &mut self,
        (mode, _, implied): ClosureKey,
        number: u16,
        piece: u8,
        next: Closure,
    ) -> Closure {
        let is_step = mode == ClosureMode::All && !implied;
        let marks = self.code.modifiers[usize::from(number)].marks;
        let inside = move |walk: &mut ClosureWalk<'_>, place: usize| {
            if marks { walk.next_level(|walk| next(walk, place)) } else { next(walk, place) }
        };
        if mode == ClosureMode::First {
            return Box::new(move |walk, place| {
                let old = std::mem::replace(&mut walk.board[place], piece);
                let end = inside(walk, place);
                if end == WalkEnd::Failed {
                    walk.board[place] = old;
                }
                end
            });
        }
        Box::new(move |walk, place| {
            let old = std::mem::replace(&mut walk.board[place], piece);
            if is_step {
                walk.work.trail.push(MoveStep { modifier: number, place: place as u16 });
            }
            let end = inside(walk, place);
            if is_step {
                walk.work.trail.pop();
            }
            walk.board[place] = old;
            end
        })
    }

    pub(super) fn change(
        &mut self,
        (mode, _, implied): ClosureKey,
        number: u16,
        change: impl Fn(&mut ClosureWalk<'_>) -> Option<StateChange> + Send + Sync + 'static,
        next: Closure,
    ) -> Closure {
        let is_step = mode == ClosureMode::All && !implied;
        let marks = self.code.modifiers[usize::from(number)].marks;
        Box::new(move |walk, place| {
            let Some(StateChange::Variable { variable, old, .. }) = change(walk) else {
                return WalkEnd::Failed;
            };
            if is_step {
                walk.work.trail.push(MoveStep { modifier: number, place: place as u16 });
            }
            let end =
                if marks { walk.next_level(|walk| next(walk, place)) } else { next(walk, place) };
            if is_step {
                walk.work.trail.pop();
            }
            if mode != ClosureMode::First || end == WalkEnd::Failed {
                walk.variables[usize::from(variable)] = old;
            }
            end
        })
    }
}

/// A closure that stays, or goes on by a table as long as certain pieces are there.
fn slide(
    table: Arc<[u16]>,
    fits: impl Fn(u8) -> bool + Send + Sync + 'static,
    next: Closure,
) -> Closure {
    Box::new(move |walk, place| {
        if !walk.count() {
            return WalkEnd::Failed;
        }
        let mut place = place;
        loop {
            let end = next(walk, place);
            if end != WalkEnd::Failed {
                return end;
            }
            place = usize::from(table[place]);
            if !fits(walk.board[place]) {
                return WalkEnd::Failed;
            }
        }
    })
}
