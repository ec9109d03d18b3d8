//! The shape of a board as the solver needs it: sets of cells, and the points of each cell for the
//! order of moves.

use super::super::geometry::Geometry;
use super::super::word::BoardWord;
use super::order;
use sarsen_core::sys::lanes::{LaneNumbers, LaneWords};

/// The lanes that are loaded together.
pub(super) const LANES: usize = 8;

/// The highest board has 31 rows, and half of them are even.
const EVEN_ROWS: usize = 16;

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
    /// The even rows, from the top row down.
    even_rows: [W; EVEN_ROWS],
    /// The cells of each column.
    pub(super) columns: [[W; LANES]; 4],
    /// The steps of lines: upwards, level, rising, falling.
    pub(super) steps: [u32; 4],
    /// The points of a stone in each cell for its place, by the parity of the number of empty
    /// cells: the number of lines of four through it, less three for each column of distance from
    /// the middle, and those of its row.
    pub(super) places: [[i16; 128]; 2],
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
            even_rows: [W::ZERO; EVEN_ROWS],
            columns: [[W::ZERO; LANES]; 4],
            steps: geometry.directions(),
            places: [[0; 128]; 2],
            key_bits: u32::from(width) * geometry.stride(),
        };
        for column in 0..width {
            for row in 0..height {
                let cell = geometry.bit(column, row);
                let from_top = usize::from(height - 1 - row);
                if from_top.is_multiple_of(2) {
                    shape.even |= cell;
                    shape.even_rows[from_top / 2] |= cell;
                }
                shape.columns[usize::from(column) / LANES][usize::from(column) % LANES] |= cell;
                let from_middle = (2 * i16::from(column) + 1 - i16::from(width)).abs() / 2;
                let points = lines_through(&geometry, column, row) - 3 * from_middle;
                for (places, rows) in shape.places.iter_mut().zip(&order::ROWS) {
                    let of_row = rows[from_top.min(rows.len() - 1)];
                    places[cell.trailing_zeros() as usize] = points + of_row;
                }
            }
        }
        shape
    }

    /// These cells and all above them in their columns.
    ///
    /// The difference of the spare bit and a column's cells has the lowest of these cells, and the
    /// complement of all above it.
    #[inline(always)]
    pub(super) fn upwards<L: LaneWords<W>>(&self, cells: L) -> L {
        (cells | cells.splat(self.tops).minus(cells)) & self.cells
    }

    /// The cells above one of these in their columns, and the spare bits.
    #[inline(always)]
    pub(super) fn above<L: LaneWords<W>>(&self, cells: L) -> L {
        cells ^ cells.splat(self.tops).minus(cells)
    }

    /// All cells of the column of this cell. No cell if `cell` is 0.
    #[inline(always)]
    pub(super) fn column_of<L: LaneWords<W>>(&self, cell: L) -> L {
        let below = cell.minus(cell.splat(W::ONE));
        let top = (!below & self.tops).lowest();
        top.minus(top >> self.height)
    }

    /// The even rows that a stone of the follower fills up to the lowest of these cells. The cells
    /// lie in even rows.
    #[inline(always)]
    pub(super) fn rows_down_to<L: LaneWords<W>>(&self, cells: L) -> L::Numbers {
        let mut count = cells.splat(W::ZERO).ones();
        for (&row, number) in self.even_rows[..self.height.div_ceil(2) as usize].iter().zip(1..) {
            count = count.splat(number).where_else((cells & row).is_some(), count);
        }
        count
    }

    /// The number of empty cells.
    #[inline(always)]
    pub(super) fn empty(&self, occupied: W) -> u32 {
        self.geometry.size() - occupied.count_ones()
    }

    /// The lowest empty cell of each column that has one.
    #[inline(always)]
    pub(super) fn playable<L: LaneWords<W>>(&self, occupied: L) -> L {
        self.geometry.playable(occupied)
    }

    /// The empty cells that would complete four of these stones.
    #[inline(always)]
    pub(super) fn threats<L: LaneWords<W>>(&self, stones: L, occupied: L) -> L {
        self.geometry.completing(stones) & !occupied
    }
}

/// Whether the opponent's next stone wins after any move, if the player to move cannot win at once.
/// This is so if the opponent threatens to win in two cells at once, or just above the cell that
/// the player has to take, or just above every playable cell.
#[inline(always)]
pub(super) fn is_lost<W: BoardWord, L: LaneWords<W>>(
    forced: L,
    threats: L,
    playable: L,
) -> L::Mask {
    let is_two = forced.without_lowest() | forced << 1 & threats;
    let is_any = forced | playable & !(threats >> 1);
    is_two.is_some() | !is_any.is_some()
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
