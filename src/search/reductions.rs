//! Late moves are searched less deeply at first, and nodes without a known move.
//!
//! Late move reductions and internal iterative reductions, by the [`Selectivity`] that a game
//! gives.

use std::sync::LazyLock;

use super::worker::Worker;
use crate::game::{Position, Selectivity};

/// One in the numbers of [`LOGARITHMS`].
const ONE: u32 = 1 << 10;

/// Ranks and depths from here on count as the last of these.
const RANGE: usize = 64;

/// So many plies from the root on no move is overlooked, whatever the measure: moves at the root
/// are not reduced, and those of all other nodes are searched to one ply at least.
pub(super) const ALWAYS_SEEN: u32 = 3;

static LOGARITHMS: LazyLock<[u32; RANGE]> = LazyLock::new(|| {
    std::array::from_fn(|n| ((n.max(1) as f64).ln() * f64::from(ONE)).round() as u32)
});

/// By how much, as a game has it.
pub(super) struct Reductions {
    measure: Selectivity,
    logarithms: &'static [u32; RANGE],
}

impl Reductions {
    pub(super) fn new(measure: Selectivity) -> Self {
        Self { measure, logarithms: &LOGARITHMS }
    }

    pub(super) fn are_on(&self) -> bool {
        self.measure.is_on()
    }

    /// Plies by which the `n`th move of a node is searched less deeply, when the node is searched
    /// to `depth`; at least one ply is left.
    #[inline]
    fn of(&self, depth: i32, n: usize, on_principal_variation: bool) -> i32 {
        let Selectivity { least_depth, full_moves, reduction, .. } = self.measure;
        if depth < i32::from(least_depth) || n < usize::from(full_moves) || reduction == 0 {
            return 0;
        }
        let log = |n: usize| u64::from(self.logarithms[n.min(RANGE - 1)]);
        let product = log(depth.max(0) as usize) * log(n) * u64::from(reduction);
        let plies = (product / (100 * u64::from(ONE) * u64::from(ONE))) as i32;
        (plies - i32::from(on_principal_variation)).clamp(0, (depth - 2).max(0))
    }
}

impl<P: Position> Worker<'_, P> {
    /// Plies by which the `n`th move of a node is searched less deeply at first.
    #[inline]
    pub(super) fn reduction(&self, depth: i32, n: usize, on_principal_variation: bool) -> i32 {
        self.reductions.of(depth, n, on_principal_variation)
    }

    /// Whether a node of this depth is searched to one ply less if the table knows no move there.
    #[inline]
    pub(super) fn is_deep_for_unknown(&self, depth: i32) -> bool {
        let Selectivity { reduction, unknown_depth, .. } = self.reductions.measure;
        reduction > 0
            && unknown_depth > 0
            && depth >= i32::from(unknown_depth).max(ALWAYS_SEEN as i32)
    }

    /// Full width from here on, and nothing that is in the table from a selective search counts any
    /// more; until [`restrict`](Self::restrict) is given what this returns.
    pub(super) fn look_at_everything(&mut self) -> Reductions {
        self.salt = FULL_WIDTH;
        self.reduce_nothing()
    }

    /// Full width from here on, with the help of what is in the table; until
    /// [`restrict`](Self::restrict) is given what this returns.
    pub(super) fn reduce_nothing(&mut self) -> Reductions {
        std::mem::replace(&mut self.reductions, Reductions::new(Selectivity::NONE))
    }

    /// A selective search again.
    pub(super) fn restrict(&mut self, reductions: Reductions) {
        self.salt = 0;
        self.reductions = reductions;
    }
}

/// Makes the keys of a full-width search, after a selective one, its own.
const FULL_WIDTH: u64 = 0x6a09_e667_f3bc_c908;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn late_moves_of_deep_nodes_are_reduced_most() {
        let reductions = Reductions::new(Selectivity::USUAL);
        assert_eq!(reductions.of(2, 40, false), 0, "too shallow");
        assert_eq!(reductions.of(20, 3, false), 0, "one of the first");
        assert_eq!(reductions.of(3, 4, false), 1);
        assert_eq!(reductions.of(3, 500, false), 1, "one ply is left");
        // ln 20 * ln 10 = 6.9
        assert_eq!(reductions.of(20, 10, false), 6);
        assert_eq!(reductions.of(20, 10, true), 5);
        let half = Reductions::new(Selectivity::USUAL.scaled(50));
        assert_eq!(half.of(20, 10, false), 3);
        let none = Reductions::new(Selectivity::USUAL.scaled(0));
        assert!(!none.are_on());
        assert_eq!(none.of(200, 1000, false), 0);
    }
}
