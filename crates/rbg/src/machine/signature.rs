//! Numbers by which equal rules are known, wherever they stand.

use crate::language::expression::{Action, Arithmetic, Mover, RuleNode};

/// The signature of a rule. Rules that do the same actions in the same order have the same one.
pub(super) fn signature(node: &RuleNode) -> Vec<u32> {
    let mut out = Vec::new();
    sign(node, &mut out);
    out
}

/// Each action begins with a number of its kind and ends where its kind or its length says.
fn sign(node: &RuleNode, out: &mut Vec<u32>) {
    match &node.action {
        Action::Nothing => out.push(0),
        Action::Shift(direction) => out.extend([1, u32::from(*direction)]),
        Action::On(pieces) => {
            out.extend([2, pieces.len() as u32]);
            out.extend(pieces.iter().map(|&piece| u32::from(piece)));
        }
        Action::Put(piece) => out.extend([3, u32::from(*piece)]),
        Action::Assign(variable, number) => {
            out.extend([4, u32::from(*variable)]);
            sign_number(number, out);
        }
        Action::Compare(left, comparison, right) => {
            out.extend([5, *comparison as u32]);
            sign_number(left, out);
            sign_number(right, out);
        }
        Action::Check { negated, .. } => out.extend([6, u32::from(*negated)]),
        Action::Hand(Mover::Keeper) => out.push(7),
        Action::Hand(Mover::Player(player)) => out.extend([8, u32::from(*player)]),
        Action::Sequence(parts) => out.extend([9, parts.len() as u32]),
        Action::Choice(parts) => out.extend([10, parts.len() as u32]),
        Action::Repeat(_) => out.push(11),
    }
    node.parts().iter().for_each(|part| sign(part, out));
}

fn sign_number(number: &Arithmetic, out: &mut Vec<u32>) {
    match number {
        Arithmetic::Constant(number) => out.extend([0, *number]),
        Arithmetic::Variable(variable) => out.extend([1, u32::from(*variable)]),
        Arithmetic::Count(piece) => out.extend([2, u32::from(*piece)]),
        Arithmetic::Operation(operator, parts) => {
            out.extend([3, *operator as u32, parts.len() as u32]);
            parts.iter().for_each(|part| sign_number(part, out));
        }
    }
}
