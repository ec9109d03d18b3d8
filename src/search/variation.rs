//! Principal variations: a triangular array, one line for each ply.

use super::MAX_PLY;

/// The best line found so far from every ply of the current path.
pub(super) struct Variations<M> {
    lines: Vec<Vec<M>>,
}

impl<M: Copy> Variations<M> {
    pub(super) fn new() -> Self {
        Self { lines: (0..=MAX_PLY + 1).map(|ply| Vec::with_capacity(MAX_PLY + 2 - ply)).collect() }
    }

    /// The line from a ply on.
    pub(super) fn line(&self, ply: usize) -> &[M] {
        &self.lines[ply]
    }

    /// No line from this ply on.
    #[inline]
    pub(super) fn clear(&mut self, ply: usize) {
        self.lines[ply].clear();
    }

    /// The best line from this ply on is `m`, then the best line of the next ply.
    #[inline]
    pub(super) fn extend(&mut self, ply: usize, m: M) {
        let (upper, lower) = self.lines.split_at_mut(ply + 1);
        let line = &mut upper[ply];
        line.clear();
        line.push(m);
        line.extend_from_slice(&lower[0]);
    }
}
