//! The board of Abalone as a diagram: hexagons with marbles.

use std::iter::successors;

use super::super::cells::{DIRECTIONS, PLACES, READING, SIDE, cell_at, image_of, next};
use super::super::moves::{MarbleMove, MoveParts, upper_end};
use super::super::position::{AbalonePosition, TO_WIN};
use super::super::setup::Abalone;
use super::names::name;
use sarsen_core::game::board::{
    Area, Contents, Diagram, Gesture, Ground, Layout, Materials, Outline, PieceColour, PieceMake,
    PlaceCode, Tone,
};
use sarsen_core::game::{Player, Symmetry};

/// Marbles in the hollows of a wooden board. The labels lie on the rim.
const MATERIALS: Materials =
    Materials::new(Ground::Wood, PieceMake::Marble, [PieceColour::Black, PieceColour::White])
        .with_rim(0.8);

/// From one row to the next: the height of a triangle with sides of 1.
const ROW: f64 = 0.866;

/// How far the letters and numbers are from the cells, in steps.
const GAP: f64 = 0.9;

/// The place of each cell. Places are in the order in which people read the cells.
static PLACE: [u8; 64] = {
    let mut places = [0; 64];
    let mut place = 0;
    while place < READING.len() {
        places[READING[place] as usize] = place as u8;
        place += 1;
    }
    places
};

fn place(cell: u8) -> usize {
    PLACE[usize::from(cell)].into()
}

/// The centre of a cell. The middle of the board is at 0, 0.
fn centre(cell: u8) -> [f64; 2] {
    let (row, diagonal) = PLACES[usize::from(cell)];
    let [up, right] = [row, diagonal].map(|at| f64::from(at) - 4.0);
    [right - up / 2.0, -ROW * up]
}

impl Diagram<AbalonePosition> for Abalone {
    fn layout(&self) -> Layout {
        let mut layout = Layout::default();
        layout.materials = MATERIALS;
        for cell in READING {
            let place = layout.add_place(name(cell), centre(cell), Outline::Hexagon, Area::Board);
            layout.places[place].tone = Tone::Hollow;
        }
        for line in 0..SIDE {
            // The first cell of a row, and the lowest one of a diagonal.
            let first = (0..SIDE).find_map(|diagonal| cell_at(line, diagonal));
            let lowest = (0..SIDE).find_map(|row| cell_at(row, line));
            if let (Some(first), Some(lowest)) = (first, lowest) {
                let [x, y] = centre(first);
                layout.add_label(char::from(b'a' + line as u8), [x - GAP, y]);
                let [x, y] = centre(lowest);
                layout.add_label((line + 1).to_string(), [x + GAP / 2.0, y + GAP * ROW]);
            }
        }
        layout
    }

    fn contents(&self, position: &AbalonePosition, last: Option<MarbleMove>) -> Contents {
        let mut contents = Contents::of_stones(READING.map(|cell| position.owner(cell)));
        for piece in &mut contents.pieces {
            "marble".clone_into(&mut piece.name);
        }
        let pushed = [Player::Second, Player::First].map(|player| position.ejected(player));
        contents.count("marbles pushed off", pushed).to_win = Some(TO_WIN);
        // Where marbles of the other player were pushed to, the position does not tell.
        for way in last.into_iter().flat_map(steps) {
            contents.lead(way.map(place));
        }
        contents
    }

    /// Along a line: its last marble, then the cell in front of its first one, or the next marble.
    /// Sideways: both ends, then the cell where the leading one goes. No other move of the same
    /// marbles leads there.
    fn gesture(&self, _: &AbalonePosition, m: MarbleMove) -> Gesture {
        match m.parts() {
            MoveParts::Inline { rear, direction, count } => {
                let row = successors(Some(rear), |&cell| Some(next(cell, direction)));
                let mut to: Vec<usize> = row.skip(1).take(count).map(place).collect();
                // The front comes first, then the next marble.
                to.reverse();
                to.dedup();
                if count > 2 {
                    to.remove(1);
                }
                vec![vec![place(rear)], to]
            }
            MoveParts::Sideways { lower, axis, count, direction } => {
                let upper = upper_end(lower, axis, count);
                let is_ahead = (direction + DIRECTIONS - axis) % DIRECTIONS;
                let (leads, follows) = match is_ahead {
                    1 | 5 => (upper, lower),
                    _ => (lower, upper),
                };
                let [one, other] = [leads, follows].map(place);
                vec![vec![one, other], vec![other, one], vec![place(next(leads, direction))]]
            }
        }
    }

    #[inline]
    fn codes(&self, position: &AbalonePosition, places: &mut [PlaceCode], _: &mut [PlaceCode]) {
        let [first, second] =
            [Player::First, Player::Second].map(|player| position.marbles(player));
        for (code, cell) in places.iter_mut().zip(READING) {
            *code = PlaceCode(2 * ((first >> cell) as u8 & 1) + 3 * ((second >> cell) as u8 & 1));
        }
    }

    fn opposite(&self, place: usize) -> Option<usize> {
        Some(place)
    }

    fn image_of_place(&self, place_: usize, symmetry: Symmetry) -> usize {
        place(image_of(READING[place_], symmetry))
    }
}

/// The cells to which a move takes the player's own marbles.
pub(super) fn moved(m: MarbleMove) -> u64 {
    steps(m).fold(0, |moved, [_, to]| moved | 1 << to)
}

/// Whence and where a move takes each of the player's own marbles.
fn steps(m: MarbleMove) -> impl Iterator<Item = [u8; 2]> {
    let (first, step, count, direction) = match m.parts() {
        MoveParts::Inline { rear, direction, count } => (rear, direction, count, direction),
        MoveParts::Sideways { lower, axis, count, direction } => (lower, axis, count, direction),
    };
    let row = successors(Some(first), move |&cell| Some(next(cell, step)));
    row.take(count).map(move |cell| [cell, next(cell, direction)])
}
