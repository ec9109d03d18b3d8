//! The board of Stonehenge drawn in ASCII.

use super::board::{CELLS, LINE_COUNT, LINES, ROWS};
use super::notation::{letter, list, owner_letter};
use super::position::Position;
use crate::game::{Outcome, Player, Position as _};

const HEIGHT: usize = 13;
const WIDTH: usize = 32;

/// Row and column on the canvas.
type Point = (usize, usize);

/// Cells with their pieces or numbers, the owners of the lines at their ends, hands and side to move.
pub(super) fn draw(position: &Position) -> String {
    let places = places();
    let mut canvas = [[' '; WIDTH]; HEIGHT];
    for (line, cells) in LINES.iter().enumerate() {
        let at = |i: usize| places[usize::from(cells[i])];
        // Rows have their owner at the right, falling lines above, rising lines below.
        let (top, bottom) = (at(0), at(cells.len() - 1));
        let mark = match line / 5 {
            0 => (bottom.0, bottom.1 + 4),
            1 => (bottom.0 + 2, bottom.1 - 2),
            _ => (top.0 - 2, top.1 - 2),
        };
        for i in 1..cells.len() {
            connect(&mut canvas, at(i - 1), at(i));
        }
        if line / 5 == 2 {
            connect(&mut canvas, mark, top)
        } else {
            connect(&mut canvas, bottom, mark)
        }
        canvas[mark.0][mark.1] = owner_letter(position.owner(line));
    }
    for (cell, &(row, column)) in places.iter().enumerate() {
        let text = match position.piece_at(cell) {
            None => (cell + 1).to_string(),
            Some((player, piece)) => format!("{}{piece}", letter(player)),
        };
        for (i, c) in text.chars().enumerate() {
            canvas[row][column + i] = c;
        }
    }
    let mut picture = String::new();
    for row in canvas {
        let row: String = row.iter().collect();
        picture.push_str(row.trim_end());
        picture.push('\n');
    }
    for player in [Player::First, Player::Second] {
        let (name, lines) = (letter(player), position.owned(player).count_ones());
        let hand = list(position.hand(player));
        picture += &format!("\n{name} owns {lines} of {LINE_COUNT} lines, holds {hand}");
    }
    picture += &match position.outcome() {
        Some(Outcome::Win(winner)) => format!("\n{} has won", letter(winner)),
        _ => format!("\n{} to move", letter(position.to_move())),
    };
    picture
}

/// Where the cells are drawn.
fn places() -> [Point; CELLS] {
    let mut places = [(0, 0); CELLS];
    let mut cell = 0;
    for (row, &length) in ROWS.iter().enumerate() {
        for column in 0..length {
            places[cell] = (2 + 2 * row, 12 - 2 * length + 4 * column);
            cell += 1;
        }
    }
    places
}

/// Draws what is between two neighbours, the upper or left one given first.
fn connect(canvas: &mut [[char; WIDTH]; HEIGHT], from: Point, to: Point) {
    if from.0 == to.0 {
        canvas[from.0][from.1 + 1..to.1].fill('-');
    } else {
        let stroke = if from.1 < to.1 { '\\' } else { '/' };
        canvas[from.0 + 1][(from.1 + to.1) / 2] = stroke;
    }
}
