//! The board of Othello as a diagram: square cells with discs.

use super::super::position::OthelloPosition;
use super::super::setup::Othello;
use super::super::squares::{self, Square};
use super::notation::{name, squares as squares_of};
use crate::game::board::{Area, Contents, Diagram, Gesture, Layout, Outline, PlaceCode};
use crate::game::{Player, Stress, Symmetry};

impl Othello {
    /// The place of a square. Places count from 0 at the upper left corner.
    fn place(&self, Square(square): Square) -> usize {
        let (column, row) = (square % 8 - self.border, square / 8 - self.border);
        usize::from(row * self.side() + column)
    }

    /// The square of a place.
    fn square(&self, place: usize) -> Square {
        let side = usize::from(self.side());
        let border = usize::from(self.border);
        Square(((place / side + border) * 8 + place % side + border) as u8)
    }
}

impl Diagram<OthelloPosition> for Othello {
    fn layout(&self) -> Layout {
        let mut layout = Layout::default();
        let border = f64::from(self.border);
        for square in squares_of(self.squares()) {
            let [x, y] = [square.0 % 8, square.0 / 8].map(|at| f64::from(at) - border + 0.5);
            layout.add_place(name(self.squares(), square), [x, y], Outline::Square, Area::Board);
        }
        let side = self.side();
        let letters = (0..side).map(|column| char::from(b'a' + column).to_string());
        let numbers = (1..=side).map(|row| row.to_string());
        layout.with_column_labels(letters).with_row_labels(numbers)
    }

    fn contents(&self, position: &OthelloPosition, last: Option<Square>) -> Contents {
        let discs = squares_of(self.squares()).map(|square| position.owner(square));
        let mut contents = Contents::of_stones(discs);
        for piece in &mut contents.pieces {
            "disc".clone_into(&mut piece.name);
        }
        let discs = [Player::First, Player::Second].map(|player| position.discs(player));
        contents.count("discs", discs.map(u64::count_ones));
        let last = last.filter(|&square| square != Square::PASS);
        contents.stress(last.map(|square| self.place(square)), Stress::Last);
        contents
    }

    fn gesture(&self, _: &OthelloPosition, m: Square) -> Gesture {
        if m == Square::PASS { Vec::new() } else { vec![vec![self.place(m)]] }
    }

    /// The squares where a disc can be put are open.
    #[inline]
    fn codes(&self, position: &OthelloPosition, places: &mut [PlaceCode], _: &mut [PlaceCode]) {
        let side = usize::from(self.side());
        let all = [position.open, position.discs[0], position.discs[1]];
        for (row, places) in places.chunks_exact_mut(side).enumerate() {
            let first = (row as u32 + u32::from(self.border)) * 8 + u32::from(self.border);
            let [open, own, other] = all.map(|set| set >> first);
            for (column, code) in places.iter_mut().enumerate() {
                let is_there = |set: u64| (set >> column) as u8 & 1;
                *code = PlaceCode(is_there(open) + 2 * is_there(own) + 3 * is_there(other));
            }
        }
    }

    fn opposite(&self, place: usize) -> Option<usize> {
        Some(place)
    }

    fn image_of_place(&self, place: usize, symmetry: Symmetry) -> usize {
        self.place(squares::image_of(self.square(place), symmetry))
    }
}
