//! Lines of sums, in blocks for vectors.

/// Sums are computed this many at a time.
pub(super) const BLOCK: usize = 32;

pub(super) type Block = [i16; BLOCK];

/// A row of sums in the making.
pub(super) struct SumLine(pub(super) Vec<Block>);

impl SumLine {
    pub(super) fn new(blocks: usize) -> Self {
        Self(vec![[0; BLOCK]; blocks])
    }

    pub(super) fn add(&mut self, at: usize, by: i32) {
        let sum = &mut self.0[at / BLOCK][at % BLOCK];
        *sum = sum.wrapping_add(by as i16);
    }
}

/// Takes one row away from sums and adds another.
#[inline(always)]
pub(super) fn change(sums: &mut Block, old: &Block, new: &Block) {
    for ((sum, old), new) in sums.iter_mut().zip(old).zip(new) {
        *sum = sum.wrapping_sub(*old).wrapping_add(*new);
    }
}
