//! Which moves a search may search less deeply than others: each game's own parameters.

/// How much less deeply a search looks at some branches than at others. If a branch turns out
/// better than expected, it is searched again to the full depth. A proof still looks at everything.
///
/// Moves that come late in the order have little chance to be best (late move reductions). A node
/// is to be searched to `d` plies. Then its move of rank `r` (the first has rank 0) is searched to
/// `ln d * ln r * reduction / 100` plies less, rounded down; on the principal variation, to one ply
/// more than that. The logarithms are those of today's chess programs.
///
/// If no good move of a node is known beforehand, the node may not be worth its depth, and its
/// moves are in no good order either. So it is searched to one ply less (internal iterative
/// reductions, E. Schröder).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Selectivity {
    /// The least depth of a node in which moves are reduced, in plies.
    pub least_depth: u8,
    /// The first moves of a node, this many, are never reduced.
    pub full_moves: u8,
    /// How much moves are reduced, in percent. 0 means full width: all moves are searched to the
    /// same depth.
    pub reduction: u16,
    /// The least depth of a node that is searched to one ply less if the table knows no move there,
    /// in plies. 0 means that no node is.
    pub unknown_depth: u8,
}

impl Selectivity {
    /// Full width.
    pub const NONE: Self = Self { least_depth: 0, full_moves: 0, reduction: 0, unknown_depth: 0 };

    /// Harmless in every game so far.
    pub const USUAL: Self =
        Self { least_depth: 3, full_moves: 4, reduction: 100, unknown_depth: 5 };

    /// This many percent of the reductions.
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
