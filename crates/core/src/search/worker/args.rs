//! The arguments of a node: for which player, in which window, how deep, how far from the root.

use crate::game::Player;
use crate::game::value::Value;

/// The arguments of a node.
#[derive(Clone, Copy)]
pub(crate) struct NodeArgs {
    /// The player for whom the value counts.
    pub(crate) me: Player,
    /// Below this, an upper bound of the value is enough.
    pub(crate) alpha: Value,
    /// Above this, a lower bound of the value is enough.
    pub(crate) beta: Value,
    /// Plies left to the horizon. Below 0 if the search goes on beyond it.
    pub(crate) depth: i32,
    /// Plies from the root.
    pub(crate) ply: usize,
    /// Whether the line of best play is wanted. Below chance there is none.
    pub(crate) keeps_line: bool,
}

impl NodeArgs {
    /// Whether the node is on the principal variation: all others have a null window, or lie below
    /// chance.
    #[inline]
    pub(crate) fn is_principal(self) -> bool {
        self.keeps_line && self.beta - self.alpha > 1
    }

    /// The same question with the value counted for the opponent, `me` from now on.
    #[inline]
    pub(crate) fn seen_by(self, me: Player) -> Self {
        Self { me, alpha: -self.beta, beta: -self.alpha, ..self }
    }

    /// One ply further, with `reduction` plies less to search.
    #[inline]
    pub(crate) fn below(self, reduction: i32) -> Self {
        Self { depth: self.depth - 1 - reduction, ply: self.ply + 1, ..self }
    }

    /// The same with a null window: whether the value is greater than `alpha`.
    #[inline]
    pub(crate) fn with_null_window(self) -> Self {
        Self { beta: self.alpha + 1, ..self }
    }
}
