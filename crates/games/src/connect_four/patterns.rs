//! Counts the stones in all windows of four cells at once, by bit-sliced addition.

use super::geometry::Geometry;
use super::word::BoardWord;

/// The windows of one direction that hold stones of only one player, by the number of stones. Each
/// window is marked at its start, the lowest bit of its four cells.
pub(super) struct WindowMarks<W> {
    pub(super) ones: W,
    pub(super) twos: W,
    pub(super) threes: W,
    pub(super) fours: W,
}

/// The places where windows start, for each direction of [`Geometry::directions`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Patterns<W> {
    pub(super) steps: [u32; 4],
    pub(super) starts: [W; 4],
}

impl<W: BoardWord> Patterns<W> {
    pub(super) fn new(geometry: &Geometry<W>) -> Self {
        let steps = geometry.directions();
        let cells = geometry.cells;
        // The spare bits keep windows inside the board.
        let starts =
            steps.map(|step| cells & cells >> step & cells >> (2 * step) & cells >> (3 * step));
        Self { steps, starts }
    }

    /// The windows in direction `direction` with stones of `own` and none of `other`.
    #[inline]
    pub(super) fn count(&self, direction: usize, own: W, other: W) -> WindowMarks<W> {
        let step = self.steps[direction];
        let [a, b, c, d] = [own, own >> step, own >> (2 * step), own >> (3 * step)];
        let blocked = other | other >> step | other >> (2 * step) | other >> (3 * step);
        let open = self.starts[direction] & !blocked;
        // Two half adders, then their sum.
        let (odd_ab, both_ab) = (a ^ b, a & b);
        let (odd_cd, both_cd) = (c ^ d, c & d);
        let low = odd_ab ^ odd_cd;
        let high = both_ab ^ both_cd ^ (odd_ab & odd_cd);
        WindowMarks {
            ones: open & low & !high,
            twos: open & high & !low,
            threes: open & high & low,
            fours: open & both_ab & both_cd,
        }
    }
}
