//! A symmetry of a game: what becomes of places, of steps of moves, and of states.

use crate::machine::code::Code;
use crate::machine::op::{Address, Op};
use crate::machine::run::MoveStep;
use crate::machine::state::{State, piece_key};

/// A symmetry of a game. Pieces, variables and players stay the same.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct CodeSymmetry {
    /// The image of each place.
    pub(super) places: Vec<u16>,
    /// The image of each modifier.
    pub(super) modifiers: Vec<u16>,
    /// The image of each instruction behind a change of turn.
    addresses: Vec<Address>,
}

impl CodeSymmetry {
    /// The symmetry that takes places and modifiers to these.
    pub(super) fn new(code: &Code, places: Vec<u16>, modifiers: Vec<u16>) -> Self {
        let mut addresses: Vec<Address> = (0..=code.ops.len() as Address).collect();
        for (modifier, &image) in code.modifiers.iter().zip(&modifiers) {
            if matches!(code.ops[modifier.at as usize], Op::Hand { .. }) {
                let image = &code.modifiers[usize::from(image)];
                addresses[modifier.at as usize + 1] = image.at + 1;
            }
        }
        Self { places, modifiers, addresses }
    }

    /// The symmetry that changes nothing.
    pub(super) fn identity(code: &Code) -> Self {
        let modifiers = (0..code.modifiers.len() as u16).collect();
        Self::new(code, (0..code.places as u16).collect(), modifiers)
    }

    /// This one, and then another one.
    pub(super) fn then(&self, code: &Code, next: &Self) -> Self {
        let both = |one: &[u16], next: &[u16]| -> Vec<u16> {
            one.iter().map(|&image| next[usize::from(image)]).collect()
        };
        let places = both(&self.places, &next.places);
        Self::new(code, places, both(&self.modifiers, &next.modifiers))
    }

    /// The image of a place.
    pub(crate) fn place(&self, place: u16) -> u16 {
        self.places[usize::from(place)]
    }

    /// The image of an instruction behind a change of turn.
    pub(crate) fn address(&self, at: Address) -> Address {
        self.addresses[at as usize]
    }

    /// The image of where the rules are: in the code, and on the board.
    fn turn(&self, code: &Code, state: &State) -> (Address, u16) {
        let at = self.address(state.at);
        let matters = !state.is_over && code.place_matters.get(state.at as usize) == Some(&true);
        (at, if matters { self.place(state.place) } else { state.place })
    }

    /// The image of a state.
    pub(crate) fn state(&self, code: &Code, state: &State) -> State {
        let mut image = state.clone();
        for (place, &piece) in state.board().iter().enumerate() {
            image.put(self.places[place].into(), piece);
        }
        (image.at, image.place) = self.turn(code, state);
        image
    }

    /// The hash of the image of a state with this hash.
    pub(crate) fn hash(&self, code: &Code, state: &State, hash: u64) -> u64 {
        let (at, place) = self.turn(code, state);
        let turn = state.turn_key() ^ state.turn_key_at(at, place);
        state.board().iter().enumerate().fold(hash ^ turn, |hash, (place, &piece)| {
            let image = usize::from(self.places[place]);
            if image == place {
                return hash;
            }
            hash ^ piece_key(place, piece) ^ piece_key(image, piece)
        })
    }

    /// The image of the steps of a move of a state. Some modifiers have places that mean nothing as
    /// long as no other comes before them.
    pub(super) fn steps(
        &self,
        code: &Code,
        is_loose: &[bool],
        state: &State,
        steps: &[MoveStep],
    ) -> Vec<MoveStep> {
        let mut loose = code.place_matters.get(state.at as usize) != Some(&true);
        let image = |step: &MoveStep| {
            loose &= is_loose[usize::from(step.modifier)];
            MoveStep {
                modifier: self.modifiers[usize::from(step.modifier)],
                place: if loose { step.place } else { self.place(step.place) },
            }
        };
        steps.iter().map(image).collect()
    }
}
