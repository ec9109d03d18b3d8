//! The board of Othello as a diagram: square cells with discs.

use super::super::position::OthelloPosition;
use super::super::setup::Othello;
use super::super::squares::{self, Square};
use super::notation::{name, squares as squares_of};
use sarsen_core::game::board::{
    Area, Contents, Diagram, Gesture, Ground, Layout, Materials, Outline, PieceColour, PieceMake,
    PlaceCode,
};
use sarsen_core::game::{Player, Symmetry};

/// Discs on felt. The labels lie on the rim.
const MATERIALS: Materials =
    Materials::new(Ground::Felt, PieceMake::Disc, [PieceColour::Black, PieceColour::White])
        .with_rim(0.75);

/// For each eight bits, the same as bytes: the first bit is the lowest byte.
const SPREAD: [u64; 256] = {
    let mut spread = [0; 256];
    let mut at = 0;
    while at < 8 * spread.len() {
        let (bits, bit) = (at / 8, at % 8);
        spread[bits] |= ((bits >> bit & 1) as u64) << (8 * bit);
        at += 1;
    }
    spread
};

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
        layout.materials = MATERIALS;
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
        contents.lead(last.map(|square| self.place(square)));
        contents
    }

    fn gesture(&self, _: &OthelloPosition, m: Square) -> Gesture {
        if m == Square::PASS { Vec::new() } else { vec![vec![self.place(m)]] }
    }

    /// The squares where a disc can be put are open, also those where the other player could put
    /// one.
    #[inline]
    fn codes(&self, position: &OthelloPosition, places: &mut [PlaceCode], _: &mut [PlaceCode]) {
        let side = usize::from(self.side());
        let replies = position.open_to(position.turn.other());
        let sets = [position.open, replies, position.discs[0], position.discs[1]];
        // Two sets share a square only if it is open to both.
        let codes = [
            PlaceCode::OPEN,
            PlaceCode::OPEN_TO_OTHER,
            PlaceCode::piece(Some(Player::First), 0),
            PlaceCode::piece(Some(Player::Second), 0),
        ];
        for (row, places) in places.chunks_exact_mut(side).enumerate() {
            let first = (row as u32 + u32::from(self.border)) * 8 + u32::from(self.border);
            let of_row = |(set, code): (&u64, PlaceCode)| {
                SPREAD[usize::from((set >> first) as u8)] * u64::from(code.0)
            };
            let row = sets.iter().zip(codes).map(of_row).sum::<u64>().to_le_bytes();
            places.copy_from_slice(bytemuck::cast_slice(&row[..side]));
        }
    }

    fn opposite(&self, place: usize) -> Option<usize> {
        Some(place)
    }

    fn image_of_place(&self, place: usize, symmetry: Symmetry) -> usize {
        self.place(squares::image_of(self.square(place), symmetry))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sarsen_core::game::{Game, Position, split_mix};

    #[test]
    fn codes_tell_where_each_player_can_put_a_disc() {
        let mut random = 1;
        for setup in [Othello::USUAL, Othello::parse("6x6").unwrap()] {
            let mut seen = [0; 4];
            for _ in 0..20 {
                let mut position = setup.start();
                while position.outcome().is_none() {
                    let legal = position.legal_moves();
                    let mut codes = vec![PlaceCode::EMPTY; setup.layout().places.len()];
                    setup.codes(&position, &mut codes, &mut []);
                    let replies = position.open_to(position.turn.other());
                    for square in squares_of(setup.squares()) {
                        let can_reply = replies >> square.0 & 1 != 0;
                        let (open, code) = match (legal.contains(&square), can_reply) {
                            (false, false) => (0, PlaceCode::EMPTY),
                            (true, false) => (1, PlaceCode::OPEN),
                            (false, true) => (2, PlaceCode::OPEN_TO_OTHER),
                            (true, true) => (3, PlaceCode::OPEN_TO_BOTH),
                        };
                        let owner = position.owner(square);
                        let piece = owner.map(|player| PlaceCode::piece(Some(player), 0));
                        assert_eq!(codes[setup.place(square)], piece.unwrap_or(code));
                        seen[open] += usize::from(owner.is_none());
                    }
                    position.make(legal[(split_mix(&mut random) % legal.len() as u64) as usize]);
                }
            }
            assert!(seen.iter().all(|&count| count > 50), "{seen:?}");
        }
    }
}
