//! What a value rests on besides the position: positions on the path to it.

/// The ply of the highest position on which a value rests. A value rests on a position of the path
/// if a line below comes back to it, or if a count goes on from there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Footing(i32);

impl Footing {
    /// On nothing but the position itself.
    pub(crate) const NOTHING: Self = Self(i32::MAX);

    /// On the position `plies` plies above the one at `ply`. If that is above the root: on what was
    /// played before.
    #[inline]
    pub(super) fn above(ply: usize, plies: usize) -> Self {
        Self(if plies <= ply { (ply - plies) as i32 } else { -1 })
    }

    /// On both.
    #[inline]
    pub(super) fn and(self, other: Self) -> Self {
        Self(self.0.min(other.0))
    }

    /// Whether a position above this ply is part of it.
    #[inline]
    pub(super) fn is_above(self, ply: usize) -> bool {
        self.0 < ply as i32
    }

    /// What the position above the one at `ply` rests on if this one rests on `self`.
    #[inline]
    pub(super) fn left_above(self, ply: usize) -> Self {
        if self.is_above(ply) { self } else { Self::NOTHING }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_settles_what_rests_on_itself() {
        let footing = Footing::above(7, 4);
        assert!(footing.is_above(4) && !footing.is_above(3));
        assert_eq!(footing.left_above(3), Footing::NOTHING);
        assert_eq!(footing.left_above(4), footing);
        assert!(Footing::above(3, 4).is_above(0));
        assert_eq!(footing.and(Footing::NOTHING), footing);
        assert_eq!(footing.and(Footing::above(7, 5)), Footing::above(7, 5));
    }
}
