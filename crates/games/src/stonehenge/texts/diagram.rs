//! The board of Stonehenge as a diagram: cells, ley-lines with a token at one end, and two hands.

use super::super::board::{CELL_IMAGE, CELLS, LINE_COUNT, LINE_IMAGE, LINES, LINES_TO_WIN, ROWS};
use super::super::game::Stonehenge;
use super::super::hand::Hand;
use super::super::moves::Move;
use super::super::position::StonehengePosition;
use sarsen_core::game::board::{
    Area, Contents, Diagram, Gesture, Ground, GroupKind, Layout, Materials, Outline, PieceColour,
    PieceMake, PlaceCode, StrokeKind,
};
use sarsen_core::game::{Player, Symmetry};

/// Stones on grass.
const MATERIALS: Materials =
    Materials::new(Ground::Grass, PieceMake::Stone, [PieceColour::Blue, PieceColour::Orange])
        .with_rim(0.5);

/// From a cell to its neighbour.
const STEP: f64 = 1.5;

/// From one row to the next: the height of a triangle with sides of 1, as a part of the step.
const ROW: f64 = STEP * 0.866;

/// From the last cell of a line to its token, as a part of the step.
const TO_TOKEN: f64 = 0.78;

/// How wide a token is.
const TOKEN: f64 = 0.62;

/// How far the label of a cell is below its middle, so that there is room above.
const NUMBER: f64 = 0.26;

/// The first places of the tokens and of each player's hand. The cells come first.
const TOKENS: usize = CELLS;
const HANDS: [usize; 2] = [TOKENS + LINE_COUNT, TOKENS + LINE_COUNT + PIECES.len()];

/// The pieces of a hand. Each has its own place, which stays empty when the piece is gone.
const PIECES: [u8; 9] = [6, 5, 4, 3, 3, 2, 2, 1, 1];

/// The heights of the hands: the first player's is below the board, the second player's above it.
const HAND_HEIGHTS: [f64; 2] = [4.0 * ROW + 2.15, -2.15];

impl Diagram<StonehengePosition> for Stonehenge {
    fn layout(&self) -> Layout {
        let mut layout = Layout::default();
        layout.materials = MATERIALS;
        let cells = cells();
        for (cell, &[x, y]) in cells.iter().enumerate() {
            let name = (cell + 1).to_string();
            layout.add_label(name.clone(), [x, y + NUMBER]);
            layout.add_place(name, [x, y], Outline::Hexagon, Area::Board);
        }
        for (line, on_line) in LINES.iter().enumerate() {
            let mut points: Vec<_> = on_line.iter().map(|&cell| cells[usize::from(cell)]).collect();
            // The token is to the right of a row, below a line to the left, above one to the right.
            if line / 5 == 2 {
                points.reverse();
            }
            let token = beyond(&points);
            let place =
                layout.add_place(format!("line{}", line + 1), token, Outline::Token, Area::Board);
            layout.places[place].width = TOKEN;
            points.push(token);
            layout.add_stroke(StrokeKind::Line, points);
            let members = on_line.iter().map(|&cell| usize::from(cell)).collect();
            layout.add_group(GroupKind::Line, format!("ley-line {}", line + 1), members);
        }
        for (y, area) in HAND_HEIGHTS.into_iter().zip([Area::First, Area::Second]) {
            for (index, piece) in PIECES.into_iter().enumerate() {
                // Of two pieces with one value, the first is `a` and the second `b`.
                let letter = match Hand::in_set(piece) {
                    1 => "",
                    _ if nth(index) == 0 => "a",
                    _ => "b",
                };
                let centre = [index as f64 - 4.0, y];
                layout.add_place(format!("{piece}{letter}"), centre, Outline::Card, area);
            }
        }
        layout
    }

    fn contents(&self, position: &StonehengePosition, last: Option<Move>) -> Contents {
        let mut contents = Contents::default();
        for cell in 0..CELLS {
            if let Some((player, piece)) = position.piece_at(cell) {
                put(&mut contents, cell, player, piece);
            }
        }
        for line in 0..LINE_COUNT {
            if let Some(owner) = position.owner(line) {
                let won = position.winner() == Some(owner);
                contents.put(TOKENS + line, owner, "owner").won = won;
                contents.give(line, owner).won = won;
            }
        }
        for player in [Player::First, Player::Second] {
            for (index, piece) in PIECES.into_iter().enumerate() {
                if position.hand(player).count(piece) > nth(index) {
                    put(&mut contents, HANDS[player.index()] + index, player, piece);
                }
            }
        }
        let owned =
            [Player::First, Player::Second].map(|player| position.owned(player).count_ones());
        let tally = contents.count("lines", owned);
        (tally.all, tally.to_win) = (Some(LINE_COUNT as u32), Some(LINES_TO_WIN));
        if let Some(last) = last {
            contents.lead(way(position, last));
        }
        contents
    }

    /// The piece in the hand, then the cell. Of two pieces with one value, either will do.
    fn gesture(&self, position: &StonehengePosition, m: Move) -> Gesture {
        let (player, piece) = (position.to_move(), m.piece());
        let is_there = |&index: &usize| {
            PIECES[index] == piece && position.hand(player).count(piece) > nth(index)
        };
        let held = (0..PIECES.len()).filter(is_there);
        vec![held.map(|index| HANDS[player.index()] + index).collect(), vec![m.cell()]]
    }

    #[inline]
    fn codes(
        &self,
        position: &StonehengePosition,
        places: &mut [PlaceCode],
        strokes: &mut [PlaceCode],
    ) {
        let piece = |(player, piece): (Player, u8)| PlaceCode::piece(Some(player), piece.into());
        for (cell, code) in places[..CELLS].iter_mut().enumerate() {
            *code = position.piece_at(cell).map_or(PlaceCode::EMPTY, piece);
        }
        for player in [Player::First, Player::Second] {
            let owned = position.owned(player);
            for line in (0..LINE_COUNT).filter(|line| owned >> line & 1 != 0) {
                places[TOKENS + line] = PlaceCode::piece(Some(player), 0);
                strokes[line] = PlaceCode::piece(Some(player), 0);
            }
            let hand = position.hand(player);
            for (index, value) in PIECES.into_iter().enumerate() {
                if hand.count(value) > nth(index) {
                    places[HANDS[player.index()] + index] = piece((player, value));
                }
            }
        }
    }

    /// Each hand becomes the other.
    fn opposite(&self, place: usize) -> Option<usize> {
        Some(match place {
            _ if place < HANDS[0] => place,
            _ if place < HANDS[1] => place + PIECES.len(),
            _ => place - PIECES.len(),
        })
    }

    fn image_of_place(&self, place: usize, symmetry: Symmetry) -> usize {
        let symmetry = usize::from(symmetry);
        if place < TOKENS {
            CELL_IMAGE[symmetry][place].into()
        } else if place < HANDS[0] {
            TOKENS + usize::from(LINE_IMAGE[symmetry][place - TOKENS])
        } else {
            place
        }
    }

    fn image_of_stroke(&self, stroke: usize, symmetry: Symmetry) -> usize {
        LINE_IMAGE[usize::from(symmetry)][stroke].into()
    }
}

/// How many pieces of the same value come before this one in a hand.
fn nth(index: usize) -> u8 {
    u8::from(index > 0 && PIECES[index - 1] == PIECES[index])
}

/// The way of the last piece: from its place in the hand, which is empty now, to its cell. The
/// second of two equal pieces is the first to go.
fn way(position: &StonehengePosition, last: Move) -> [usize; 2] {
    let (player, piece) = (position.to_move().other(), last.piece());
    let left = position.hand(player).count(piece);
    let is_gone = |&index: &usize| PIECES[index] == piece && nth(index) == left;
    let from = (0..PIECES.len()).find(is_gone).unwrap_or(0);
    [HANDS[player.index()] + from, last.cell()]
}

/// Puts a piece that has a value on a place.
fn put(contents: &mut Contents, place: usize, player: Player, piece: u8) {
    contents.put(place, player, piece.to_string()).kind = piece.into();
}

/// The centres of the cells. The middle of the top row is at 0, 0.
fn cells() -> [[f64; 2]; CELLS] {
    let mut cells = [[0.0; 2]; CELLS];
    let mut cell = 0;
    for (row, &length) in ROWS.iter().enumerate() {
        for column in 0..length {
            let x = STEP * (column as f64 - (length - 1) as f64 / 2.0);
            cells[cell] = [x, ROW * row as f64];
            cell += 1;
        }
    }
    cells
}

/// The point where the token of a line is: beyond its last cell.
fn beyond(points: &[[f64; 2]]) -> [f64; 2] {
    let [.., [x, y], [to_x, to_y]] = *points else { return [0.0; 2] };
    [to_x + TO_TOKEN * (to_x - x), to_y + TO_TOKEN * (to_y - y)]
}
