//! The shape of a board as the solver needs it: sets of cells, and the points of each cell for the
//! order of moves.

use super::super::geometry::Geometry;
use super::super::word::BoardWord;

/// Shifts by 1, 2, 4, 8 and 16 fill a column of up to 32 cells. The highest board has 31 rows.
const DOUBLINGS: usize = 5;

/// The shape of a board.
#[derive(Clone, Debug)]
pub(super) struct Shape<W> {
    pub(super) geometry: Geometry<W>,
    pub(super) height: u32,
    pub(super) stride: u32,
    pub(super) bottom: W,
    pub(super) cells: W,
    /// The rows at an even distance from the top row. The top row is one of them.
    pub(super) even: W,
    /// The spare bits.
    tops: W,
    /// For each `n`, the cells with at least `2^n` other cells below them.
    raised: [W; DOUBLINGS],
    /// Steps that fold all columns onto the first one.
    folds: [u32; DOUBLINGS],
    /// The steps of lines: upwards, level, rising, falling.
    pub(super) steps: [u32; 4],
    /// The points of a stone in each cell for its place: the number of lines of four through it,
    /// less three for each column of distance from the middle.
    pub(super) places: [i16; 128],
    /// The number of bits of a key, spare bits included.
    pub(super) key_bits: u32,
}

impl<W: BoardWord> Shape<W> {
    pub(super) fn new(geometry: Geometry<W>) -> Self {
        let (width, height) = (geometry.width(), geometry.height());
        let mut shape = Self {
            geometry,
            height: u32::from(height),
            stride: geometry.stride(),
            bottom: geometry.bottom,
            cells: geometry.cells,
            even: W::ZERO,
            tops: geometry.bottom << u32::from(height),
            raised: [W::ZERO; DOUBLINGS],
            folds: std::array::from_fn(|n| {
                Some(geometry.stride() << n).filter(|&step| step < W::BITS).unwrap_or(0)
            }),
            steps: geometry.directions(),
            places: [0; 128],
            key_bits: u32::from(width) * geometry.stride(),
        };
        for column in 0..width {
            for row in 0..height {
                let cell = geometry.bit(column, row);
                if (height - 1 - row) % 2 == 0 {
                    shape.even |= cell;
                }
                for (n, raised) in shape.raised.iter_mut().enumerate() {
                    if usize::from(row) >> n > 0 {
                        *raised |= cell;
                    }
                }
                let from_middle = (2 * i16::from(column) + 1 - i16::from(width)).abs() / 2;
                shape.places[cell.trailing_zeros() as usize] =
                    lines_through(&geometry, column, row) - 3 * from_middle;
            }
        }
        shape
    }

    /// These cells and all above them in their columns.
    #[inline(always)]
    pub(super) fn upwards(&self, mut cells: W) -> W {
        cells |= cells << 1 & self.raised[0];
        cells |= cells << 2 & self.raised[1];
        cells |= cells << 4 & self.raised[2];
        if self.height > 8 {
            cells |= cells << 8 & self.raised[3];
        }
        if self.height > 16 {
            cells |= cells << 16 & self.raised[4];
        }
        cells
    }

    /// All cells of the column of this cell. No cell if `cell` is 0.
    #[inline(always)]
    pub(super) fn column_of(&self, cell: W) -> W {
        let top = (self.tops & !cell.wrapping_sub(W::ONE)).lowest();
        top.wrapping_sub(top >> self.height)
    }

    /// The row of the lowest of these cells. Rows count from 0 at the bottom.
    #[inline(always)]
    pub(super) fn lowest_row(&self, cells: W) -> u32 {
        let mut rows = cells;
        for step in self.folds {
            rows |= rows >> step;
        }
        rows.lowest().wrapping_sub(W::ONE).count_ones()
    }

    /// The number of empty cells.
    #[inline(always)]
    pub(super) fn empty(&self, occupied: W) -> u32 {
        self.geometry.size() - occupied.count_ones()
    }

    /// The lowest empty cell of each column that has one.
    #[inline(always)]
    pub(super) fn playable(&self, occupied: W) -> W {
        self.geometry.playable(occupied)
    }

    /// The empty cells that would complete four of these stones.
    #[inline(always)]
    pub(super) fn threats(&self, stones: W, occupied: W) -> W {
        self.geometry.completing(stones) & !occupied
    }
}

/// Whether the opponent's next stone wins after any move, if the player to move cannot win at once.
/// This is so if the opponent threatens to win in two cells at once, or just above the cell that
/// the player has to take, or just above every playable cell.
#[inline(always)]
pub(super) fn is_lost<W: BoardWord>(forced: W, threats: W, playable: W) -> bool {
    let two = !forced.without_lowest().is_zero();
    let stacked = !(forced << 1 & threats).is_zero();
    let nothing = forced.is_zero() & (playable & !(threats >> 1)).is_zero();
    two | stacked | nothing
}

/// The number of lines of four through a cell.
fn lines_through<W: BoardWord>(geometry: &Geometry<W>, column: u8, row: u8) -> i16 {
    let inside = |column: i16, row: i16| {
        (0..i16::from(geometry.width())).contains(&column)
            && (0..i16::from(geometry.height())).contains(&row)
    };
    let (column, row) = (i16::from(column), i16::from(row));
    let mut lines = 0;
    for (right, up) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
        for back in 0..4 {
            let (column, row) = (column - back * right, row - back * up);
            let is_line = inside(column, row) && inside(column + 3 * right, row + 3 * up);
            lines += i16::from(is_line);
        }
    }
    lines
}
