//! The symmetries of a board: how many it has, and where they take positions and moves.

/// A symmetry of the board, by its number: from [`IDENTITY`] on, below [`Symmetric::symmetries`].
pub type Symmetry = u8;

/// The symmetry that changes nothing.
pub const IDENTITY: Symmetry = 0;

/// What the symmetries of a board do to its positions and to the codes of moves. A board without
/// any needs one line: `impl Symmetric for Board {}`.
pub trait Symmetric: Clone {
    /// The number of symmetries of the board, the identity included.
    fn symmetries(&self) -> u8 {
        1
    }

    /// The image of this position under a symmetry.
    #[must_use]
    fn image(&self, _symmetry: Symmetry) -> Self {
        self.clone()
    }

    /// The code that a move of this position has in the image under `symmetry`.
    fn map_code(&self, code: u16, _symmetry: Symmetry) -> u16 {
        code
    }

    /// The symmetry that undoes `symmetry`. The default suits reflections.
    fn inverse(&self, symmetry: Symmetry) -> Symmetry {
        symmetry
    }
}
