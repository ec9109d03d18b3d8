//! The board of Connect Four as a diagram: round openings, in which stones stand on each other.

use super::super::board::{Board, Drop};
use super::super::setup::ConnectFour;
use super::super::word::BoardWord;
use sarsen_core::game::board::{
    Contents, Diagram, Gesture, Ground, Layout, Materials, Outline, PieceColour, PieceMake,
    PlaceCode,
};
use sarsen_core::game::{IDENTITY, Player, Symmetry};

/// Discs that fall into a frame.
const MATERIALS: Materials =
    Materials::new(Ground::Frame, PieceMake::Disc, [PieceColour::Red, PieceColour::Yellow]);

impl<W: BoardWord> ConnectFour<W> {
    /// The number of columns, and the number of rows.
    fn extent(&self) -> [usize; 2] {
        [self.size.width, self.size.height].map(usize::from)
    }

    /// The place of a cell. Column and row count from 0 at the bottom left, places from 0 at the
    /// top left.
    fn place(&self, column: usize, row: usize) -> usize {
        let [width, height] = self.extent();
        (height - 1 - row) * width + column
    }

    /// The column and the row of a move.
    fn cell(&self, Drop(bit): Drop) -> (usize, usize) {
        let stride = self.extent()[1] + 1;
        (usize::from(bit) / stride, usize::from(bit) % stride)
    }
}

impl<W: BoardWord> Diagram<Board<W>> for ConnectFour<W> {
    fn layout(&self) -> Layout {
        let [width, height] = self.extent();
        let mut layout = Layout::grid(width, height, Outline::Disc)
            .with_column_labels((1..=width).map(|column| column.to_string()))
            .with_lines_of(4, width);
        layout.materials = MATERIALS;
        layout
    }

    fn contents(&self, board: &Board<W>, last: Option<Drop>) -> Contents {
        let mut contents = Contents::default();
        for player in [Player::First, Player::Second] {
            let stones = board.stones(player);
            let fours = board.geometry().fours(stones);
            for column in 0..self.size.width {
                for row in 0..self.size.height {
                    let bit = board.geometry().bit(column, row);
                    if !(stones & bit).is_zero() {
                        let place = self.place(column.into(), row.into());
                        contents.put(place, player, "stone").won = !(fours & bit).is_zero();
                    }
                }
            }
        }
        if let Some(last) = last {
            let (column, row) = self.cell(last);
            contents.lead((row..self.extent()[1]).rev().map(|row| self.place(column, row)));
        }
        contents
    }

    /// Any place of the column. The first one is where the stone lands.
    fn gesture(&self, _: &Board<W>, m: Drop) -> Gesture {
        let (column, row) = self.cell(m);
        let others = (0..self.extent()[1]).rev().filter(|&other| other != row);
        vec![std::iter::once(row).chain(others).map(|row| self.place(column, row)).collect()]
    }

    /// The cells where a stone can land are open.
    #[inline]
    fn codes(&self, board: &Board<W>, places: &mut [PlaceCode], _: &mut [PlaceCode]) {
        let [width, height] = self.extent();
        let [open, first, second] = [board.playable(), board.stones[0], board.stones[1]];
        for column in 0..width {
            for lowest in (0..height).step_by(8) {
                let shift = (column * (height + 1) + lowest) as u32;
                let bytes = |word: W| bytes_of((word >> shift).low());
                let mut codes = bytes(open) + 2 * bytes(first) + 3 * bytes(second);
                for row in lowest..height.min(lowest + 8) {
                    places[self.place(column, row)] = PlaceCode(codes as u8);
                    codes >>= 8;
                }
            }
        }
    }

    fn image_of_place(&self, place: usize, symmetry: Symmetry) -> usize {
        let width = self.extent()[0];
        match symmetry {
            IDENTITY => place,
            _ => place / width * width + (width - 1 - place % width),
        }
    }
}

/// The lowest 8 bits, each as a byte of its own.
#[inline]
fn bytes_of(bits: u64) -> u64 {
    const EACH: u64 = 0x0101_0101_0101_0101;
    // Of each byte, another bit is kept. Then a bit that is set carries into the highest one.
    let kept = (bits & 0xff).wrapping_mul(EACH) & 0x8040_2010_0804_0201;
    (kept + EACH * 0x7f) >> 7 & EACH
}
