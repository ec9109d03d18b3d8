//! Which branches a search looks at less closely than others: a game's own measure.

/// How much less deeply a search looks at some branches than at others. What promises more than was
/// thought of it is searched again to the full depth, and what is proven stays proven.
///
/// Moves that come late in the order have little chance to be best (late move reductions; the
/// logarithms are those of today's chess programs).
///
/// The move of rank `r` (the first has 0) of a node that is to be searched to `d` plies is searched
/// to `ln d * ln r * reduction / 100` plies less, rounded down; on the principal variation to one
/// more. A node of which no good move is known beforehand is perhaps not worth its depth, and its
/// moves come in no good order either (internal iterative reductions, E. Schröder).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Selectivity {
    /// The least depth of a node in which moves are reduced, in plies.
    pub least_depth: u8,
    /// So many moves of a node are never reduced.
    pub full_moves: u8,
    /// How much, in percent; 0: full width, all moves are searched to the same depth.
    pub reduction: u16,
    /// The least depth of a node that is searched to one ply less if the table knows no move there,
    /// in plies; 0: none.
    pub unknown_depth: u8,
}

impl Selectivity {
    /// Full width.
    pub const NONE: Self = Self { least_depth: 0, full_moves: 0, reduction: 0, unknown_depth: 0 };

    /// What does no game harm.
    pub const USUAL: Self =
        Self { least_depth: 3, full_moves: 4, reduction: 100, unknown_depth: 5 };

    /// So many percent of it.
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
