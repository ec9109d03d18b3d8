//! What matters behind a change of turn: the place, and which variables.

use super::code::Code;
use super::contexts::find_matters;
use super::op::Op;
use crate::language::expression::Arithmetic;

/// Finds it. The scores, which are the first variables, always matter.
pub(super) fn find(code: &mut Code, players: usize) {
    code.place_matters = find_matters(&code.ops);
    let live = live(code);
    code.dead = vec![Vec::new(); code.ops.len() + 1];
    for modifier in &code.modifiers {
        let at = modifier.at as usize;
        if matches!(code.ops[at], Op::Hand { .. }) {
            let dead = |variable: &u16| !live.has(at + 1, *variable);
            code.dead[at + 1] = (players as u16..code.variables as u16).filter(dead).collect();
        }
    }
}

/// The most bits of a table of instructions and variables. If more are needed, all variables count
/// as live.
const MOST_BITS: usize = 1 << 26;

/// By instruction: the variables that may be read before they are set.
struct Live {
    words: usize,
    bits: Vec<u64>,
}

impl Live {
    fn has(&self, at: usize, variable: u16) -> bool {
        let word = self.bits.get(at * self.words + usize::from(variable) / 64);
        word.is_none_or(|word| word >> (variable % 64) & 1 == 1)
    }
}

fn live(code: &Code) -> Live {
    let words = code.variables.div_ceil(64);
    if code.ops.len() * code.variables > MOST_BITS {
        return Live { words, bits: Vec::new() };
    }
    let mut live = Live { words, bits: vec![0; (code.ops.len() + 1) * words] };
    let mut now = vec![0_u64; words];
    loop {
        let mut changed = false;
        for at in (0..code.ops.len()).rev() {
            let op = code.ops[at];
            now.fill(0);
            let next = op.goes_on().then_some(at as u32 + 1);
            for from in next.into_iter().chain(op.target()).chain(op.entry()) {
                let from = from as usize * words;
                now.iter_mut().zip(&live.bits[from..]).for_each(|(now, live)| *now |= live);
            }
            match op {
                Op::Compare(number) => {
                    let (left, _, right) = &code.comparisons[usize::from(number)];
                    [left, right].into_iter().for_each(|number| read(number, &mut now));
                }
                Op::Assign { assignment, .. } => {
                    let assignment = &code.assignments[usize::from(assignment)];
                    let variable = usize::from(assignment.variable);
                    now[variable / 64] &= !(1 << (variable % 64));
                    read(&assignment.number, &mut now);
                }
                Op::CompareWith(variable, ..) => set(&mut now, variable),
                Op::Set { variable, .. } => {
                    now[usize::from(variable) / 64] &= !(1 << (variable % 64));
                }
                _ => {}
            }
            let known = &mut live.bits[at * words..][..words];
            if *known != now[..] {
                known.copy_from_slice(&now);
                changed = true;
            }
        }
        if !changed {
            return live;
        }
    }
}

fn read(number: &Arithmetic, found: &mut [u64]) {
    match number {
        Arithmetic::Variable(variable) => set(found, *variable),
        Arithmetic::Operation(_, parts) => parts.iter().for_each(|part| read(part, found)),
        Arithmetic::Constant(_) | Arithmetic::Count(_) => {}
    }
}

fn set(found: &mut [u64], variable: u16) {
    found[usize::from(variable) / 64] |= 1 << (variable % 64);
}
