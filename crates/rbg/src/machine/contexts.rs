//! Marks: where a run must note that it has been.
//!
//! Between two changes of the position, a run that comes to an instruction a second time, at the
//! same place, can find nothing new: the same moves once more, or no end. What may come twice is
//! found here, by following each stretch of code from all places. Only there are marks needed.

use std::collections::{HashMap, HashSet};

use super::code::Code;
use super::op::{NOWHERE, Op, POSSIBLE_MARK};

/// The most steps that are followed. What is left then gets all its marks.
const MOST_STEPS: usize = 1 << 23;
/// The largest table of instructions and places.
const MOST_PAIRS: usize = 1 << 26;
/// The most pairs of a mark and a place.
const MOST_MARKED: usize = 1 << 22;
/// In a check, going several ways does no harm if they are fewer than this.
const MANY_WAYS: u64 = 256;

/// Whether the place matters to what begins at each instruction.
pub(super) fn find_matters(ops: &[Op]) -> Vec<bool> {
    let mut matters = vec![false; ops.len()];
    // What a check needs is known only when the check is. So go on until nothing changes.
    loop {
        let mut changed = false;
        for at in (0..ops.len()).rev() {
            if matters[at] {
                continue;
            }
            let next = |at: usize| matters.get(at).copied().unwrap_or(false);
            let now = match ops[at] {
                Op::Fail | Op::Yes | Op::Each(_) | Op::Find(..) => false,
                Op::Jump(to) => next(to as usize),
                Op::Fork(to) | Op::Try(to) | Op::Else(to) => next(to as usize) || next(at + 1),
                Op::Check { entry, .. } | Op::Glance { entry, .. } => {
                    next(entry as usize) || next(at + 1)
                }
                Op::Mark(_)
                | Op::Compare(_)
                | Op::CompareWith(..)
                | Op::Assign { .. }
                | Op::Set { .. }
                | Op::Hand { .. } => next(at + 1),
                _ => true,
            };
            matters[at] = now;
            changed |= now;
        }
        if !changed {
            return matters;
        }
    }
}

/// Numbers the marks that are needed. All others stay possible ones. Checks begin at `checks`.
pub(super) fn number_marks(code: &mut Code, checks: usize) -> Result<(), TooMany> {
    let matters = find_matters(&code.ops);
    let entries = code.ops.iter().filter_map(|op| op.entry().map(|entry| entry as usize));
    let behind = code.modifiers.iter().map(|modifier| modifier.at as usize + 1);
    let starts: Vec<usize> = std::iter::once(0).chain(entries).chain(behind).collect();
    let mut explorer = Explorer::new(code);
    let mut is_whole = true;
    for &start in &starts {
        let places = if matters[start] { code.places } else { 1 };
        for place in 0..places {
            is_whole &= explorer.explore(start, place as u16, start >= checks);
        }
    }
    let mut needed = explorer.needed;
    if !is_whole {
        needed.extend((0..code.ops.len()).filter(|&at| code.ops[at] == POSSIBLE_MARK));
    }
    assign(code, &starts, &needed);
    if code.marks * code.places > MOST_MARKED { Err(TooMany) } else { Ok(()) }
}

/// So many marks would be needed that they take too much memory.
#[derive(Clone, Copy, Debug)]
pub(super) struct TooMany;

/// Follows the code from one start.
struct Explorer<'a> {
    code: &'a Code,
    needed: HashSet<usize>,
    room: usize,
    /// By instruction and place: the index in `nodes`, plus one.
    index: Vec<u32>,
    nodes: Vec<CodeVisit>,
    /// The nodes in the order in which all behind them was done.
    order: Vec<u32>,
    stack: Vec<SearchStep>,
}

/// What a search does next.
#[derive(Clone, Copy)]
enum SearchStep {
    /// Goes to an instruction at a place.
    Go(u32, u16),
    /// All behind a node has been done.
    Leave(u32),
}

/// An instruction at a place, reached from a start.
struct CodeVisit {
    at: u32,
    place: u16,
    ways_in: u32,
    is_open: bool,
}

impl<'a> Explorer<'a> {
    fn new(code: &'a Code) -> Self {
        let pairs = code.ops.len() * code.places;
        let is_small = pairs <= MOST_PAIRS;
        let index = vec![0; if is_small { pairs } else { 0 }];
        let room = if is_small { MOST_STEPS } else { 0 };
        let (nodes, order, stack) = (Vec::new(), Vec::new(), Vec::new());
        Self { code, needed: HashSet::new(), room, index, nodes, order, stack }
    }

    /// Finds what may come twice. Returns false if there is too much to follow.
    fn explore(&mut self, start: usize, place: u16, is_check: bool) -> bool {
        let done = self.search(start, place, is_check);
        for node in self.nodes.drain(..) {
            self.index[node.at as usize * self.code.places + usize::from(node.place)] = 0;
        }
        done
    }

    fn search(&mut self, start: usize, place: u16, is_check: bool) -> bool {
        if self.room == 0 {
            return false;
        }
        self.stack.clear();
        self.order.clear();
        self.stack.push(SearchStep::Go(start as u32, place));
        while let Some(next) = self.stack.pop() {
            let (at, place) = match next {
                SearchStep::Leave(node) => {
                    self.nodes[node as usize].is_open = false;
                    self.order.push(node);
                    continue;
                }
                SearchStep::Go(at, place) => (at, place),
            };
            self.room -= 1;
            if self.room == 0 {
                return false;
            }
            let pair = at as usize * self.code.places + usize::from(place);
            let known = self.index[pair];
            if known == 0 {
                let new = self.visit(at, place);
                self.stack.push(SearchStep::Leave(new));
                let stack = &mut self.stack;
                successors(self.code, at as usize, place, |at, place| {
                    stack.push(SearchStep::Go(at, place));
                });
                continue;
            }
            let node = &mut self.nodes[known as usize - 1];
            node.ways_in += 1;
            if !is_check || node.is_open {
                self.needed.insert(at as usize);
            }
        }
        if is_check && self.ways() > MANY_WAYS {
            let twice = self.nodes.iter().filter(|node| node.ways_in > 1);
            self.needed.extend(twice.map(|node| node.at as usize));
        }
        true
    }

    fn visit(&mut self, at: u32, place: u16) -> u32 {
        self.nodes.push(CodeVisit { at, place, ways_in: 1, is_open: true });
        self.index[at as usize * self.code.places + usize::from(place)] = self.nodes.len() as u32;
        self.nodes.len() as u32 - 1
    }

    /// The most ways that lead to one instruction at one place, without going round.
    fn ways(&self) -> u64 {
        if self.nodes.iter().all(|node| node.ways_in == 1) {
            return 1;
        }
        let mut ways = vec![0_u64; self.nodes.len()];
        let mut is_done = vec![false; self.nodes.len()];
        ways[0] = 1;
        for &node in self.order.iter().rev() {
            let node = node as usize;
            is_done[node] = true;
            let CodeVisit { at, place, .. } = self.nodes[node];
            successors(self.code, at as usize, place, |at, place| {
                let pair = at as usize * self.code.places + usize::from(place);
                let next = self.index[pair] as usize - 1;
                if !is_done[next] {
                    ways[next] = ways[next].saturating_add(ways[node]);
                }
            });
        }
        ways.into_iter().max().unwrap_or(0)
    }
}

/// Tells where a run may be next, before the next change of the position, whatever is on the board.
#[inline(always)]
fn successors(code: &Code, at: usize, place: u16, mut each: impl FnMut(u32, u16)) {
    let next = at as u32 + 1;
    let here = usize::from(place);
    match code.ops[at] {
        Op::Fail
        | Op::Yes
        | Op::Put { .. }
        | Op::Assign { .. }
        | Op::Set { .. }
        | Op::Hand { .. } => {}
        Op::Jump(to) => each(to, place),
        Op::Fork(to) => {
            each(to, place);
            each(next, place);
        }
        Op::Step(table) | Op::StepOn(table, _) => {
            let to = code.steps[usize::from(table) * code.places + here];
            if to != NOWHERE {
                each(next, to);
            }
        }
        Op::Spread(table) | Op::SpreadOn(table, _) => {
            let spread = &code.spreads[usize::from(table)];
            let targets = spread.first[here] as usize..spread.first[here + 1] as usize;
            spread.targets[targets].iter().for_each(|&to| each(next, to));
        }
        Op::Where(mask) => {
            if code.has(mask, here) {
                each(next, place);
            }
        }
        Op::Each(mask) | Op::Find(_, mask) => {
            for place in (0..code.places).filter(|&place| code.has(mask, place)) {
                each(next, place as u16);
            }
        }
        Op::Slide(..) | Op::Try(_) | Op::Else(_) | Op::Glance { .. } => unreachable!("made later"),
        Op::Mark(_) | Op::On(_) | Op::Check { .. } | Op::Compare(_) | Op::CompareWith(..) => {
            each(next, place)
        }
    }
}

/// The marks that a run from a start may come to before the next change of the position. None if it
/// takes too long to find them.
fn marks_within(
    code: &Code,
    start: usize,
    needed: &HashSet<usize>,
    room: &mut usize,
) -> Option<Vec<usize>> {
    let mut found = Vec::new();
    let mut seen = HashSet::new();
    let mut open = vec![start];
    while let Some(at) = open.pop() {
        if at >= code.ops.len() || !seen.insert(at) {
            continue;
        }
        *room = room.checked_sub(1)?;
        let op = code.ops[at];
        if op == POSSIBLE_MARK && needed.contains(&at) {
            found.push(at);
        }
        if op.modifier().is_none() {
            open.extend(op.target().map(|to| to as usize));
            open.extend(op.goes_on().then_some(at + 1));
        }
    }
    Some(found)
}

/// Gives each needed mark a number that no other mark of the same stretch of code has.
fn assign(code: &mut Code, starts: &[usize], needed: &HashSet<usize>) {
    let mut room = MOST_STEPS;
    let groups: Option<Vec<Vec<usize>>> =
        starts.iter().map(|&start| marks_within(code, start, needed, &mut room)).collect();
    let mut all: Vec<usize> = needed.iter().copied().collect();
    all.retain(|&at| code.ops[at] == POSSIBLE_MARK);
    all.sort_unstable();
    // Marks that meet in a stretch are of one family, and so are those that meet one of these.
    let mut family: HashMap<usize, usize> = all.iter().map(|&at| (at, at)).collect();
    let first = all.first().copied().unwrap_or(0);
    let meetings = groups.clone().unwrap_or_else(|| vec![all.clone()]);
    for pair in meetings.iter().flat_map(|group| group.windows(2)) {
        let [one, other] = [pair[0], pair[1]].map(|at| head(&mut family, at));
        family.insert(one.max(other), one.min(other));
    }
    let mut sizes: HashMap<usize, u16> = HashMap::from([(first, 0)]);
    for &at in &all {
        let size = sizes.entry(head(&mut family, at)).or_insert(0);
        code.ops[at] = Op::Mark(*size);
        *size = size.saturating_add(1).min(u16::MAX - 1);
        code.marks = code.marks.max(usize::from(*size));
    }
    let behind = starts.len() - code.modifiers.len();
    for (number, modifier) in code.modifiers.iter_mut().enumerate() {
        modifier.marks = groups.as_ref().is_none_or(|groups| !groups[behind + number].is_empty());
    }
}

/// The head of a family.
fn head(family: &mut HashMap<usize, usize>, at: usize) -> usize {
    let mut head = at;
    while family[&head] != head {
        head = family[&head];
    }
    family.insert(at, head);
    head
}
