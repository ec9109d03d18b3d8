//! The last touch on the code: what is not needed goes, and pairs become one instruction.

use super::code::Code;
use super::op::{Address, Op, POSSIBLE_MARK};

/// Removes what does nothing, joins instructions, and finds what modifiers imply.
pub(super) fn tidy(code: &mut Code) {
    let is_possible = |op: Op| op == POSSIBLE_MARK;
    shorten(code, |ops, at| if is_possible(ops[at]) { Some(([None; 2], 1)) } else { None });
    shorten(code, pairs);
    follow_jumps(code);
    find_glances(code);
    find_exclusive(code);
    shorten(code, slides);
    find_implied(code);
}

/// What stands for some instructions: at most two others, and how many they replace.
type Shorter = ([Option<Op>; 2], usize);

/// Two instructions for which one may stand, from an index on.
fn pairs(ops: &[Op], at: usize) -> Option<Shorter> {
    let joined = match (ops[at], *ops.get(at + 1)?) {
        (Op::Step(table), Op::On(set)) => Op::StepOn(table, set),
        (Op::Spread(table), Op::On(set)) => Op::SpreadOn(table, set),
        (Op::Each(mask), Op::On(set)) => Op::Find(set, mask),
        _ => return None,
    };
    Some(([Some(joined), None], 2))
}

/// A loop that goes on in one direction as long as certain pieces are there.
fn slides(ops: &[Op], at: usize) -> Option<Shorter> {
    let [Op::Try(end), Op::StepOn(table, set), Op::Jump(head)] = *ops.get(at..at + 3)? else {
        return None;
    };
    let leave = (end as usize != at + 3).then_some(Op::Jump(end));
    (head as usize == at).then_some(([Some(Op::Slide(table, set)), leave], 3))
}

/// Replaces instructions, or leaves them out, and moves all targets along. Nothing leads into the
/// middle of what is replaced.
fn shorten(code: &mut Code, replace: impl Fn(&[Op], usize) -> Option<Shorter>) {
    let old = std::mem::take(&mut code.ops);
    let mut is_target = vec![false; old.len() + 1];
    for op in &old {
        if let Some(to) = op.target() {
            is_target[to as usize] = true;
        }
        if let Some(entry) = op.entry() {
            is_target[entry as usize] = true;
        }
    }
    let mut new: Vec<Op> = Vec::with_capacity(old.len());
    let mut moved: Vec<Address> = vec![0; old.len() + 1];
    let mut at = 0;
    while at < old.len() {
        let whole = |length: usize| (at + 1..at + length).all(|inner| !is_target[inner]);
        let found = replace(&old, at).filter(|&(_, length)| whole(length));
        let (ops, length) = found.unwrap_or(([Some(old[at]), None], 1));
        moved[at..at + length].fill(new.len() as Address);
        new.extend(ops.into_iter().flatten());
        at += length;
    }
    moved[old.len()] = new.len() as Address;
    for op in &mut new {
        match op {
            Op::Jump(to)
            | Op::Fork(to)
            | Op::Try(to)
            | Op::Else(to)
            | Op::Check { entry: to, .. }
            | Op::Glance { entry: to, .. } => *to = moved[*to as usize],
            _ => {}
        }
    }
    code.ops = new;
    for (at, op) in code.ops.iter().enumerate() {
        if let Some(modifier) = op.modifier() {
            code.modifiers[usize::from(modifier)].at = at as Address;
        }
    }
}

/// A jump to a jump goes to the end at once.
fn follow_jumps(code: &mut Code) {
    let last = |ops: &[Op], mut to: Address| {
        // A loop that does nothing has a fork in it, so this ends; the bound is for safety.
        for _ in 0..ops.len() {
            match ops.get(to as usize) {
                Some(Op::Jump(next)) => to = *next,
                _ => break,
            }
        }
        to
    };
    for at in 0..code.ops.len() {
        code.ops[at] = match code.ops[at] {
            Op::Jump(to) => match code.ops.get(last(&code.ops, to) as usize) {
                Some(Op::Fail) => Op::Fail,
                Some(Op::Yes) => Op::Yes,
                _ => Op::Jump(last(&code.ops, to)),
            },
            Op::Fork(to) => Op::Fork(last(&code.ops, to)),
            other => other,
        };
    }
}

/// Makes choices that begin with a test cheaper: nothing is noted where the test fails, nor where
/// it excludes all that comes later.
fn find_exclusive(code: &mut Code) {
    for at in 0..code.ops.len() {
        let Op::Fork(to) = code.ops[at] else { continue };
        let Some(test) = code.ops.get(at + 1).copied().filter(|op| op.is_test()) else { continue };
        let mut excludes = true;
        let mut other = to as usize;
        while excludes {
            match code.ops[other] {
                Op::Fork(next) | Op::Try(next) | Op::Else(next) => {
                    excludes = exclude(code, test, code.ops[other + 1]);
                    other = next as usize;
                }
                last => {
                    excludes = exclude(code, test, last);
                    break;
                }
            }
        }
        code.ops[at] = match (excludes, test) {
            (true, _) => Op::Else(after(code, test, to)),
            // A check costs more than a note.
            (false, Op::Check { .. }) => Op::Fork(to),
            (false, _) => Op::Try(to),
        };
    }
}

/// Finds the checks that are nothing but tests, without a choice.
fn find_glances(code: &mut Code) {
    // A glance may have glances in it, so the checks in checks come first.
    loop {
        let mut changed = false;
        for at in 0..code.ops.len() {
            let Op::Check { entry, negated } = code.ops[at] else { continue };
            let rest = code.ops[entry as usize..].iter();
            let mut rest = rest.skip_while(|op| op.is_test() && !matches!(op, Op::Check { .. }));
            if rest.next() == Some(&Op::Yes) {
                code.ops[at] = Op::Glance { entry, negated };
                changed = true;
            }
        }
        if !changed {
            return;
        }
    }
}

/// Whether two tests never both succeed.
fn exclude(code: &Code, one: Op, other: Op) -> bool {
    match (one, other) {
        (_, Op::Fail) => true,
        (Op::Check { .. }, Op::Check { .. })
        | (Op::Glance { .. }, Op::Glance { .. })
        | (_, Op::Glance { negated: true, .. }) => is_opposite(code, one, other),
        (Op::On(one), Op::On(other)) => {
            let [one, other] = [one, other].map(|set| &code.members[usize::from(set)]);
            !one.iter().any(|piece| other.contains(piece))
        }
        (Op::StepOn(table, one), Op::StepOn(same, other)) => {
            table == same && exclude(code, Op::On(one), Op::On(other))
        }
        (Op::Where(one), Op::Where(other)) => {
            (0..code.places).all(|place| !(code.has(one, place) && code.has(other, place)))
        }
        (Op::CompareWith(variable, one, left), Op::CompareWith(same, other, right)) => {
            // Between and beyond two numbers, only their neighbours need be tried.
            let tried = [left, right].map(i64::from);
            let mut tried = tried.into_iter().flat_map(|number| number - 1..=number + 1);
            let [left, right] = [left, right].map(i64::from);
            variable == same
                && tried.all(|value| !(one.holds(value, left) && other.holds(value, right)))
        }
        (Op::Compare(one), Op::Compare(other)) => {
            let [one, other] = [one, other].map(|number| &code.comparisons[usize::from(number)]);
            let mut orders = [(0, 0), (0, 1), (1, 0)].into_iter();
            let both = |(a, b)| one.1.holds(a, b) && other.1.holds(a, b);
            one.0 == other.0 && one.2 == other.2 && !orders.any(both)
        }
        _ => false,
    }
}

/// Where to go on if a test has failed: behind a test that then surely succeeds.
fn after(code: &Code, test: Op, to: Address) -> Address {
    let other = code.ops[to as usize];
    if is_opposite(code, test, other) { to + 1 } else { to }
}

/// Whether another instruction surely succeeds where this test fails.
pub(super) fn is_opposite(code: &Code, test: Op, other: Op) -> bool {
    match (test, other) {
        (Op::Check { entry, negated }, Op::Check { entry: same, negated: opposite })
        | (Op::Glance { entry, negated }, Op::Glance { entry: same, negated: opposite }) => {
            entry == same && negated != opposite
        }
        _ => is_denied(code, test, other),
    }
}

/// Whether another instruction says just that this test fails.
fn is_denied(code: &Code, test: Op, other: Op) -> bool {
    let Op::Glance { entry, negated: true } = other else { return false };
    code.ops[entry as usize..].starts_with(&[test, Op::Yes])
}

/// Finds the modifiers that surely follow others: with only conditions and single steps between
/// them.
fn find_implied(code: &mut Code) {
    for number in 0..code.modifiers.len() {
        let at = code.modifiers[number].at;
        if matches!(code.ops[at as usize], Op::Hand { .. }) {
            continue;
        }
        let (hops, then) = code.without_choice(at);
        if let Some(implied) = then.and_then(Op::modifier) {
            let modifier = &mut code.modifiers[number];
            (modifier.implied, modifier.hops) = (Some(implied), hops);
        }
    }
}
