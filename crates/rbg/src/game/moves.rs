//! A move, small enough to be copied a lot.

use crate::machine::rules::FoundMoves;
use crate::machine::run::MoveStep;
use sarsen_core::game::mix64;

/// The most steps that a move has with it.
const ROOM: usize = 7;
/// The steps of a longer move that it has with it, and where the hash of all of them begins.
const BEGINNING: usize = 5;
/// The length of a longer move.
const LONG: u8 = u8::MAX;

/// The most legal moves of a position. Codes of moves must differ, and some must be free.
pub const MOST_MOVES: usize = 60_000;

/// A legal move of a position: its steps, as far as there is room for them. A longer move has a
/// hash of its steps; to be made, it is looked for among the legal moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RulesMove {
    code: u16,
    length: u8,
    steps: [MoveStep; ROOM],
}

impl RulesMove {
    fn new(steps: &[MoveStep], code: u16) -> Self {
        let mut own = [MoveStep::default(); ROOM];
        if steps.len() <= ROOM {
            own[..steps.len()].copy_from_slice(steps);
            return Self { code, length: steps.len() as u8, steps: own };
        }
        own[..BEGINNING].copy_from_slice(&steps[..BEGINNING]);
        let hash = hash(steps);
        for (number, step) in own[BEGINNING..].iter_mut().enumerate() {
            let part = hash >> (32 * number);
            *step = MoveStep { modifier: part as u16, place: (part >> 16) as u16 };
        }
        Self { code, length: LONG, steps: own }
    }

    /// The number that no other legal move of the position has.
    pub(super) const fn code(&self) -> u16 {
        self.code
    }

    /// The steps. None if the move is longer than that.
    #[inline]
    pub(super) fn steps(&self) -> Option<&[MoveStep]> {
        self.steps.get(..usize::from(self.length))
    }

    /// The same for all moves with these steps, whatever their codes.
    pub(super) fn without_code_of(steps: &[MoveStep]) -> Self {
        Self::new(steps, 0)
    }

    /// The same for all moves with the steps of this one.
    pub(super) const fn without_code(&self) -> Self {
        Self { code: 0, ..*self }
    }

    /// Whether it stands for a move with these steps.
    pub(super) fn is(&self, steps: &[MoveStep]) -> bool {
        Self::new(steps, self.code) == *self
    }
}

fn hash(steps: &[MoveStep]) -> u64 {
    let add = |sum: u64, step: &MoveStep| {
        (sum ^ (u64::from(step.modifier) << 16 | u64::from(step.place)))
            .wrapping_mul(0x9e37_79b9_7f4a_7c15)
            .rotate_left(29)
    };
    mix64(steps.iter().fold(steps.len() as u64, add))
}

/// The codes that are taken, one bit each.
#[derive(Clone, Debug)]
pub(super) struct Codes {
    taken: Vec<u64>,
}

impl Default for Codes {
    fn default() -> Self {
        Self { taken: vec![0; 1 << 10] }
    }
}

impl Codes {
    /// The code of a move: a hash of its steps, or the next one that is free. It is 65,534 or less.
    #[inline]
    fn take(&mut self, steps: &[MoveStep]) -> u16 {
        let mut code = hash(steps) as u16;
        loop {
            let (word, bit) = (usize::from(code / 64), 1 << (code % 64));
            if code < u16::MAX && self.taken[word] & bit == 0 {
                self.taken[word] |= bit;
                return code;
            }
            code = code.wrapping_add(1);
        }
    }

    #[inline]
    fn free(&mut self, code: u16) {
        self.taken[usize::from(code / 64)] = 0;
    }
}

impl RulesMove {
    /// Makes small moves of those that were found, as many as there may be.
    #[inline]
    pub(super) fn collect(found: &FoundMoves, codes: &mut Codes, out: &mut Vec<Self>) {
        let first = out.len();
        for number in 0..found.len().min(MOST_MOVES) {
            let steps = found.get(number);
            out.push(Self::new(steps, codes.take(steps)));
        }
        out[first..].iter().for_each(|m| codes.free(m.code));
    }
}
