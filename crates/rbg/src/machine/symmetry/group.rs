//! All symmetries of a game that are found.

use super::automaton::Automaton;
use super::code_symmetry::CodeSymmetry;
use super::exchange::Exchange;
use super::loose::{keeps_loose, loose_modifiers};
use super::proof::{NotProven, prove_moves};
use crate::language::description::Description;
use crate::machine::code::Code;
use crate::machine::op::Op;
use crate::machine::run::MoveStep;
use crate::machine::state::State;

/// How many ways of the code are looked at to find the symmetries, at most.
const MOST_WORK: usize = 1 << 21;

/// The symmetries of a game. The identity is the first one, and each two have their product.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct SymmetryGroup {
    pub(super) all: Vec<CodeSymmetry>,
    inverses: Vec<u8>,
    is_loose: Vec<bool>,
}

impl SymmetryGroup {
    /// Nothing but the identity.
    pub(super) fn trivial(code: &Code) -> Self {
        let is_loose = vec![false; code.modifiers.len()];
        Self { all: vec![CodeSymmetry::identity(code)], inverses: vec![0], is_loose }
    }

    /// The symmetries among these images of the board that can be proven. `accepts` may refuse one
    /// for other reasons.
    pub(super) fn find(
        description: &Description,
        code: &Code,
        automaton: &Automaton,
        images: &[Vec<u16>],
        accepts: &dyn Fn(&CodeSymmetry) -> bool,
    ) -> Self {
        let mut group = Self::trivial(code);
        let Some(is_loose) = loose_modifiers(code, automaton) else { return group };
        let mut room = MOST_WORK;
        for places in images {
            if group.all.iter().any(|known| known.places == *places) {
                continue;
            }
            let exchange = Exchange {
                places: places.clone(),
                pieces: (0..description.pieces.len() as u8).collect(),
                variables: (0..code.variables as u16).collect(),
                players: (0..description.players as u8).collect(),
            };
            let Some(left) = room.checked_sub(automaton.labels.size) else { break };
            room = left;
            match prove_moves(code, automaton, &exchange, &mut room) {
                Ok(modifiers) if keeps_loose(automaton, &is_loose, &modifiers) => {
                    let new = CodeSymmetry::new(code, places.clone(), modifiers);
                    if accepts(&new)
                        && let Some(all) = closed(code, &group.all, new)
                    {
                        group.all = all;
                    }
                }
                Ok(_) | Err(NotProven::Refuted) => {}
                Err(NotProven::TooLong) => break,
            }
        }
        group.is_loose = is_loose;
        group.inverses = group.find_inverses(code);
        group
    }

    /// For each symmetry the one that undoes it.
    fn find_inverses(&self, code: &Code) -> Vec<u8> {
        let inverse = |one: &CodeSymmetry| {
            let undoes = |other: &CodeSymmetry| one.then(code, other) == self.all[0];
            self.all.iter().position(undoes).unwrap_or(0) as u8
        };
        self.all.iter().map(inverse).collect()
    }

    /// How many there are.
    pub(crate) fn len(&self) -> u8 {
        self.all.len() as u8
    }

    /// The symmetry with a number.
    pub(crate) fn get(&self, number: u8) -> &CodeSymmetry {
        &self.all[usize::from(number)]
    }

    /// The number of the symmetry that undoes one.
    pub(crate) fn inverse(&self, number: u8) -> u8 {
        self.inverses[usize::from(number)]
    }

    /// The image of the steps of a move of a state.
    pub(crate) fn steps(
        &self,
        code: &Code,
        number: u8,
        state: &State,
        steps: &[MoveStep],
    ) -> Vec<MoveStep> {
        self.get(number).steps(code, &self.is_loose, state, steps)
    }
}

/// Symmetries with one more, and all their products. None if that does not go well together.
fn closed(code: &Code, known: &[CodeSymmetry], new: CodeSymmetry) -> Option<Vec<CodeSymmetry>> {
    let mut all = known.to_vec();
    all.push(new);
    let mut next = 0;
    while next < all.len() {
        for other in 0..=next {
            for (one, other) in [(next, other), (other, next)] {
                let product = all[one].then(code, &all[other]);
                match all.iter().find(|known| known.places == product.places) {
                    Some(known) if *known == product => {}
                    Some(_) => return None,
                    None => all.push(product),
                }
            }
        }
        next += 1;
        if all.len() > usize::from(u8::MAX) {
            return None;
        }
    }
    Some(all)
}

/// Whether an image of the board leaves walls walls: what stands on the board and what no rule
/// names. If it does not, its positions never come.
pub(crate) fn keeps_walls(description: &Description, code: &Code, places: &[u16]) -> bool {
    let mut is_wall = vec![true; description.pieces.len()];
    code.members.iter().flatten().for_each(|&piece| is_wall[usize::from(piece)] = false);
    for op in &code.ops {
        if let Op::Put { piece, .. } = *op {
            is_wall[usize::from(piece)] = false;
        }
    }
    let start = &description.board.start;
    start.iter().zip(places).all(|(&piece, &place)| {
        let there = start[usize::from(place)];
        piece == there || !(is_wall[usize::from(piece)] || is_wall[usize::from(there)])
    })
}
