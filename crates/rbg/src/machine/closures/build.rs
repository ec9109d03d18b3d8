//! Builds the closures.

use std::collections::HashMap;
use std::sync::Arc;

use super::tests::{Behind, Set};
use super::walk::{End, Walk};
use super::{Mode, Node};
use crate::language::expression::Side;
use crate::machine::code::Code;
use crate::machine::op::{Address, NOWHERE, Op};
use crate::machine::run::{Step, Stop};
use crate::machine::state::{Change, find};

/// The closures of a game.
pub(in crate::machine) struct Closures {
    /// Closures that are called by their number, and how deep calls in them are.
    pub(super) slots: Vec<(Node, u32)>,
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

/// Where a closure begins, and whether the last modifier implies the next one.
type Key = (Mode, Address, bool);

/// How far a closure is.
enum Known {
    /// What comes behind it is being built.
    Begun,
    /// It is done: with how deep calls in it are.
    Done(Node, u32),
}

/// Builds closures.
pub(super) struct Builder<'a> {
    pub(super) code: &'a Code,
    known: HashMap<Key, Known>,
    /// The numbers of closures that are called by them.
    slots: HashMap<Key, u32>,
    steps: HashMap<u16, Arc<[u16]>>,
}

impl Closures {
    /// Builds them all.
    pub(in crate::machine) fn new(code: &Code) -> Self {
        let (known, slots, steps) = (HashMap::new(), HashMap::new(), HashMap::new());
        let mut builder = Builder { code, known, slots, steps };
        let mut moves = vec![None; code.ops.len() + 1];
        let mut first = moves.clone();
        first[0] = Some(builder.root((Mode::First, 0, false)));
        for (at, op) in code.ops.iter().enumerate() {
            let Op::Hand { side, .. } = op else { continue };
            let start = at as Address + 1;
            match side {
                Side::Keeper => {
                    first[at + 1] = Some(builder.root((Mode::First, start, false)));
                }
                Side::Player(_) => {
                    moves[at + 1] = Some(builder.root((Mode::All, start, false)));
                }
            }
        }
        let fail = builder.fail();
        let mut slots = vec![(fail, 1); builder.slots.len()];
        for (key, &slot) in &builder.slots {
            if let Some(Known::Done(node, height)) = builder.known.get(key) {
                slots[slot as usize] = (Arc::clone(node), *height);
            }
        }
        Self { slots, moves, first }
    }
}

impl Builder<'_> {
    pub(super) fn fail(&self) -> Node {
        Arc::new(|_, _| End::Failed)
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

    /// Choices in a row that all begin with a step to a place with a certain piece: where those are,
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

    /// A closure for choices in a row.
    fn alternatives(&mut self, all: Vec<(Address, Node)>, last: Node) -> Node {
        let mut choices: Vec<(Arc<[u16]>, u8, Node)> = Vec::new();
        for (test, next) in all {
            if let Op::StepOn(table, set) = self.code.ops[test as usize] {
                let piece = self.code.members[usize::from(set)].first().copied();
                choices.extend(piece.map(|piece| (self.step(table), piece, next)));
            }
        }
        let choices: Box<[_]> = choices.into();
        Arc::new(move |walk, place| {
            for (table, piece, next) in &choices {
                let to = usize::from(table[place]);
                if walk.board[to] == *piece {
                    let end = next(walk, to);
                    if end != End::Failed {
                        return end;
                    }
                }
            }
            last(walk, place)
        })
    }

    /// Whether the end of a check comes behind a test.
    fn is_yes(&self, at: Address) -> bool {
        self.code.ops.get((at + self.run(at)) as usize) == Some(&Op::Yes)
    }

    fn slot(&mut self, key: Key) -> u32 {
        let next = self.slots.len() as u32;
        *self.slots.entry(key).or_insert(next)
    }

    /// Builds a closure and all behind it. Returns its number.
    fn root(&mut self, root: Key) -> u32 {
        let mut open = vec![root];
        while let Some(&key) = open.last() {
            match self.known.get(&key) {
                None => {
                    self.known.insert(key, Known::Begun);
                    let behind = self.behind(key);
                    open.extend(behind.into_iter().filter(|next| !self.known.contains_key(next)));
                }
                Some(Known::Begun) => {
                    let (node, height) = self.build(key);
                    self.known.insert(key, Known::Done(node, height));
                    open.pop();
                }
                Some(Known::Done(..)) => _ = open.pop(),
            }
        }
        self.slot(root)
    }

    /// What a closure needs: first what checks are made of.
    fn behind(&self, (mode, at, implied): Key) -> Vec<Key> {
        let Some(&op) = self.code.ops.get(at as usize) else { return Vec::new() };
        let body = |op: Op| op.entry().map(|entry| (Mode::Check, entry, false));
        let (chain, last) = self.chain(at);
        if chain.len() > 1 {
            let inside = chain.into_iter().map(|test| (mode, test + 1, false));
            return inside.chain([(mode, last, false)]).collect();
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
                        mode == Mode::All && modifier.implied.is_some()
                    }
                    None => implied,
                };
                let next = at + self.run(at);
                body(other).into_iter().chain([(mode, next, implied)]).collect()
            }
        }
    }

    /// A closure that is done, or one that calls it when it is.
    fn node(&mut self, key: Key) -> (Node, u32) {
        if let Some(Known::Done(node, height)) = self.known.get(&key) {
            return (Arc::clone(node), *height);
        }
        let slot = self.slot(key);
        (Arc::new(move |walk, place| walk.call(slot, place)), 1)
    }

    /// Builds a closure, once all that it needs is there.
    fn build(&mut self, key: Key) -> (Node, u32) {
        let (mode, at, implied) = key;
        let Some(&op) = self.code.ops.get(at as usize) else { return (self.fail(), 1) };
        let needed: Vec<(Node, u32)> =
            self.behind(key).into_iter().map(|key| self.node(key)).collect();
        let height = needed.iter().map(|(_, height)| height + 1).max().unwrap_or(1);
        let mut needed = needed.into_iter().map(|(node, _)| node);
        let mut next = || needed.next().unwrap_or_else(|| Arc::new(|_, _| End::Failed));
        let (chain, _) = self.chain(at);
        let node: Node = match op {
            _ if chain.len() > 1 => {
                let all = chain.into_iter().map(|test| (test, next())).collect();
                self.alternatives(all, next())
            }
            Op::Fail => self.fail(),
            Op::Yes => Arc::new(|_, _| End::Reached),
            Op::Jump(_) => next(),
            Op::Fork(_) => {
                let (first, second) = (next(), next());
                Arc::new(move |walk, place| match first(walk, place) {
                    End::Failed => second(walk, place),
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
                let set = move |walk: &mut Walk<'_>| {
                    let slot = &mut walk.variables[usize::from(variable)];
                    let old = std::mem::replace(slot, value);
                    Some(Change::Variable { variable, old, new: value })
                };
                self.change(key, modifier, set, next())
            }
            Op::Assign { modifier, assignment } => {
                let assignment = self.code.assignments[usize::from(assignment)].clone();
                let assign = move |walk: &mut Walk<'_>| walk.assign(&assignment);
                self.change(key, modifier, assign, next())
            }
            Op::Hand { modifier, side } => match mode {
                Mode::All => Arc::new(move |walk, place| {
                    let step = Step { modifier, place: place as u16 };
                    walk.report((!implied).then_some(step))
                }),
                Mode::First => Arc::new(move |walk, place| {
                    walk.stop = Some(Stop { side, at: at + 1, place: place as u16 });
                    End::Reached
                }),
                Mode::Check => Arc::new(|_, _| End::Reached),
            },
            test => {
                let body = test.entry().map(|_| next());
                let behind = if self.is_yes(at) { Behind::Yes } else { Behind::Plain(next()) };
                self.tests(at, body, behind)
            }
        };
        (node, height)
    }

    fn slide(&mut self, table: u16, set: u16, next: Node) -> Node {
        let (table, set) = (self.step(table), self.set(set));
        let fits = move |piece: u8| match &set {
            Set::One(one) => piece == *one,
            Set::Few(bits) => bits >> (piece & 63) & 1 == 1,
            Set::Many(set) => set[usize::from(piece)],
        };
        Arc::new(move |walk, place| {
            if !walk.count() {
                return End::Failed;
            }
            let mut place = place;
            loop {
                let end = next(walk, place);
                if end != End::Failed {
                    return end;
                }
                place = usize::from(table[place]);
                if !fits(walk.board[place]) {
                    return End::Failed;
                }
            }
        })
    }

    fn spread(&mut self, table: u16, set: Option<u16>, next: Node) -> Node {
        let spread = self.code.spreads[usize::from(table)].clone();
        let set = set.map(|set| self.code.sets[usize::from(set)]);
        Arc::new(move |walk, place| {
            if !walk.count() {
                return End::Failed;
            }
            let targets = spread.first[place] as usize..spread.first[place + 1] as usize;
            for &place in &spread.targets[targets] {
                let place = usize::from(place);
                if set.as_ref().is_none_or(|set| set[usize::from(walk.board[place])]) {
                    let end = next(walk, place);
                    if end != End::Failed {
                        return end;
                    }
                }
            }
            End::Failed
        })
    }

    fn find(&mut self, set: Option<u16>, mask: u16, next: Node) -> Node {
        let code = self.code;
        let mask: Box<[u64]> = code.masks[usize::from(mask) * code.words..][..code.words].into();
        let pieces = set.map(|set| code.members[usize::from(set)].clone());
        Arc::new(move |walk, _| {
            if !walk.count() {
                return End::Failed;
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
                    if end != End::Failed {
                        return end;
                    }
                }
            }
            End::Failed
        })
    }

    fn put(&mut self, (mode, _, implied): Key, number: u16, piece: u8, next: Node) -> Node {
        let is_step = mode == Mode::All && !implied;
        let marks = self.code.modifiers[usize::from(number)].marks;
        let inside = move |walk: &mut Walk<'_>, place: usize| {
            if marks { walk.next_level(|walk| next(walk, place)) } else { next(walk, place) }
        };
        if mode == Mode::First {
            return Arc::new(move |walk, place| {
                let old = std::mem::replace(&mut walk.board[place], piece);
                let end = inside(walk, place);
                if end == End::Failed {
                    walk.board[place] = old;
                }
                end
            });
        }
        Arc::new(move |walk, place| {
            let old = std::mem::replace(&mut walk.board[place], piece);
            if is_step {
                walk.work.trail.push(Step { modifier: number, place: place as u16 });
            }
            let end = inside(walk, place);
            if is_step {
                walk.work.trail.pop();
            }
            walk.board[place] = old;
            end
        })
    }

    fn change(
        &mut self,
        (mode, _, implied): Key,
        number: u16,
        change: impl Fn(&mut Walk<'_>) -> Option<Change> + Send + Sync + 'static,
        next: Node,
    ) -> Node {
        let is_step = mode == Mode::All && !implied;
        let marks = self.code.modifiers[usize::from(number)].marks;
        Arc::new(move |walk, place| {
            let Some(Change::Variable { variable, old, .. }) = change(walk) else {
                return End::Failed;
            };
            if is_step {
                walk.work.trail.push(Step { modifier: number, place: place as u16 });
            }
            let end =
                if marks { walk.next_level(|walk| next(walk, place)) } else { next(walk, place) };
            if is_step {
                walk.work.trail.pop();
            }
            if mode != Mode::First || end == End::Failed {
                walk.variables[usize::from(variable)] = old;
            }
            end
        })
    }
}
