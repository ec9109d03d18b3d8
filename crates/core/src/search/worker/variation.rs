//! Principal variations: a triangular array with one line for each ply.

use crate::search::MAX_PLY;

/// The best line found so far from each ply of the current path.
pub(crate) struct Variations<M> {
    lines: Vec<Vec<M>>,
}

impl<M: Copy> Variations<M> {
    pub(crate) fn new() -> Self {
        Self { lines: (0..=MAX_PLY + 1).map(|ply| Vec::with_capacity(MAX_PLY + 2 - ply)).collect() }
    }

    /// The line from a ply on.
    pub(crate) fn line(&self, ply: usize) -> &[M] {
        &self.lines[ply]
    }

    /// Empties the line from this ply on.
    #[inline]
    pub(crate) fn clear(&mut self, ply: usize) {
        self.lines[ply].clear();
    }

    /// Sets the line from this ply on: `m`, then the line of the next ply.
    #[inline]
    pub(crate) fn extend(&mut self, ply: usize, m: M) {
        let (upper, lower) = self.lines.split_at_mut(ply + 1);
        let line = &mut upper[ply];
        line.clear();
        line.push(m);
        line.extend_from_slice(&lower[0]);
    }
}
