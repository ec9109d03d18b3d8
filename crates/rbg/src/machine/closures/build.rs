//! Builds the closures.

use std::collections::HashMap;
use std::sync::Arc;

use super::behind::Behind;
use super::walk::{Closure, ClosureMode, ClosureWalk, Closures, SharedClosure, WalkEnd};
use crate::language::expression::Mover;
use crate::machine::code::Code;
use crate::machine::op::{Address, NOWHERE, Op};
use crate::machine::run::{MoveStep, RunStop};
use crate::machine::state::StateChange;

/// The most closures that are called in each other without a look at how deep it is.
const MOST_HEIGHT: u32 = 200;

/// Where a closure begins, and whether the last modifier implies the next one.
pub(super) type ClosureKey = (ClosureMode, Address, bool);

/// How far a closure is.
enum KnownClosure {
    /// What comes behind it is being built.
    Begun,
    /// It is done: with how deep calls in it are. It is gone once it has found its only user.
    Done(Option<Closure>, u32),
    /// The same, with several users.
    Shared(SharedClosure, u32),
}

/// Builds closures.
pub(super) struct Builder<'a> {
    pub(super) code: &'a Code,
    known: HashMap<ClosureKey, KnownClosure>,
    /// How often each closure is used.
    uses: HashMap<ClosureKey, u32>,
    /// The numbers of closures that are called by them.
    slots: HashMap<ClosureKey, u32>,
    steps: HashMap<u16, Arc<[u16]>>,
}

impl Closures {
    /// Builds them all.
    pub(in crate::machine) fn new(code: &Code) -> Self {
        let mut builder = Builder {
            code,
            known: HashMap::new(),
            uses: HashMap::new(),
            slots: HashMap::new(),
            steps: HashMap::new(),
        };
        let mut moves = vec![None; code.ops.len() + 1];
        let mut first = moves.clone();
        let mut roots = vec![(ClosureMode::First, 0, false)];
        for (at, op) in code.ops.iter().enumerate() {
            let start = at as Address + 1;
            match op {
                Op::Hand { side: Mover::Keeper, .. } => {
                    roots.push((ClosureMode::First, start, false))
                }
                Op::Hand { .. } => roots.push((ClosureMode::All, start, false)),
                _ => {}
            }
        }
        builder.count_uses(&roots);
        for root in roots {
            let list = if root.0 == ClosureMode::All { &mut moves } else { &mut first };
            list[root.1 as usize] = Some(builder.root(root));
        }
        let mut slots: Vec<(Closure, u32)> = Vec::new();
        slots.resize_with(builder.slots.len(), || (builder.fail(), 1));
        for (key, &slot) in &builder.slots {
            if let Some((node, height)) = builder.known.get_mut(key).and_then(finished) {
                slots[slot as usize] = (node, height);
            }
        }
        Self { slots, moves, first }
    }
}

impl Builder<'_> {
    pub(super) fn fail(&self) -> Closure {
        Box::new(|_, _| WalkEnd::Failed)
    }

    /// Where each place leads. What leads nowhere leads beyond the board.
    pub(super) fn step(&mut self, table: u16) -> Arc<[u16]> {
        let code = self.code;
        let steps = self.steps.entry(table).or_insert_with(|| {
            let steps = &code.steps[usize::from(table) * code.places..][..code.places];
            let there = |&to: &u16| if to == NOWHERE { code.places as u16 } else { to };
            steps.iter().map(there).collect()
        });
        Arc::clone(steps)
    }

    /// A loop that goes on by a table as long as certain pieces are there, without a choice: the
    /// table, the pieces, and where it ends.
    fn advance(&self, at: Address) -> Option<(u16, u16, Address)> {
        match *self.code.ops.get(at as usize..at as usize + 3)? {
            [Op::Else(end), Op::StepOn(table, set), Op::Jump(head)] if head == at => {
                Some((table, set, end))
            }
            _ => None,
        }
    }

    /// Choices in a row that all begin with a step to a place with a certain piece: where those
    /// are,
    /// and what comes if all of them fail.
    fn chain(&self, at: Address) -> (Vec<Address>, Address) {
        let (mut tests, mut at) = (Vec::new(), at);
        while let Some(Op::Try(to)) = self.code.ops.get(at as usize)
            && let Some(Op::StepOn(_, set)) = self.code.ops.get(at as usize + 1)
            && self.code.members[usize::from(*set)].len() == 1
            && !tests.contains(&(at + 1))
        {
            tests.push(at + 1);
            at = *to;
        }
        (tests, at)
    }

    /// Whether the end of a check comes behind a test.
    fn is_yes(&self, at: Address) -> bool {
        self.code.ops.get((at + self.run(at)) as usize) == Some(&Op::Yes)
    }

    /// Counts how often each closure is used.
    fn count_uses(&mut self, roots: &[ClosureKey]) {
        let mut open = roots.to_vec();
        while let Some(key) = open.pop() {
            let uses = self.uses.entry(key).or_insert(0);
            *uses += 1;
            if *uses == 1 {
                open.extend(self.behind(key));
            }
        }
    }

    fn slot(&mut self, key: ClosureKey) -> u32 {
        let next = self.slots.len() as u32;
        *self.slots.entry(key).or_insert(next)
    }

    /// Builds a closure and all behind it. Returns its number.
    fn root(&mut self, root: ClosureKey) -> u32 {
        let mut open = vec![root];
        while let Some(&key) = open.last() {
            match self.known.get(&key) {
                None => {
                    self.known.insert(key, KnownClosure::Begun);
                    let behind = self.behind(key);
                    open.extend(behind.into_iter().filter(|next| !self.known.contains_key(next)));
                }
                Some(KnownClosure::Begun) => {
                    let (node, height) = self.build(key);
                    let is_shared = self.uses.get(&key).is_none_or(|&uses| uses > 1);
                    let done = if is_shared {
                        KnownClosure::Shared(node.into(), height)
                    } else {
                        KnownClosure::Done(Some(node), height)
                    };
                    self.known.insert(key, done);
                    open.pop();
                }
                Some(KnownClosure::Done(..) | KnownClosure::Shared(..)) => _ = open.pop(),
            }
        }
        self.slot(root)
    }

    /// What a closure needs: first what checks are made of.
    fn behind(&self, (mode, at, implied): ClosureKey) -> Vec<ClosureKey> {
        let Some(&op) = self.code.ops.get(at as usize) else { return Vec::new() };
        let body = |op: Op| op.entry().map(|entry| (ClosureMode::Check, entry, false));
        let (chain, last) = self.chain(at);
        if chain.len() > 1 {
            let inside = chain.into_iter().map(|test| (mode, test + 1, false));
            return inside.chain([(mode, last, false)]).collect();
        }
        if let Some((.., end)) = self.advance(at) {
            return vec![(mode, end, false)];
        }
        match op {
            Op::Fail | Op::Yes | Op::Hand { .. } => Vec::new(),
            Op::Jump(to) => vec![(mode, to, implied)],
            Op::Fork(to) => vec![(mode, at + 1, false), (mode, to, false)],
            Op::Try(to) | Op::Else(to) => {
                let both = [(mode, at + 1 + self.run(at + 1), false), (mode, to, false)];
                body(self.code.ops[at as usize + 1]).into_iter().chain(both).collect()
            }
            Op::Slide(..) | Op::Spread(_) | Op::SpreadOn(..) | Op::Each(_) | Op::Find(..) => {
                vec![(mode, at + 1, false)]
            }
            other => {
                let implied = match other.modifier() {
                    Some(number) => {
                        let modifier = &self.code.modifiers[usize::from(number)];
                        mode == ClosureMode::All && modifier.implied.is_some()
                    }
                    None => implied,
                };
                let next = at + self.run(at);
                body(other).into_iter().chain([(mode, next, implied)]).collect()
            }
        }
    }

    /// A closure that is done, or one that calls it when it is.
    fn node(&mut self, key: ClosureKey) -> (Closure, u32) {
        let is_deep = match self.known.get(&key) {
            Some(KnownClosure::Done(_, height) | KnownClosure::Shared(_, height)) => {
                *height > MOST_HEIGHT
            }
            _ => true,
        };
        // Those that own each other must not be too many: they are dropped from within each other.
        if !is_deep && let Some(done) = self.known.get_mut(&key).and_then(finished) {
            return done;
        }
        let slot = self.slot(key);
        (Box::new(move |walk, place| walk.call(slot, place)), 1)
    }

    /// Builds a closure, once all that it needs is there.
    fn build(&mut self, key: ClosureKey) -> (Closure, u32) {
        let (mode, at, implied) = key;
        let Some(&op) = self.code.ops.get(at as usize) else { return (self.fail(), 1) };
        let needed: Vec<(Closure, u32)> =
            self.behind(key).into_iter().map(|key| self.node(key)).collect();
        let height = needed.iter().map(|(_, height)| height + 1).max().unwrap_or(1);
        let mut needed = needed.into_iter().map(|(node, _)| node);
        let mut next = || needed.next().unwrap_or_else(|| Box::new(|_, _| WalkEnd::Failed));
        if let Some((table, set, _)) = self.advance(at) {
            let (table, set) = (self.step(table), self.code.sets[usize::from(set)]);
            let next = next();
            let node: Closure = Box::new(move |walk, place| {
                let mut place = place;
                loop {
                    let to = usize::from(table[place]);
                    if !set[usize::from(walk.board[to])] {
                        return next(walk, place);
                    }
                    place = to;
                }
            });
            return (node, height);
        }
        let (chain, _) = self.chain(at);
        let node: Closure = match op {
            _ if chain.len() > 1 => {
                let all = chain.into_iter().map(|test| (test, next())).collect();
                self.alternatives(all, next())
            }
            Op::Fail => self.fail(),
            Op::Yes => Box::new(|_, _| WalkEnd::Reached),
            Op::Jump(_) => next(),
            Op::Fork(_) => {
                let (first, second) = (next(), next());
                Box::new(move |walk, place| match first(walk, place) {
                    WalkEnd::Failed => second(walk, place),
                    end => end,
                })
            }
            Op::Try(_) | Op::Else(_) => {
                let body = self.code.ops[at as usize + 1].entry().map(|_| next());
                let (first, second) = (next(), next());
                let behind = match op {
                    _ if self.is_yes(at + 1) => Behind::YesElse(second),
                    Op::Try(_) => Behind::Try(first, second),
                    _ => Behind::Else(first, second),
                };
                self.tests(at + 1, body, behind)
            }
            Op::Slide(table, set) => self.slide(table, set, next()),
            Op::Spread(table) => self.spread(table, None, next()),
            Op::SpreadOn(table, set) => self.spread(table, Some(set), next()),
            Op::Each(mask) => self.find(None, mask, next()),
            Op::Find(set, mask) => self.find(Some(set), mask, next()),
            Op::Put { modifier, piece } => self.put(key, modifier, piece, next()),
            Op::Set { modifier, variable, value } => {
                let set = move |walk: &mut ClosureWalk<'_>| {
                    let slot = &mut walk.variables[usize::from(variable)];
                    let old = std::mem::replace(slot, value);
                    Some(StateChange::Variable { variable, old, new: value })
                };
                self.change(key, modifier, set, next())
            }
            Op::Assign { modifier, assignment } => {
                let assignment = self.code.assignments[usize::from(assignment)].clone();
                let assign = move |walk: &mut ClosureWalk<'_>| walk.assign(&assignment);
                self.change(key, modifier, assign, next())
            }
            Op::Hand { modifier, side } => match mode {
                ClosureMode::All => Box::new(move |walk, place| {
                    let step = MoveStep { modifier, place: place as u16 };
                    walk.report((!implied).then_some(step))
                }),
                ClosureMode::First => Box::new(move |walk, place| {
                    walk.stop = RunStop { side, at: at + 1, place: place as u16 };
                    WalkEnd::Reached
                }),
                ClosureMode::Check => Box::new(|_, _| WalkEnd::Reached),
            },
            test => {
                let body = test.entry().map(|_| next());
                let behind = if self.is_yes(at) { Behind::Yes } else { Behind::Plain(next()) };
                self.tests(at, body, behind)
            }
        };
        (node, height)
    }
}

/// A closure that is done, and how deep calls in it are.
fn finished(known: &mut KnownClosure) -> Option<(Closure, u32)> {
    match known {
        KnownClosure::Begun => None,
        KnownClosure::Done(node, height) => Some((node.take()?, *height)),
        KnownClosure::Shared(node, height) => {
            let node = Arc::clone(node);
            Some((Box::new(move |walk, place| node(walk, place)), *height))
        }
    }
}
