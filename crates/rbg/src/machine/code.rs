//! The code of a game: instructions, and the tables that they use.

use super::op::{Address, Op};
use crate::language::expression::{Arithmetic, Comparison, NodeId};

/// An assignment.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Assignment {
    /// The variable.
    pub variable: u16,
    /// Its greatest value.
    pub bound: u32,
    /// The new value.
    pub number: Arithmetic,
}

/// What changes the position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Modifier {
    /// Where in the rules it is.
    pub node: NodeId,
    /// Its instruction.
    pub at: Address,
    /// The modifier that surely comes next, with no choice before it. A move need not name it.
    pub implied: Option<u16>,
    /// The tables of the steps on the way to it.
    pub hops: Vec<u16>,
    /// Whether runs that begin behind it use marks.
    pub marks: bool,
}

/// The lists of places that an instruction `Spread` goes to.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Spread {
    /// Where the list of each place begins in `targets`; one more at the end.
    pub first: Vec<u32>,
    /// The places.
    pub targets: Vec<u16>,
}

/// The code of a game.
#[derive(Clone, Default, Debug)]
pub struct Code {
    /// The instructions. The rules begin at the first one.
    pub ops: Vec<Op>,
    /// The number of places.
    pub places: usize,
    /// The number of kinds of pieces.
    pub pieces: usize,
    /// The number of variables.
    pub variables: usize,
    /// The number of words of 64 bits that have a bit for each place.
    pub words: usize,
    /// Tables with a place, or none, for each place, one after the other.
    pub steps: Vec<u16>,
    /// Tables with several places for each place.
    pub spreads: Vec<Spread>,
    /// Sets of pieces, as a table with 256 entries.
    pub sets: Vec<[bool; 256]>,
    /// The pieces in each set.
    pub members: Vec<Vec<u8>>,
    /// Sets of places, `words` words each, one after the other.
    pub masks: Vec<u64>,
    /// Comparisons.
    pub comparisons: Vec<(Arithmetic, Comparison, Arithmetic)>,
    /// Assignments.
    pub assignments: Vec<Assignment>,
    /// All modifiers.
    pub modifiers: Vec<Modifier>,
    /// The number of marks that a run may use before its next change.
    pub marks: usize,
    /// By instruction: whether the place matters to what begins there.
    pub place_matters: Vec<bool>,
    /// By instruction behind a change of turn: the variables whose values do not matter there.
    pub dead: Vec<Vec<u16>>,
}

impl Code {
    /// Whether a place is in a mask.
    #[inline(always)]
    #[must_use]
    pub fn has(&self, mask: u16, place: usize) -> bool {
        self.masks[usize::from(mask) * self.words + place / 64] >> (place % 64) & 1 == 1
    }

    /// The variable that an instruction sets, if it sets one.
    pub(crate) fn variable_set(&self, at: Address) -> Option<u16> {
        match self.ops[at as usize] {
            Op::Set { variable, .. } => Some(variable),
            Op::Assign { assignment, .. } => {
                Some(self.assignments[usize::from(assignment)].variable)
            }
            _ => None,
        }
    }

    /// Visits all instructions to which a run may come, but not inside checks, as long as a visit
    /// says to go on.
    pub(crate) fn walk(&self, from: Address, mut visit: impl FnMut(usize) -> bool) {
        let mut seen = vec![false; self.ops.len()];
        let mut open = vec![from as usize];
        while let Some(at) = open.pop() {
            if at >= self.ops.len() || std::mem::replace(&mut seen[at], true) || !visit(at) {
                continue;
            }
            let op = self.ops[at];
            open.extend(op.target().map(|to| to as usize));
            open.extend(op.goes_on().then_some(at + 1));
        }
    }

    /// Goes on behind an instruction as long as there is no choice and nothing changes: the tables
    /// of the steps on the way, and the instruction that comes then. None at the end of the code.
    pub(crate) fn without_choice(&self, behind: Address) -> (Vec<u16>, Option<Op>) {
        let mut at = behind as usize + 1;
        let mut tables = Vec::new();
        // A loop without a choice does not exist.
        loop {
            match self.ops.get(at) {
                Some(Op::Jump(to)) => {
                    at = *to as usize;
                    continue;
                }
                Some(Op::Step(table) | Op::StepOn(table, _)) => tables.push(*table),
                Some(op) if op.is_test() || matches!(op, Op::Mark(_)) => {}
                other => return (tables, other.copied()),
            }
            at += 1;
        }
    }
}
