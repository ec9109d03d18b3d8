//! The plan: which instructions begin a function of their own.
//!
//! Code that is reached in one way only is written where it is reached. What is reached in several
//! ways, with different choices to go back to, becomes a function, unless it is so small that a
//! copy is cheaper than a call.

use std::collections::{BTreeSet, HashMap};

use crate::language::expression::Mover;
use crate::machine::code::Code;
use crate::machine::op::{Address, Op};

/// What a stretch of machine code is for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum NativeMode {
    /// Finds all moves.
    All,
    /// Goes the first way up to the turn of a player.
    First,
    /// Finds out whether a check can be done.
    Check,
}

/// The greatest size of what is written several times.
const MOST_COPIED: u32 = 14;
/// The greatest size of a check that is written where it is made.
const MOST_COPIED_CHECK: u32 = 30;

/// The plan of one mode.
#[derive(Clone, Default, Debug)]
pub(super) struct CodePart {
    /// By instruction: whether a function begins there.
    pub(super) is_function: Vec<bool>,
    /// By instruction: whether the function that begins there may come to itself again.
    pub(super) is_recursive: Vec<bool>,
}

/// The plan.
#[derive(Clone, Debug)]
pub(super) struct NativePlan {
    pub(super) all: CodePart,
    pub(super) first: CodePart,
    pub(super) check: CodePart,
    /// By instruction: whether several ways lead there.
    pub(super) is_merge: Vec<bool>,
    /// By instruction: whether a check that begins there is written where it is made.
    pub(super) is_small_check: Vec<bool>,
    /// By instruction: whether marks may be used before the next change.
    pub(super) marks_now: Vec<bool>,
    /// By instruction: whether marks may be used before the next change of turn.
    pub(super) marks_later: Vec<bool>,
    /// Where players begin to act.
    pub(super) starts: Vec<Address>,
    /// By modifier: whether it may be a step of a move.
    pub(super) is_step: Vec<bool>,
}

impl NativePlan {
    /// Plans.
    pub(super) fn new(code: &Code) -> Self {
        let [marks_now, marks_later] = find_marks(code);
        let starts = starts(code);
        let nothing = vec![false; code.ops.len() + 1];
        let part = || CodePart { is_function: nothing.clone(), is_recursive: nothing.clone() };
        let mut plan = Self {
            all: part(),
            first: part(),
            check: part(),
            is_merge: merges(code),
            is_small_check: nothing.clone(),
            marks_now,
            marks_later,
            is_step: find_steps(code, &starts),
            starts,
        };
        let mut entries: Vec<Address> = code.ops.iter().filter_map(|op| op.entry()).collect();
        entries.sort_unstable();
        entries.dedup();
        for &entry in &entries {
            let small =
                size(code, (NativeMode::Check, &nothing), entry, MOST_COPIED_CHECK).is_some();
            let at = entry as usize;
            plan.is_small_check[at] = small && !plan.marks_later[at] && !changes(code, entry);
        }
        let starts = plan.starts.clone();
        plan.cut(code, NativeMode::All, &starts);
        let keeper: Vec<Address> = std::iter::once(0).chain(hands(code, &plan.is_step)).collect();
        plan.cut(code, NativeMode::First, &keeper);
        plan.cut(code, NativeMode::Check, &entries);
        plan
    }

    /// The plan of a mode.
    pub(super) fn part(&self, mode: NativeMode) -> &CodePart {
        match mode {
            NativeMode::All => &self.all,
            NativeMode::First => &self.first,
            NativeMode::Check => &self.check,
        }
    }

    /// Finds the functions of a mode, whose code begins at some roots.
    fn cut(&mut self, code: &Code, mode: NativeMode, roots: &[Address]) {
        let mut functions: BTreeSet<Address> = BTreeSet::new();
        let mut is_function = vec![false; code.ops.len() + 1];
        let calls = loop {
            let mut walk = PlanWalk {
                code,
                mode,
                is_merge: &self.is_merge,
                is_function: &is_function,
                seen: HashMap::new(),
                environments: 0,
                calls: Vec::new(),
                new: BTreeSet::new(),
            };
            for (number, &root) in roots.iter().enumerate() {
                // The keeper's code is entered from outside, or from the end of a move.
                let inside = mode == NativeMode::First && number > 0;
                walk.walk(root, inside);
            }
            for &function in &functions {
                walk.walk(function, false);
            }
            let PlanWalk { new, calls, .. } = walk;
            if new.is_empty() {
                break calls;
            }
            for at in new {
                is_function[at as usize] = true;
                functions.insert(at);
            }
        };
        let mut is_recursive = vec![false; code.ops.len() + 1];
        let mut callees: HashMap<Address, Vec<Address>> = HashMap::new();
        for (from, to) in calls {
            callees.entry(from).or_default().push(to);
        }
        for &function in &functions {
            let mut open = callees.get(&function).cloned().unwrap_or_default();
            let mut seen: BTreeSet<Address> = BTreeSet::new();
            while let Some(next) = open.pop() {
                if seen.insert(next) {
                    open.extend(callees.get(&next).into_iter().flatten());
                }
            }
            is_recursive[function as usize] = seen.contains(&function);
        }
        let part = CodePart { is_function, is_recursive };
        match mode {
            NativeMode::All => self.all = part,
            NativeMode::First => self.first = part,
            NativeMode::Check => self.check = part,
        }
    }
}

/// Follows code as it would be written.
struct PlanWalk<'a> {
    code: &'a Code,
    mode: NativeMode,
    is_merge: &'a [bool],
    is_function: &'a [bool],
    /// By instruction where several ways meet: in what environment it was reached first.
    seen: HashMap<Address, u32>,
    /// The number of environments: each has its own choices to go back to.
    environments: u32,
    /// Which function calls which.
    calls: Vec<(Address, Address)>,
    /// Instructions that must begin a function.
    new: BTreeSet<Address>,
}

impl PlanWalk<'_> {
    fn environment(&mut self) -> u32 {
        self.environments += 1;
        self.environments
    }

    /// Follows the code of a function, or code that is `inside` of another one.
    fn walk(&mut self, root: Address, inside: bool) {
        let outer = self.environment();
        let mut open = vec![(root, outer)];
        let mut reached = BTreeSet::new();
        if !inside {
            open = follow(self.code, self.mode, root)
                .into_iter()
                .map(|(at, new)| (at, if new { self.environment() } else { outer }))
                .collect();
        }
        while let Some((at, environment)) = open.pop() {
            if at as usize >= self.code.ops.len() {
                continue;
            }
            if self.is_merge[at as usize] {
                if (at, environment) == (root, outer) && !inside {
                    continue;
                }
                let known = *self.seen.entry(at).or_insert(environment);
                let is_first = reached.insert((at, environment));
                if known == environment && !is_first {
                    continue;
                }
                if self.is_function[at as usize] {
                    self.calls.push((root, at));
                    continue;
                }
                let is_small =
                    || size(self.code, (self.mode, self.is_function), at, MOST_COPIED).is_some();
                if known != environment && !is_small() {
                    self.new.insert(at);
                    continue;
                }
            }
            for (next, is_new) in follow(self.code, self.mode, at) {
                let environment = if is_new { self.environment() } else { environment };
                open.push((next, environment));
            }
        }
    }
}

/// The instructions that follow, and whether there is more to go back to then.
fn follow(code: &Code, mode: NativeMode, at: Address) -> Vec<(Address, bool)> {
    let next = at + 1;
    match code.ops[at as usize] {
        Op::Fail | Op::Yes => Vec::new(),
        Op::Jump(to) => vec![(to, false)],
        Op::Fork(to) => vec![(to, false), (next, true)],
        Op::Try(to) => vec![(to, false), (next + 1, true)],
        Op::Else(to) => vec![(to, false), (next + 1, false)],
        Op::Hand { side, .. } => {
            let goes_on = mode == NativeMode::First && side == Mover::Keeper;
            if goes_on { vec![(next, true)] } else { Vec::new() }
        }
        Op::Mark(_)
        | Op::Step(_)
        | Op::StepOn(..)
        | Op::Where(_)
        | Op::On(_)
        | Op::Check { .. }
        | Op::Glance { .. }
        | Op::Compare(_)
        | Op::CompareWith(..) => vec![(next, false)],
        Op::Slide(..)
        | Op::Spread(_)
        | Op::SpreadOn(..)
        | Op::Each(_)
        | Op::Find(..)
        | Op::Put { .. }
        | Op::Assign { .. }
        | Op::Set { .. } => vec![(next, true)],
    }
}

/// The size of all that is written from an instruction on. None if it is too large or has no end.
fn size(code: &Code, part: (NativeMode, &[bool]), at: Address, most: u32) -> Option<u32> {
    let (mode, is_function) = part;
    let mut size = 0;
    let mut open = vec![at];
    while let Some(at) = open.pop() {
        let Some(&op) = code.ops.get(at as usize) else { continue };
        size += match op {
            Op::Jump(_) | Op::Fail | Op::Yes => 0,
            Op::Fork(_) | Op::Try(_) | Op::Else(_) | Op::On(_) | Op::Where(_) => 1,
            Op::Step(_) | Op::StepOn(..) | Op::Mark(_) | Op::Compare(_) => 2,
            Op::CompareWith(..) => 1,
            Op::Glance { .. } | Op::Check { .. } => 3,
            Op::Slide(..) | Op::Spread(_) | Op::SpreadOn(..) | Op::Each(_) => 4,
            Op::Find(..) | Op::Hand { .. } => 6,
            Op::Put { .. } | Op::Set { .. } | Op::Assign { .. } => 4,
        };
        // What goes round grows without end, and is found too large. Jumps cost nothing, but each
        // round has more than jumps.
        if size > most {
            return None;
        }
        for (next, _) in follow(code, mode, at) {
            if is_function[next as usize] {
                size += 3;
            } else {
                open.push(next);
            }
        }
    }
    Some(size)
}

/// Whether there may be a change between an instruction and the end.
fn changes(code: &Code, entry: Address) -> bool {
    let mut open = vec![entry];
    let mut seen = BTreeSet::new();
    while let Some(at) = open.pop() {
        if at as usize >= code.ops.len() || !seen.insert(at) {
            continue;
        }
        if code.ops[at as usize].modifier().is_some() {
            return true;
        }
        open.extend(follow(code, NativeMode::Check, at).into_iter().map(|(next, _)| next));
    }
    false
}

/// By instruction: whether several ways lead there.
fn merges(code: &Code) -> Vec<bool> {
    let mut ways = vec![0_u32; code.ops.len() + 1];
    ways[0] = 1;
    for (at, op) in code.ops.iter().enumerate() {
        if op.goes_on() {
            ways[at + 1] += 1;
        }
        if let Some(to) = op.target() {
            ways[to as usize] += 1;
        }
        if let Some(entry) = op.entry() {
            ways[entry as usize] += 1;
        }
        if let Op::Hand { .. } = op {
            // The end of a move leads there as well.
            ways[at + 1] += 2;
        }
    }
    ways.into_iter().map(|ways| ways > 1).collect()
}

/// Where players begin to act.
fn starts(code: &Code) -> Vec<Address> {
    let behind = |(at, op): (usize, &Op)| match op {
        Op::Hand { side: Mover::Player(_), .. } => Some(at as Address + 1),
        _ => None,
    };
    code.ops.iter().enumerate().filter_map(behind).collect()
}

/// By modifier: whether it may be a step of a move: a player comes there, and it is not implied.
fn find_steps(code: &Code, starts: &[Address]) -> Vec<bool> {
    let mut is_step = vec![false; code.modifiers.len()];
    let mut open: Vec<(Address, bool)> = starts.iter().map(|&at| (at, false)).collect();
    let mut seen = BTreeSet::new();
    while let Some((at, implied)) = open.pop() {
        if at as usize >= code.ops.len() || !seen.insert((at, implied)) {
            continue;
        }
        let op = code.ops[at as usize];
        let mut still = implied;
        if let Some(modifier) = op.modifier() {
            is_step[usize::from(modifier)] |= !implied;
            still = code.modifiers[usize::from(modifier)].implied.is_some();
        }
        for (next, is_new) in follow(code, NativeMode::All, at) {
            let is_choice = is_new && op.modifier().is_none();
            open.push((next, still && !is_choice));
        }
    }
    is_step
}

/// Where the keeper begins to act at the ends of moves.
fn hands(code: &Code, is_step: &[bool]) -> Vec<Address> {
    let steps = (0..code.modifiers.len()).filter(|&number| is_step[number]);
    let last = |number: usize| {
        let mut modifier = &code.modifiers[number];
        while let Some(next) = modifier.implied {
            modifier = &code.modifiers[usize::from(next)];
        }
        match code.ops[modifier.at as usize] {
            Op::Hand { side: Mover::Keeper, .. } => Some(modifier.at + 1),
            _ => None,
        }
    };
    steps.filter_map(last).collect()
}

/// By instruction: whether marks may be used before the next change, and before the next change of
/// turn.
fn find_marks(code: &Code) -> [Vec<bool>; 2] {
    let mut now = vec![false; code.ops.len() + 1];
    let mut later = vec![false; code.ops.len() + 1];
    loop {
        let mut changed = false;
        for at in (0..code.ops.len()).rev() {
            let op = code.ops[at];
            let next = op.goes_on().then_some(at as Address + 1);
            let ways = || next.into_iter().chain(op.target()).map(|to| to as usize);
            let is_mark = matches!(op, Op::Mark(_));
            let is_hand = matches!(op, Op::Hand { .. });
            let soon = is_mark || op.modifier().is_none() && ways().any(|to| now[to]);
            let late = is_mark
                || !is_hand && ways().any(|to| later[to])
                || op.entry().is_some_and(|entry| later[entry as usize]);
            changed |= soon != now[at] || late != later[at];
            (now[at], later[at]) = (soon, late);
        }
        if !changed {
            return [now, later];
        }
    }
}
