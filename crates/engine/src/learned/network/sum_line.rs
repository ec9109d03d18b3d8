//! Lines of sums, in blocks for vectors.

/// Sums are computed this many at a time.
pub(super) const BLOCK: usize = 32;

pub(super) type Block = [i16; BLOCK];

/// So many blocks stay in registers while rows are added to them.
const TOGETHER: usize = 4;

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

/// Rows of numbers, each as long as a line of sums. The first row of some of them adds nothing.
pub(super) struct SumRows {
    blocks: Vec<Block>,
    /// The number of blocks of a row.
    width: usize,
}

impl SumRows {
    pub(super) fn new(width: usize) -> Self {
        Self { blocks: Vec::new(), width }
    }

    /// The number of blocks of a row.
    #[inline(always)]
    pub(super) fn width(&self) -> usize {
        self.width
    }

    /// The number of rows.
    pub(super) fn len(&self) -> usize {
        self.blocks.len() / self.width.max(1)
    }

    /// Adds a row, and returns its number.
    pub(super) fn push(&mut self, row: &[Block]) -> u32 {
        let number = self.len();
        self.blocks.extend(row);
        number as u32
    }

    /// A row.
    pub(super) fn row(&self, number: u32) -> &[Block] {
        &self.blocks[number as usize * self.width..][..self.width]
    }

    /// For each change, takes the first row away from the sums and adds the second one.
    #[inline(always)]
    pub(super) fn change(&self, sums: &mut [Block], changes: &[[u32; 2]]) {
        let mut at = 0;
        let (together, rest) = sums.as_chunks_mut::<TOGETHER>();
        for sums in together {
            self.change_some(sums, at, changes);
            at += TOGETHER;
        }
        if let Some(three) = rest.first_chunk_mut::<3>() {
            self.change_some(three, at, changes);
        } else if let Some(two) = rest.first_chunk_mut::<2>() {
            self.change_some(two, at, changes);
        } else if let Some(one) = rest.first_chunk_mut::<1>() {
            self.change_some(one, at, changes);
        }
    }

    /// The same for some sums, which begin with this block.
    #[inline(always)]
    fn change_some<const N: usize>(&self, sums: &mut [Block; N], at: usize, changes: &[[u32; 2]]) {
        // A copy can stay in registers.
        let mut changed = *sums;
        for change in changes {
            let [old, new] = change.map(|row| &self.blocks[row as usize * self.width + at..][..N]);
            for ((sums, old), new) in changed.iter_mut().zip(old).zip(new) {
                for ((sum, old), new) in sums.iter_mut().zip(old).zip(new) {
                    *sum = sum.wrapping_sub(*old).wrapping_add(*new);
                }
            }
        }
        *sums = changed;
    }
}
