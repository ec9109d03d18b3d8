//! The keys under which proofs are kept: positions with the same key share their proofs.
//!
//! The key covers the undecided parts of a position: the undecided lines with the number of their
//! empty cells, the cells that two or more of these lines share, both hands, and the number of
//! lines that the player to move still needs. Cells with one undecided line are interchangeable,
//! and so are cells without one. So their number is enough. If many cells are empty, all images of
//! a position share a key.

use super::super::super::board::{CELL_IMAGE, CELLS, LINE_COUNT, LINE_IMAGE, SYMMETRIES};
use super::super::glance::Glance;
use super::super::state::SolverState;
use super::super::tables::CELLS_OF;
use super::super::technique::Technique;
use sarsen_core::game::{mix64, split_mix};
use sarsen_core::solvers::techniques::TechniqueSet;

/// With fewer empty cells than this, a search hardly ever meets two images of a position.
const IMAGES_FROM: u32 = 8;

/// A number for each symmetry, and two spare ones.
type SymmetryNumbers = [u64; 8];

/// The key of a position, and the symmetry that leads to the image to which the key belongs.
#[derive(Clone, Copy)]
pub(in super::super) struct StoreKey {
    pub(in super::super) hash: u64,
    pub(in super::super) symmetry: usize,
}

/// The numbers of each line with each number of empty cells.
static LINE: [[SymmetryNumbers; 6]; LINE_COUNT] = {
    let mut keys = [[[0; 8]; 6]; LINE_COUNT];
    let mut line = 0;
    while line < LINE_COUNT {
        let mut free = 0;
        while free < 6 {
            let mut symmetry = 0;
            while symmetry < SYMMETRIES {
                let image = LINE_IMAGE[symmetry][line] as usize;
                keys[line][free][symmetry] = NUMBERS[image * 6 + free];
                symmetry += 1;
            }
            free += 1;
        }
        line += 1;
    }
    keys
};

/// The numbers of each cell.
static CELL: [SymmetryNumbers; CELLS] = {
    let mut keys = [[0; 8]; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let mut symmetry = 0;
        while symmetry < SYMMETRIES {
            keys[cell][symmetry] = NUMBERS[LINE_COUNT * 6 + CELL_IMAGE[symmetry][cell] as usize];
            symmetry += 1;
        }
        cell += 1;
    }
    keys
};

const NUMBERS: [u64; LINE_COUNT * 6 + CELLS] = {
    let mut numbers = [0; LINE_COUNT * 6 + CELLS];
    let mut state: u64 = 0x7072_6f6f_6673;
    let mut i = 0;
    while i < numbers.len() {
        numbers[i] = split_mix(&mut state);
        i += 1;
    }
    numbers
};

/// The key of an undecided position.
#[inline(always)]
pub(in super::super) fn key(
    state: &SolverState,
    seen: &Glance,
    techniques: impl TechniqueSet<Technique>,
) -> StoreKey {
    let hands = (state.own.index() * 256 + state.other.index()) as u64;
    let rest = mix64(hands * 16 + u64::from(seen.needed));
    if !techniques.has(Technique::DecidedParts) || !techniques.has(Technique::Slack) {
        return exact(state, seen, rest, techniques);
    }
    if state.count() < IMAGES_FROM || !techniques.has(Technique::Images) {
        let [hash] = sums::<1>(state, seen);
        return StoreKey { hash: hash ^ rest, symmetry: 0 };
    }
    let hashes = sums::<8>(state, seen);
    let mut least = StoreKey { hash: hashes[0], symmetry: 0 };
    for (symmetry, &hash) in hashes[..SYMMETRIES].iter().enumerate() {
        if hash < least.hash {
            least = StoreKey { hash, symmetry };
        }
    }
    StoreKey { hash: least.hash ^ rest, ..least }
}

/// The sum of the numbers of all undecided parts, for each of the first `N` symmetries.
#[inline(always)]
fn sums<const N: usize>(state: &SolverState, seen: &Glance) -> [u64; N] {
    let mut sums = [0_u64; N];
    let mut add = |keys: &SymmetryNumbers| {
        for (sum, key) in sums.iter_mut().zip(keys) {
            *sum = sum.wrapping_add(*key);
        }
    };
    let free = state.free.to_array();
    let (mut once, mut shared) = (0, 0);
    let mut lines = seen.open;
    while lines != 0 {
        let line = lines.trailing_zeros() as usize;
        lines &= lines - 1;
        let cells = CELLS_OF[line] & state.empty;
        shared |= once & cells;
        once |= cells;
        add(&LINE[line][free[line] as usize % 6]);
    }
    while shared != 0 {
        add(&CELL[shared.trailing_zeros() as usize]);
        shared &= shared - 1;
    }
    sums
}

/// The key without decided parts or without slack. It also covers all empty cells, the owners of
/// all lines and, without slack, the leads of the undecided lines.
#[cold]
fn exact(
    state: &SolverState,
    seen: &Glance,
    rest: u64,
    techniques: impl TechniqueSet<Technique>,
) -> StoreKey {
    let mut hash = mix64(rest ^ u64::from(state.empty));
    hash = mix64(hash ^ u64::from(seen.open) << 32 ^ u64::from(seen.owned()));
    if !techniques.has(Technique::Slack) {
        for lead in (state.lead & seen.undecided).to_array() {
            hash = mix64(hash ^ lead as u64);
        }
    }
    StoreKey { hash, symmetry: 0 }
}
