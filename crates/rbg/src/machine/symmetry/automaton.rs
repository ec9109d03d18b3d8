//! The code as an automaton: points of the code, and what is done on the way between them.
//!
//! Jumps, choices and marks are no deeds. So the ways that leave a point are all deeds to which the
//! code can come from there without another deed.

use std::collections::HashMap;

use super::labels::{LabelId, Labels, RuleLabel};
use crate::language::expression::{Arithmetic, Mover};
use crate::machine::code::Code;
use crate::machine::op::{Address, Op};
use crate::machine::tidy::is_opposite;

/// The number of a point of the code.
pub(super) type PointId = u32;

/// No point.
pub(super) const NO_POINT: PointId = PointId::MAX;

/// A way to another point.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct CodeWay {
    /// What is done.
    pub(super) label: LabelId,
    /// The conditions, if they are what is done: the label of each, and where it begins if it is a
    /// check.
    pub(super) tests: Vec<(LabelId, PointId)>,
    pub(super) to: PointId,
}

/// A point of the code.
#[derive(Clone, Default, Debug)]
pub(super) struct CodePoint {
    pub(super) ways: Vec<CodeWay>,
    /// The modifier that is all there is here.
    pub(super) modifier: Option<u16>,
    /// Whether the modifier is part of moves: the moves of an image have its image.
    pub(super) is_named: bool,
}

/// The code as an automaton.
#[derive(Clone, Default, Debug)]
pub(super) struct Automaton {
    pub(super) points: Vec<CodePoint>,
    pub(super) labels: Labels,
    /// Where a player, or chance, may be to act.
    pub(super) rests: Vec<PointId>,
    /// The point of each modifier.
    pub(super) of_modifier: Vec<PointId>,
}

/// A point of the code, while it is found.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum PointKey {
    /// An instruction, and all that may come before something is done.
    At(Address),
    /// Only this modifier.
    Modifier(Address),
    /// The second half of an instruction that goes to places with certain pieces.
    Half(Address),
}

/// The most ways of an automaton.
const MOST_WAYS: usize = 1 << 17;
/// The most that its labels may have in them.
const MOST_LABELS: usize = 1 << 19;

/// The most choices that are open at a point.
const MOST_CHOICES: usize = 2048;
/// The most variables that are set one after the other and count as set at once.
const MOST_JOINED: usize = 64;

/// The code is too large.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TooMuchCode;

impl Automaton {
    /// The automaton of some code.
    pub(super) fn of(code: &Code) -> Result<Self, TooMuchCode> {
        let mut builder = AutomatonBuilder {
            code,
            found: Self { of_modifier: vec![NO_POINT; code.modifiers.len()], ..Self::default() },
            known: HashMap::new(),
            open: Vec::new(),
            ways: 0,
        };
        builder.point(PointKey::At(0));
        builder.find_all()?;
        let mut found = builder.found;
        found.prune();
        found.find_rests();
        found.name_modifiers();
        found.join_sets();
        Ok(found)
    }

    /// Whether a way ends a move, or a check.
    fn is_end(&self, way: &CodeWay) -> bool {
        matches!(self.labels.get(way.label), RuleLabel::Yes | RuleLabel::Hand(_))
    }

    /// Drops the ways that lead to nothing: neither to the end of a move nor to that of a check.
    fn prune(&mut self) {
        let mut into: Vec<Vec<PointId>> = vec![Vec::new(); self.points.len()];
        let mut leads = vec![false; self.points.len()];
        let mut open = Vec::new();
        for (at, point) in self.points.iter().enumerate() {
            point.ways.iter().for_each(|way| into[way.to as usize].push(at as PointId));
            if point.ways.iter().any(|way| self.is_end(way)) {
                leads[at] = true;
                open.push(at);
            }
        }
        while let Some(at) = open.pop() {
            for &from in &into[at] {
                if !std::mem::replace(&mut leads[from as usize], true) {
                    open.push(from as usize);
                }
            }
        }
        for at in 0..self.points.len() {
            let ways = std::mem::take(&mut self.points[at].ways);
            let stays = |way: &CodeWay| leads[way.to as usize] || self.is_end(way);
            self.points[at].ways = ways.into_iter().filter(stays).collect();
        }
    }

    /// All points to which the code comes from some, in checks too if `checks` says so. From a
    /// point for which `stops` is true it does not go on.
    pub(super) fn reached(
        &self,
        from: impl Iterator<Item = PointId>,
        checks: bool,
        stops: impl Fn(&CodePoint) -> bool,
    ) -> Vec<bool> {
        let mut reached = vec![false; self.points.len()];
        let mut open: Vec<PointId> = from.collect();
        while let Some(at) = open.pop() {
            let point = &self.points[at as usize];
            if std::mem::replace(&mut reached[at as usize], true) || stops(point) {
                continue;
            }
            for way in &point.ways {
                open.push(way.to);
                if checks {
                    let entries = way.tests.iter().map(|(_, entry)| *entry);
                    open.extend(entries.filter(|&entry| entry != NO_POINT));
                }
            }
        }
        reached
    }

    /// To whom a point hands the turn, if that is what it does.
    pub(super) fn hands_to(&self, point: &CodePoint) -> Option<Mover> {
        let [way] = &point.ways[..] else { return None };
        match self.labels.get(way.label) {
            RuleLabel::Hand(mover) => Some(*mover),
            _ => None,
        }
    }

    fn find_rests(&mut self) {
        let reached = self.reached(std::iter::once(0), false, |_| false);
        let hands = self.points.iter().zip(reached).filter(|(_, is_reached)| *is_reached);
        let rests = hands.filter_map(|(point, _)| match self.hands_to(point) {
            Some(Mover::Player(_)) => Some(point.ways[0].to),
            _ => None,
        });
        let mut rests: Vec<PointId> = rests.collect();
        rests.sort_unstable();
        rests.dedup();
        self.rests = rests;
    }

    /// Names the modifiers that are part of moves, or after which somebody is to move.
    fn name_modifiers(&mut self) {
        let ends = |point: &CodePoint| self.hands_to(point).is_some();
        let in_moves = self.reached(self.rests.iter().copied(), false, ends);
        let in_play = self.reached(self.rests.iter().copied(), false, |_| false);
        for at in 0..self.points.len() {
            let point = &self.points[at];
            let rests = matches!(self.hands_to(point), Some(Mover::Player(_)));
            let is_named = point.modifier.is_some() && (in_moves[at] || (in_play[at] && rests));
            self.points[at].is_named = is_named;
        }
    }

    /// Variables that are set one after the other may be set in any order, if that is no part of a
    /// move.
    fn join_sets(&mut self) {
        for at in 0..self.points.len() {
            // Sets that follow themselves have no end.
            for _ in 0..MOST_JOINED {
                let Some((mut sets, to)) = self.sets(at) else { break };
                let [next] = &self.points[to as usize].ways[..] else { break };
                let Some((later, to)) = self.sets(next.to as usize) else { break };
                sets.retain(|(variable, _)| later.iter().all(|(other, _)| other != variable));
                sets.extend(later);
                sets.sort_unstable();
                let label = self.labels.number(RuleLabel::Sets(sets));
                self.points[at].ways = vec![CodeWay { label, tests: Vec::new(), to }];
            }
        }
    }

    /// The variables that a point sets, and where it goes on, if that is no part of a move.
    fn sets(&self, at: usize) -> Option<(Vec<(u16, u32)>, PointId)> {
        let point = &self.points[at];
        match &point.ways[..] {
            [way] if point.modifier.is_some() && !point.is_named => {
                match self.labels.get(way.label) {
                    RuleLabel::Sets(sets) => Some((sets.clone(), way.to)),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}

/// Finds the points of some code.
struct AutomatonBuilder<'a> {
    code: &'a Code,
    found: Automaton,
    known: HashMap<PointKey, PointId>,
    open: Vec<PointKey>,
    ways: usize,
}

impl AutomatonBuilder<'_> {
    fn find_all(&mut self) -> Result<(), TooMuchCode> {
        while let Some(key) = self.open.pop() {
            let ways = match key {
                PointKey::At(at) => self.ways_from(at)?,
                PointKey::Modifier(at) => vec![self.modifier(at)],
                PointKey::Half(at) => vec![self.half(at)],
            };
            self.ways += ways.len();
            if self.ways > MOST_WAYS || self.found.labels.size > MOST_LABELS {
                return Err(TooMuchCode);
            }
            let point = self.point(key) as usize;
            self.found.points[point].ways = ways;
        }
        Ok(())
    }

    /// The number of a point, which is found later if it is new.
    fn point(&mut self, key: PointKey) -> PointId {
        let key = match key {
            PointKey::At(at) => PointKey::At(self.behind_jumps(at)),
            other => other,
        };
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let new = self.found.points.len() as PointId;
        self.found.points.push(CodePoint::default());
        self.known.insert(key, new);
        self.open.push(key);
        new
    }

    fn at(&mut self, at: Address) -> PointId {
        self.point(PointKey::At(at))
    }

    /// Where the code is behind jumps and marks. A loop of them has a choice in it.
    fn behind_jumps(&self, mut at: Address) -> Address {
        for _ in 0..=self.code.ops.len() {
            match self.code.ops.get(at as usize) {
                Some(Op::Jump(to)) => at = *to,
                Some(Op::Mark(_)) => at += 1,
                _ => break,
            }
        }
        at
    }

    /// All that may be done next from an instruction on.
    fn ways_from(&mut self, from: Address) -> Result<Vec<CodeWay>, TooMuchCode> {
        let mut ways = Vec::new();
        let (mut seen, mut open) = (Vec::new(), vec![from]);
        while let Some(at) = open.pop() {
            let at = self.behind_jumps(at);
            if seen.contains(&at) {
                continue;
            }
            if seen.len() > MOST_CHOICES {
                return Err(TooMuchCode);
            }
            seen.push(at);
            let Some(&op) = self.code.ops.get(at as usize) else { continue };
            let (label, to) = match op {
                Op::Fail | Op::Jump(_) | Op::Mark(_) => continue,
                Op::Yes => (Some(RuleLabel::Yes), PointKey::At(at)),
                Op::Fork(to) | Op::Try(to) => {
                    open.extend([to, at + 1]);
                    continue;
                }
                Op::Else(to) => {
                    // Where it goes on may lie behind a condition that then holds.
                    let test = self.code.ops[at as usize + 1];
                    let before = to.checked_sub(1).filter(|&before| {
                        is_opposite(self.code, test, self.code.ops[before as usize])
                    });
                    open.extend([before.unwrap_or(to), at + 1]);
                    continue;
                }
                Op::Step(table) => (RuleLabel::step(self.code, table), PointKey::At(at + 1)),
                Op::StepOn(table, _) => (RuleLabel::step(self.code, table), PointKey::Half(at)),
                Op::Slide(table, _) => {
                    open.push(at + 1);
                    (RuleLabel::step(self.code, table), PointKey::Half(at))
                }
                Op::Spread(table) => (RuleLabel::spread(self.code, table), PointKey::At(at + 1)),
                Op::SpreadOn(table, _) => (RuleLabel::spread(self.code, table), PointKey::Half(at)),
                Op::Each(mask) => (self.each(mask), PointKey::At(at + 1)),
                Op::Find(_, mask) => (self.each(mask), PointKey::Half(at)),
                Op::On(_)
                | Op::Where(_)
                | Op::Check { .. }
                | Op::Glance { .. }
                | Op::Compare(_)
                | Op::CompareWith(..) => {
                    let way = self.tests(Vec::new(), at);
                    ways.push(way);
                    continue;
                }
                Op::Put { .. } | Op::Assign { .. } | Op::Set { .. } | Op::Hand { .. } => {
                    (Some(RuleLabel::Enter), PointKey::Modifier(at))
                }
            };
            if let Some(label) = label {
                let way = self.way(label, to);
                ways.push(way);
            }
        }
        Ok(ways)
    }

    fn way(&mut self, label: RuleLabel, to: PointKey) -> CodeWay {
        let to = self.point(to);
        CodeWay { label: self.found.labels.number(label), tests: Vec::new(), to }
    }

    /// To all places of a mask, if there are any.
    fn each(&self, mask: u16) -> Option<RuleLabel> {
        let places = RuleLabel::places(self.code, mask);
        (!places.is_empty()).then_some(RuleLabel::Each(places))
    }

    /// Conditions that are asked one after the other, after those that are known.
    fn tests(&mut self, mut tests: Vec<(LabelId, PointId)>, from: Address) -> CodeWay {
        let mut at = self.behind_jumps(from);
        while let Some(&op) = self.code.ops.get(at as usize) {
            let mut entry = NO_POINT;
            let label = match op {
                Op::On(set) => RuleLabel::On(self.code.members[usize::from(set)].clone()),
                Op::Where(mask) => RuleLabel::Where(RuleLabel::places(self.code, mask)),
                Op::Check { entry: from, negated } | Op::Glance { entry: from, negated } => {
                    entry = self.at(from);
                    RuleLabel::Check { negated }
                }
                Op::Compare(number) => {
                    let (left, comparison, right) =
                        self.code.comparisons[usize::from(number)].clone();
                    RuleLabel::compare(left, comparison, right)
                }
                Op::CompareWith(variable, comparison, value) => RuleLabel::compare(
                    Arithmetic::Variable(variable),
                    comparison,
                    Arithmetic::Constant(value),
                ),
                _ => break,
            };
            tests.push((self.found.labels.number(label), entry));
            at = self.behind_jumps(at + 1);
        }
        tests.sort_unstable();
        tests.dedup();
        let label = self.found.labels.number(RuleLabel::Tests);
        CodeWay { label, tests, to: self.at(at) }
    }

    /// The condition on the pieces that an instruction has besides its steps.
    fn half(&mut self, at: Address) -> CodeWay {
        let (set, next) = match self.code.ops[at as usize] {
            Op::Slide(_, set) => (set, at),
            Op::StepOn(_, set) | Op::SpreadOn(_, set) | Op::Find(set, _) => (set, at + 1),
            _ => unreachable!("only instructions of two halves have a second one"),
        };
        let on = RuleLabel::On(self.code.members[usize::from(set)].clone());
        let on = (self.found.labels.number(on), NO_POINT);
        self.tests(vec![on], next)
    }

    /// The way of a modifier.
    fn modifier(&mut self, at: Address) -> CodeWay {
        let op = self.code.ops[at as usize];
        let label = match op {
            Op::Put { piece, .. } => RuleLabel::Put(piece),
            Op::Assign { assignment, .. } => {
                RuleLabel::Assign(self.code.assignments[usize::from(assignment)].clone())
            }
            Op::Set { variable, value, .. } => RuleLabel::Sets(vec![(variable, value)]),
            Op::Hand { side, .. } => RuleLabel::Hand(side),
            _ => unreachable!("only modifiers are entered"),
        };
        let point = self.point(PointKey::Modifier(at));
        if let Some(modifier) = op.modifier() {
            self.found.points[point as usize].modifier = Some(modifier);
            self.found.of_modifier[usize::from(modifier)] = point;
        }
        self.way(label, PointKey::At(at + 1))
    }
}
