//! The last touch on the code: what is not needed goes, and pairs become one instruction.

use super::code::Code;
use super::compile::POSSIBLE_MARK;
use super::op::{Address, Op};

/// Removes what does nothing, joins instructions, and finds what modifiers imply.
pub(super) fn tidy(code: &mut Code) {
    let is_possible = |op: Op| op == POSSIBLE_MARK;
    shorten(code, |ops, at| if is_possible(ops[at]) { Some((None, 1)) } else { None });
    shorten(code, pairs);
    follow_jumps(code);
    find_implied(code);
}

/// Instructions that one may stand for, from an index on, and how many they are.
fn pairs(ops: &[Op], at: usize) -> Option<(Option<Op>, usize)> {
    let joined = match (ops[at], *ops.get(at + 1)?) {
        (Op::Step(table), Op::On(set)) => Op::StepOn(table, set),
        (Op::Spread(table), Op::On(set)) => Op::SpreadOn(table, set),
        (Op::Each(mask), Op::On(set)) => Op::Find(set, mask),
        _ => return None,
    };
    Some((Some(joined), 2))
}

/// Replaces instructions, or leaves them out, and moves all targets along. Nothing leads into the
/// middle of what is replaced.
fn shorten(code: &mut Code, replace: impl Fn(&[Op], usize) -> Option<(Option<Op>, usize)>) {
    let old = std::mem::take(&mut code.ops);
    let mut is_target = vec![false; old.len() + 1];
    for op in &old {
        if let Some(to) = op.target() {
            is_target[to as usize] = true;
        }
        if let Op::Check { entry, .. } = op {
            is_target[*entry as usize] = true;
        }
    }
    let mut new: Vec<Op> = Vec::with_capacity(old.len());
    let mut moved: Vec<Address> = vec![0; old.len() + 1];
    let mut at = 0;
    while at < old.len() {
        let whole = |length: usize| (at + 1..at + length).all(|inner| !is_target[inner]);
        let found = replace(&old, at).filter(|&(_, length)| whole(length));
        let (op, length) = found.unwrap_or((Some(old[at]), 1));
        moved[at..at + length].fill(new.len() as Address);
        new.extend(op);
        at += length;
    }
    moved[old.len()] = new.len() as Address;
    for op in &mut new {
        match op {
            Op::Jump(to) | Op::Fork(to) | Op::Check { entry: to, .. } => *to = moved[*to as usize],
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

/// Finds the modifiers that surely follow others: with only conditions and single steps between
/// them.
fn find_implied(code: &mut Code) {
    for modifier in &mut code.modifiers {
        let mut at = modifier.at as usize;
        if matches!(code.ops[at], Op::Hand { .. }) {
            continue;
        }
        at += 1;
        let mut hops = Vec::new();
        // A loop without a choice does not exist.
        let implied = loop {
            match code.ops.get(at) {
                Some(Op::Jump(to)) => {
                    at = *to as usize;
                    continue;
                }
                Some(Op::Step(table) | Op::StepOn(table, _)) => hops.push(*table),
                Some(
                    Op::Mark(_) | Op::Where(_) | Op::On(_) | Op::Check { .. } | Op::Compare(_),
                ) => {}
                Some(op) => break op.modifier(),
                None => break None,
            }
            at += 1;
        };
        if implied.is_some() {
            (modifier.implied, modifier.hops) = (implied, hops);
        }
    }
}
