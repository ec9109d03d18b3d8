//! Connect Four for the crate `minimax`, and the evaluator of the crate's example for both engines.

use minimax::Winner;
use sarsen::game::value::Value;
use sarsen::game::{Evaluator, Player, mix64};
use sarsen::games::connect_four::Board;

const COLUMNS: u32 = 7;
const ROWS: u32 = 6;
/// Bits from one column to the next; the bit above the top row stays empty.
const STRIDE: u32 = ROWS + 1;
/// The lowest cell of each column.
const BOTTOM: u64 = 0x0408_1020_4081;
const CELLS: u64 = BOTTOM * ((1 << ROWS) - 1);

/// A position. It is small, and copied at each move.
#[derive(Clone, Copy, Default)]
pub struct Stones {
    /// The stones of the player to move.
    mover: u64,
    all: u64,
    count: u8,
}

impl Stones {
    /// Returns the position after moves into these columns, counted from 1.
    pub fn after(columns: &str) -> Self {
        let mut stones = Self::default();
        for column in columns.bytes() {
            let bottom = 1 << (u32::from(column - b'1') * STRIDE);
            let open = (stones.all + bottom) & (bottom * ((1 << ROWS) - 1));
            stones = stones.with(Cell(open.trailing_zeros() as u8));
        }
        stones
    }

    fn with(self, cell: Cell) -> Self {
        Self { mover: self.all ^ self.mover, all: self.all | 1 << cell.0, count: self.count + 1 }
    }
}

/// A move: the cell that a stone lands on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Cell(u8);

/// The rules.
pub struct Rules;

impl minimax::Game for Rules {
    type S = Stones;
    type M = Cell;

    fn generate_moves(stones: &Stones, moves: &mut Vec<Cell>) -> Option<Winner> {
        let winner = Self::get_winner(stones);
        if winner.is_none() {
            let mut open = (stones.all + BOTTOM) & CELLS;
            while open != 0 {
                moves.push(Cell(open.trailing_zeros() as u8));
                open &= open - 1;
            }
        }
        winner
    }

    fn apply(stones: &mut Stones, cell: Cell) -> Option<Stones> {
        Some(stones.with(cell))
    }

    fn get_winner(stones: &Stones) -> Option<Winner> {
        let last = stones.all ^ stones.mover;
        for step in [1, STRIDE, STRIDE + 1, STRIDE - 1] {
            let pairs = last & last >> step;
            if pairs & pairs >> (2 * step) != 0 {
                return Some(Winner::PlayerJustMoved);
            }
        }
        (u32::from(stones.count) == COLUMNS * ROWS).then_some(Winner::Draw)
    }

    fn zobrist_hash(stones: &Stones) -> u64 {
        // Each position has a different sum.
        mix64(stones.mover + stones.all + BOTTOM)
    }

    fn table_index(cell: Cell) -> u16 {
        cell.0.into()
    }

    fn max_table_index() -> u16 {
        (COLUMNS * STRIDE - 1) as u16
    }
}

/// The evaluator of the crate's example. Stones in the three middle columns count 1. Cells that
/// complete a four count 10 if they can be taken at once, and 5 if they can be taken after that.
///
/// The example does not see such cells from the first full column on, counted from the left. This
/// is kept.
pub struct Opinion;

/// Returns the empty cells that complete a four of the stones `own`.
fn completing(all: u64, own: u64) -> u64 {
    let blocked = all | BOTTOM << ROWS;
    let mut found = 0;
    for step in [1, STRIDE, STRIDE + 1, STRIDE - 1] {
        let pairs = own & own >> step;
        let singles = ((own >> step) | (own << step)) & !blocked;
        found |= (pairs >> (2 * step) | pairs << (2 * step)) & singles;
    }
    found
}

fn opinion(own: u64, other: u64) -> Value {
    let all = own | other;
    let difference = |among: u64, a: u64, b: u64| {
        (among & a).count_ones() as Value - (among & b).count_ones() as Value
    };
    let middle = ((1 << (3 * STRIDE)) - 1) << (2 * STRIDE);
    let next = all + BOTTOM;
    let full = next & BOTTOM << ROWS;
    // All columns left of the first full one, or all columns.
    let seen = (full & full.wrapping_neg()).wrapping_sub(1) & CELLS;
    let next = next & seen;
    let (mine, theirs) = (completing(all, own), completing(all, other));
    difference(middle, own, other)
        + 10 * difference(next, mine, theirs)
        + 5 * difference(next << 1 & CELLS, mine, theirs)
}

impl minimax::Evaluator for Opinion {
    type G = Rules;

    fn evaluate(&self, stones: &Stones) -> i16 {
        opinion(stones.mover, stones.all ^ stones.mover) as i16
    }
}

impl Evaluator<Board<u64>> for Opinion {
    fn evaluate(&self, board: &Board<u64>, player: Player) -> Value {
        opinion(board.stones(player), board.stones(player.other()))
    }

    fn is_symmetric(&self) -> bool {
        false
    }
}
