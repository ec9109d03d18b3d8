//! Late move reductions, internal iterative reductions and the forecasts of Multi-ProbCut, tuned
//! per game by its [`Selectivity`] and its evaluator.

use std::sync::LazyLock;

use crate::game::{Forecast, Forecasts, Selectivity};

/// The number 1 in the fixed-point numbers of [`LOGARITHMS`].
const ONE: u32 = 1 << 10;

/// [`LOGARITHMS`] has this many numbers. Greater ranks and depths count as the last of them.
const RANGE: usize = 64;

/// Within this many plies of the root no move is overlooked, however selective the search is: moves
/// at the root are not reduced, and at all other nodes every move is searched to at least one ply.
pub(crate) const ALWAYS_SEEN: u32 = 3;

static LOGARITHMS: LazyLock<[u32; RANGE]> = LazyLock::new(|| {
    std::array::from_fn(|n| ((n.max(1) as f64).ln() * f64::from(ONE)).round() as u32)
});

/// How much less deeply moves are searched, and which nodes are spared.
pub(crate) struct Reductions<'a> {
    selectivity: Selectivity,
    logarithms: &'static [u32; RANGE],
    /// None if no node is spared.
    forecasts: Option<&'a Forecasts>,
    /// The least depth of a node that may be spared.
    spared_depth: i32,
}

impl<'a> Reductions<'a> {
    pub(crate) fn new(selectivity: Selectivity, forecasts: Option<&'a Forecasts>) -> Self {
        let forecasts = forecasts.filter(|_| selectivity.confidence > 0);
        let least = forecasts.and_then(Forecasts::least_depth);
        let spared_depth = least.map_or(i32::MAX, |depth| depth as i32);
        Self { selectivity, logarithms: &LOGARITHMS, forecasts, spared_depth }
    }

    /// Full width.
    pub(crate) fn none() -> Self {
        Self::new(Selectivity::NONE, None)
    }

    pub(crate) fn are_on(&self) -> bool {
        self.selectivity.reduction > 0 || self.spared_depth < i32::MAX
    }

    /// How many plies less deeply the `n`th move is searched at first, at a node that is searched
    /// to `depth`. At least one ply is left.
    #[inline]
    pub(crate) fn of(&self, depth: i32, n: usize, is_principal: bool) -> i32 {
        let Selectivity { least_depth, full_moves, reduction, .. } = self.selectivity;
        if depth < i32::from(least_depth) || n < usize::from(full_moves) || reduction == 0 {
            return 0;
        }
        let log = |n: usize| u64::from(self.logarithms[n.min(RANGE - 1)]);
        let product = log(depth.max(0) as usize) * log(n) * u64::from(reduction);
        let plies = (product / (100 * u64::from(ONE) * u64::from(ONE))) as i32;
        (plies - i32::from(is_principal)).clamp(0, (depth - 2).max(0))
    }

    /// Whether a node of this depth is searched to one ply less if the table knows no move there.
    #[inline]
    pub(crate) fn reduces_unknown(&self, depth: i32) -> bool {
        let Selectivity { reduction, unknown_depth, .. } = self.selectivity;
        reduction > 0
            && unknown_depth > 0
            && depth >= i32::from(unknown_depth).max(ALWAYS_SEEN as i32)
    }
}

impl<'a> Reductions<'a> {
    /// Whether a node of this depth may be spared.
    #[inline]
    pub(crate) fn spares(&self, depth: i32) -> bool {
        depth >= self.spared_depth
    }

    /// The forecasts for a search to `depth`, if `left` plies of the game are left.
    pub(crate) fn forecasts(&self, left: u32, depth: i32) -> &'a [Forecast] {
        self.forecasts.map_or(&[], |forecasts| forecasts.find(left, depth.max(0) as u32))
    }

    /// How sure a forecast has to be, in standard deviations.
    pub(crate) fn confidence(&self) -> f64 {
        f64::from(self.selectivity.confidence) / 100.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn late_moves_of_deep_nodes_are_reduced_most() {
        let reductions = Reductions::new(Selectivity::USUAL, None);
        assert_eq!(reductions.of(2, 40, false), 0, "too shallow");
        assert_eq!(reductions.of(20, 3, false), 0, "one of the first");
        assert_eq!(reductions.of(3, 4, false), 1);
        assert_eq!(reductions.of(3, 500, false), 1, "one ply is left");
        // ln 20 * ln 10 = 6.9
        assert_eq!(reductions.of(20, 10, false), 6);
        assert_eq!(reductions.of(20, 10, true), 5);
        let half = Reductions::new(Selectivity::USUAL.scaled(50), None);
        assert_eq!(half.of(20, 10, false), 3);
        let none = Reductions::new(Selectivity::USUAL.scaled(0), None);
        assert!(!none.are_on());
        assert_eq!(none.of(200, 1000, false), 0);
    }
}
