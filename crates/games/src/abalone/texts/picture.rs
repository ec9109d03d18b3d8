//! The board of Abalone drawn in ASCII.

use super::super::cells::{SIDE, cell_at};
use super::super::moves::MarbleMove;
use super::super::position::{AbalonePosition, TO_WIN};
use super::diagram::moved;
use super::names::letter;
use sarsen_core::game::{Drawing, Ink, Player, Stress, View};

/// Draws the marbles with the letters of the rows at the left, the numbers of the diagonals below,
/// and the marbles that are lost. A turned board appears as from the other side of the table.
pub(in super::super) fn draw(position: &AbalonePosition, view: View<MarbleMove>) -> Drawing {
    let last = view.last.map_or(0, moved);
    let mut lines: Vec<Vec<(char, Ink, Stress)>> =
        (0..SIDE).rev().map(|row| line(position, row, last)).chain([footer()]).collect();
    if view.turned {
        lines.reverse();
        lines.iter_mut().for_each(|line| line.reverse());
    }
    let mut drawing = Drawing::default();
    for line in lines {
        let length = line.iter().rposition(|&(c, ..)| c != ' ').map_or(0, |last| last + 1);
        for (c, ink, stress) in &line[..length] {
            drawing.add(c.encode_utf8(&mut [0; 4]), *ink, *stress);
        }
        drawing.write("\n");
    }
    let [black, white] = [Player::First, Player::Second].map(|player| {
        format!("{} has lost {} of {TO_WIN}", letter(player), position.ejected(player))
    });
    drawing.write(&format!("\n{black}, {white}"));
    drawing
}

/// The width of the picture.
const WIDTH: usize = 23;

/// The line of a row: its letter, its cells, and the number of the diagonal that ends below it.
fn line(position: &AbalonePosition, row: i8, last: u64) -> Vec<(char, Ink, Stress)> {
    let mut line = vec![(' ', Ink::Plain, Stress::None); WIDTH];
    let indent = usize::from((row - 4).unsigned_abs());
    let put = |line: &mut Vec<_>, at: usize, c: char, ink, stress| line[at] = (c, ink, stress);
    put(&mut line, indent + 1, char::from(b'a' + row as u8), Ink::Plain, Stress::None);
    let cells = (0..SIDE).filter_map(|diagonal| cell_at(row, diagonal));
    let mut at = indent + 3;
    for cell in cells {
        let stress = if last >> cell & 1 != 0 { Stress::Last } else { Stress::None };
        match position.owner(cell) {
            Some(player) => put(&mut line, at, letter(player), Ink::Of(player), stress),
            None => put(&mut line, at, '.', Ink::Faint, Stress::None),
        }
        at += 2;
    }
    if row < 4 {
        put(&mut line, at, char::from(b'6' + row as u8), Ink::Plain, Stress::None);
    }
    line
}

/// The numbers of the diagonals that end in the lowest row.
fn footer() -> Vec<(char, Ink, Stress)> {
    let mut line = vec![(' ', Ink::Plain, Stress::None); WIDTH];
    for number in 0..5 {
        line[8 + 2 * number] = (char::from(b'1' + number as u8), Ink::Plain, Stress::None);
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::abalone::Abalone;
    use sarsen_core::game::{Game, Position, Presentation, Written};

    #[test]
    fn either_side_can_be_looked_at() {
        let mut position = Abalone::STANDARD.start();
        let m = position.parse_move("c3c5d4").unwrap();
        position.make(m);
        let drawing = Abalone::STANDARD.draw(&position, View { turned: false, last: Some(m) });
        let expected = "     i w w w w w
    h w w w w w w
   g . . w w w . .
  f . . . . . . . .
 e . . . . . . . . .
  d . . . b b b . . 9
   c . . . . . . . 8
    b b b b b b b 7
     a b b b b b 6
        1 2 3 4 5

b has lost 0 of 6, w has lost 0 of 6";
        assert_eq!(drawing.to_string(), expected);
        let last: String = drawing
            .spans()
            .iter()
            .filter(|span| span.stress == Stress::Last)
            .map(|span| &*span.text)
            .collect();
        assert_eq!(last, "bbb");
        let turned = Abalone::STANDARD.draw(&position, View { turned: true, last: None });
        let turned = turned.to_string();
        assert!(turned.starts_with("      5 4 3 2 1\n     6 b b b b b a\n"), "{turned}");
        assert!(turned.contains("\n       w w w w w i\n"), "{turned}");
    }
}
