//! The board of Stonehenge drawn in ASCII.

use super::super::board::{CELLS, LINE_COUNT, LINES, ROWS};
use super::super::moves::Move;
use super::super::position::StonehengePosition;
use super::notation::{letter, list, owner_letter};
use sarsen_core::game::{Drawing, Ink, Player, Stress, View};

const HEIGHT: usize = 13;
const WIDTH: usize = 32;

/// The column of the rightmost mark. The columns of a turned board count down from it.
const RIGHT: usize = 22;

/// A row and a column on the canvas.
type Point = (usize, usize);

/// A character, its ink, and why it stands out.
type Touch = (char, Ink, Stress);

const BLANK: Touch = (' ', Ink::Plain, Stress::None);

type Canvas = [[Touch; WIDTH]; HEIGHT];

/// Draws the cells with their pieces or numbers, the owner at the end of each line (a capital
/// letter for the winner's lines), the hands, and the winner. A turned board appears as from the
/// other side of the table.
pub(in super::super) fn draw(position: &StonehengePosition, view: View<Move>) -> Drawing {
    let mut canvas = [[BLANK; WIDTH]; HEIGHT];
    let place = |(row, column): Point| match view.turned {
        false => (row, column),
        true => (HEIGHT - 1 - row, RIGHT - column),
    };
    let places = places();
    for (line, cells) in LINES.iter().enumerate() {
        let ink = position.owner(line).map_or(Ink::Faint, Ink::Of);
        let points: Vec<Point> = cells.iter().map(|&cell| places[usize::from(cell)]).collect();
        let (top, bottom) = (points[0], points[points.len() - 1]);
        // The owner stands to the right of a row, above a falling line, below a rising line.
        let (end, mark) = match line / 5 {
            0 => (bottom, (bottom.0, bottom.1 + 4)),
            1 => (bottom, (bottom.0 + 2, bottom.1 - 2)),
            _ => (top, (top.0 - 2, top.1 - 2)),
        };
        for pair in points.windows(2).chain([&[end, mark][..]]) {
            connect(&mut canvas, place(pair[0]), place(pair[1]), ink);
        }
        let (row, column) = place(mark);
        canvas[row][column] = owner_mark(position, line);
    }
    for (cell, &point) in places.iter().enumerate() {
        let (text, ink) = match position.piece_at(cell) {
            None => ((cell + 1).to_string(), Ink::Plain),
            Some((player, piece)) => (format!("{}{piece}", letter(player)), Ink::Of(player)),
        };
        let is_last = view.last.is_some_and(|last| last.cell() == cell);
        let stress = if is_last { Stress::Last } else { Stress::None };
        let (row, column) = place(point);
        for (i, c) in text.chars().enumerate() {
            canvas[row][column + i] = (c, ink, stress);
        }
    }
    let mut drawing = Drawing::default();
    for row in canvas {
        let length = row.iter().rposition(|&(c, ..)| c != ' ').map_or(0, |last| last + 1);
        for (c, ink, stress) in &row[..length] {
            drawing.add(c.encode_utf8(&mut [0; 4]), *ink, *stress);
        }
        drawing.write("\n");
    }
    for player in [Player::First, Player::Second] {
        let (name, lines) = (letter(player), position.owned(player).count_ones());
        let hand = list(position.hand(player));
        drawing.write(&format!("\n{name} owns {lines} of {LINE_COUNT} lines, holds {hand}"));
    }
    drawing
}

/// The mark at the end of a line.
fn owner_mark(position: &StonehengePosition, line: usize) -> Touch {
    let owner = position.owner(line);
    let letter = owner_letter(owner);
    match owner {
        None => (letter, Ink::Faint, Stress::None),
        Some(player) if position.winner() == owner => {
            (letter.to_ascii_uppercase(), Ink::Of(player), Stress::Won)
        }
        Some(player) => (letter, Ink::Of(player), Stress::None),
    }
}

/// The places of the cells on the canvas.
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

/// Draws the stroke between two neighbours.
fn connect(canvas: &mut Canvas, one: Point, other: Point, ink: Ink) {
    // The upper or left one comes first.
    let (from, to) = (one.min(other), one.max(other));
    if from.0 == to.0 {
        canvas[from.0][from.1 + 1..to.1].fill(('-', ink, Stress::None));
    } else {
        let stroke = if from.1 < to.1 { '\\' } else { '/' };
        canvas[from.0 + 1][(from.1 + to.1) / 2] = (stroke, ink, Stress::None);
    }
}
