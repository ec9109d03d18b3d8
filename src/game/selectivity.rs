//! Selectivity: which moves a search reduces. Each game has its own parameters.

/// How much less deeply a search looks at some branches than at others. If a branch turns out
/// better than expected, it is searched again to the full depth. A proof still looks at everything.
///
/// Late move reductions: moves that come late in the order are rarely best. If a node is to be
/// searched to `d` plies, its move of rank `r` (the first has rank 0) is searched to
/// `ln d * ln r * reduction / 100` plies less, rounded down. On the principal variation, the
/// reduction is one ply smaller. Today's chess programs use such logarithms.
///
/// Internal iterative reductions (E. Schröder): if no good move of a node is known beforehand, the
/// node may not be worth its depth, and its moves are in no good order. So it is searched to one
/// ply less.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Selectivity {
    /// The least depth of a node in which moves are reduced, in plies.
    pub least_depth: u8,
    /// The number of moves of a node that are never reduced: the first ones.
    pub full_moves: u8,
    /// The size of the reductions, in percent. 0 means full width: all moves are searched to the
    /// same depth.
    pub reduction: u16,
    /// If the table knows no move at a node of this depth in plies, or deeper, the node is searched
    /// to one ply less. 0 switches this off.
    pub unknown_depth: u8,
}

impl Selectivity {
    /// Full width.
    pub const NONE: Self = Self { least_depth: 0, full_moves: 0, reduction: 0, unknown_depth: 0 };

    /// The default. It has done no harm in any game so far.
    pub const USUAL: Self =
        Self { least_depth: 3, full_moves: 4, reduction: 100, unknown_depth: 5 };

    /// The same, with the reductions scaled to this many percent.
    #[must_use]
    pub fn scaled(self, percent: u32) -> Self {
        let reduction = u32::from(self.reduction) * percent / 100;
        Self { reduction: u16::try_from(reduction).unwrap_or(u16::MAX), ..self }
    }

    /// Whether any move is reduced.
    #[inline]
    #[must_use]
    pub fn is_on(self) -> bool {
        self.reduction > 0
    }
}

impl Default for Selectivity {
    fn default() -> Self {
        Self::NONE
    }
}
