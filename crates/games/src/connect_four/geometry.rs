//! The shape of a board: columns side by side in a word, with a spare bit on top of each.

use super::word::BoardWord;
use sarsen_core::sys::lanes::LaneWords;

/// The shape of a board. Bit `column * (height + 1) + row` is a cell, with rows counted from the
/// bottom. The bit above the top row stays empty, so that no line runs from one column into the
/// next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Geometry<W> {
    width: u8,
    height: u8,
    /// The lowest cell of every column.
    pub(super) bottom: W,
    /// All cells.
    pub(super) cells: W,
}

impl<W: BoardWord> Geometry<W> {
    /// A board of this size, which must fit the word (see [`Size`](super::Size)).
    pub(super) fn new(width: u8, height: u8) -> Self {
        let stride = u32::from(height) + 1;
        let mut geometry = Self { width, height, bottom: W::ZERO, cells: W::ZERO };
        for column in 0..u32::from(width) {
            geometry.bottom |= W::ONE << (column * stride);
            geometry.cells |= ((W::ONE << u32::from(height)) - W::ONE) << (column * stride);
        }
        geometry
    }

    /// The number of columns.
    #[inline]
    #[must_use]
    pub fn width(&self) -> u8 {
        self.width
    }

    /// The number of rows.
    #[inline]
    #[must_use]
    pub fn height(&self) -> u8 {
        self.height
    }

    /// The number of bits from one column to the next.
    #[inline]
    pub(super) fn stride(&self) -> u32 {
        u32::from(self.height) + 1
    }

    /// The number of cells.
    #[inline]
    pub(super) fn size(&self) -> u32 {
        u32::from(self.width) * u32::from(self.height)
    }

    /// The bit of a cell. Column and row count from 0 at the bottom left.
    #[inline]
    pub(super) fn bit(&self, column: u8, row: u8) -> W {
        W::ONE << (u32::from(column) * self.stride() + u32::from(row))
    }

    /// The number of bits from one cell of a line to the next, for each direction: up, right, right
    /// and up, right and down.
    #[inline]
    pub(super) fn directions(&self) -> [u32; 4] {
        let stride = self.stride();
        [1, stride, stride + 1, stride - 1]
    }

    /// The lowest empty cell of every column that has one.
    #[inline(always)]
    pub(super) fn playable<L: LaneWords<W>>(&self, occupied: L) -> L {
        occupied.plus(self.bottom) & self.cells
    }

    /// A word with its columns in reverse order, spare bits included.
    pub(super) fn mirror(&self, word: W) -> W {
        let stride = self.stride();
        let column = (self.bit(0, self.height) - W::ONE) | self.bit(0, self.height);
        let mut mirrored = W::ZERO;
        for from in 0..u32::from(self.width) {
            let to = u32::from(self.width) - 1 - from;
            mirrored |= (word >> (from * stride) & column) << (to * stride);
        }
        mirrored
    }

    /// Whether four of these stones are in a row.
    #[inline]
    pub(super) fn has_four(&self, stones: W) -> bool {
        let mut found = W::ZERO;
        for step in self.directions() {
            found |= firsts_of_fours(stones, step);
        }
        !found.is_zero()
    }

    /// The cells of all rows of four or more of these stones.
    pub(super) fn fours(&self, stones: W) -> W {
        let mut found = W::ZERO;
        for step in self.directions() {
            let lowest = firsts_of_fours(stones, step);
            found |= lowest | lowest << step | lowest << (2 * step) | lowest << (3 * step);
        }
        found
    }

    /// The cells, empty or not, on which one more of these stones would complete four in a row.
    #[inline(always)]
    pub(super) fn completing<L: LaneWords<W>>(&self, stones: L) -> L {
        let mut found = stones << 1 & stones << 2 & stones << 3;
        for step in [self.stride(), self.stride() + 1, self.stride() - 1] {
            let above = stones << step;
            let below = stones >> step;
            // Two on one side, and a third beyond them or on the other side.
            let two_above = (stones & above) << step;
            let two_below = (stones & below) >> step;
            found = found
                | two_above & (stones << (3 * step) | below)
                | two_below & (stones >> (3 * step) | above);
        }
        found & self.cells
    }
}

/// The first cell of each four in a row, in the direction with `step` bits from cell to cell.
#[inline(always)]
pub(super) fn firsts_of_fours<W: BoardWord, L: LaneWords<W>>(cells: L, step: u32) -> L {
    let pairs = cells & cells >> step;
    pairs & pairs >> (2 * step)
}
