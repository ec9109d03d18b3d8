//! A board drawn in ASCII from its description, if its places are rows and columns.

use std::cmp::Ordering;

use super::{Area, Diagram, Layout, Piece};
use crate::game::{Drawing, Ink, Player, Position, Stress, View};

/// Two numbers that differ by less are the same row or column.
const SAME: f64 = 0.01;

/// The least part of the cells of a grid that are places.
const LEAST_PART: usize = 2;

/// Draws the board of a position with the players' marks: the places of the board row by row with
/// their labels, then a line for each hand and for what is beside the board. None if the places are
/// not rows and columns.
pub(crate) fn draw<P: Position>(
    board: &dyn Diagram<P>,
    position: &P,
    view: View<P::Move>,
    marks: [&str; 2],
) -> Option<Drawing> {
    let layout = board.layout();
    let mut grid = Grid::of(&layout)?;
    if view.turned {
        grid.turn();
    }
    let contents = board.contents(position, view.last);
    let picture = GridPicture { layout: &layout, pieces: &contents.pieces, marks };
    let mut drawing = Drawing::default();
    picture.board(&grid, &mut drawing);
    for (title, area) in [
        (format!("{} has", plain(marks[0])), Area::First),
        (format!("{} has", plain(marks[1])), Area::Second),
        ("beside the board".to_owned(), Area::Beside),
    ] {
        picture.beside(&title, area, &mut drawing);
    }
    Some(drawing)
}

/// Rows and columns.
struct Grid {
    /// The middles of the columns, and of the rows.
    columns: Vec<f64>,
    rows: Vec<f64>,
}

impl Grid {
    fn of(layout: &Layout) -> Option<Self> {
        let places = || layout.places.iter().filter(|place| place.area == Area::Board);
        let columns = distinct(places().map(|place| place.x));
        let rows = distinct(places().map(|place| place.y));
        let (cells, count) = (columns.len() * rows.len(), places().count());
        let is_grid = count > 0 && cells <= LEAST_PART * count;
        is_grid.then_some(Self { columns, rows })
    }

    fn turn(&mut self) {
        self.columns.reverse();
        self.rows.reverse();
    }
}

/// Different numbers in order.
fn distinct(numbers: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut numbers: Vec<f64> = numbers.collect();
    numbers.sort_by(|one, other| one.partial_cmp(other).unwrap_or(Ordering::Equal));
    numbers.dedup_by(|one, other| is_same(*one, *other));
    numbers
}

fn is_same(one: f64, other: f64) -> bool {
    (one - other).abs() < SAME
}

/// A text in printable ASCII.
fn plain(text: &str) -> String {
    text.chars().map(|c| if c.is_ascii_graphic() { c } else { '?' }).collect()
}

/// What there is to draw.
struct GridPicture<'a> {
    layout: &'a Layout,
    pieces: &'a [Piece],
    marks: [&'a str; 2],
}

impl GridPicture<'_> {
    fn board(&self, grid: &Grid, drawing: &mut Drawing) {
        let shown = self.pieces.iter().map(|piece| self.shown(piece).len());
        let width = shown.max().unwrap_or(1).max(1);
        let labels: Vec<String> = grid.rows.iter().map(|&y| self.label_of_row(grid, y)).collect();
        let margin = labels.iter().map(String::len).max().unwrap_or(0);
        for (&y, label) in grid.rows.iter().zip(&labels) {
            begin_line(drawing);
            if margin > 0 {
                drawing.add(&format!("{label:>margin$} "), Ink::Faint, Stress::None);
            }
            for (at, &x) in grid.columns.iter().enumerate() {
                if at > 0 {
                    drawing.write(" ");
                }
                let is_last = at + 1 == grid.columns.len();
                self.cell([x, y], if is_last { 0 } else { width }, drawing);
            }
        }
        let below: Vec<String> =
            grid.columns.iter().map(|&x| self.label_of_column(grid, x)).collect();
        if below.iter().any(|label| !label.is_empty()) {
            let indent = if margin > 0 { margin + 1 } else { 0 };
            let labels: Vec<String> =
                below.iter().map(|label| format!("{label:<width$}")).collect();
            let line = format!("{:indent$}{}", "", labels.join(" "));
            begin_line(drawing);
            drawing.add(line.trim_end(), Ink::Faint, Stress::None);
        }
    }

    /// Draws a cell. Where there is no place, it is blank.
    fn cell(&self, [x, y]: [f64; 2], width: usize, drawing: &mut Drawing) {
        let is_here = |place: &super::Place| {
            place.area == Area::Board && is_same(place.x, x) && is_same(place.y, y)
        };
        let Some(place) = self.layout.places.iter().position(is_here) else {
            return drawing.write(&" ".repeat(width));
        };
        match self.pieces.iter().find(|piece| piece.place == place) {
            Some(piece) => self.piece(piece, width, drawing),
            None => drawing.add(&format!("{:<width$}", "."), Ink::Faint, Stress::None),
        }
    }

    fn piece(&self, piece: &Piece, width: usize, drawing: &mut Drawing) {
        let stress = match piece {
            Piece { won: true, .. } => Stress::Won,
            Piece { last: true, .. } => Stress::Last,
            _ => Stress::None,
        };
        let ink = piece.owner.map_or(Ink::Plain, Ink::Of);
        drawing.add(&format!("{:<width$}", self.shown(piece)), ink, stress);
    }

    /// A piece as text: the mark of its owner, and what a picture shows on it. What has won is in
    /// capitals.
    fn shown(&self, piece: &Piece) -> String {
        let Piece { owner, kind, name, sign, won, .. } = piece;
        let owner = owner.map_or("", |player: Player| self.marks[player.index()]);
        let sign: &str = match sign {
            Some(sign) => sign,
            None if (1..=2).contains(&name.len()) => name,
            None if *kind > 0 => name.get(..1).unwrap_or("?"),
            None => "",
        };
        let text = plain(&format!("{owner}{sign}"));
        match text.is_empty() {
            true => "*".to_owned(),
            false if *won => text.to_uppercase(),
            false => text,
        }
    }

    /// The label beside a row.
    fn label_of_row(&self, grid: &Grid, y: f64) -> String {
        let (least, most) = ends(&grid.columns);
        let beside = |x: f64| x < least || x > most;
        self.label(|label| beside(label.x) && is_same(label.y, y))
    }

    /// The label above or below a column.
    fn label_of_column(&self, grid: &Grid, x: f64) -> String {
        let (least, most) = ends(&grid.rows);
        let beside = |y: f64| y < least || y > most;
        self.label(|label| beside(label.y) && is_same(label.x, x))
    }

    fn label(&self, is_it: impl Fn(&super::Label) -> bool) -> String {
        let label = self.layout.labels.iter().find(|label| is_it(label));
        label.map(|label| plain(&label.text)).unwrap_or_default()
    }

    /// A line with what is in an area beside the board. Nothing if nothing is there.
    fn beside(&self, title: &str, area: Area, drawing: &mut Drawing) {
        let here = |piece: &&Piece| {
            self.layout.places.get(piece.place).is_some_and(|place| place.area == area)
        };
        let mut pieces: Vec<&Piece> = self.pieces.iter().filter(here).collect();
        pieces.sort_by_key(|piece| piece.place);
        if pieces.is_empty() {
            return;
        }
        begin_line(drawing);
        drawing.write(&format!("{title}:"));
        for piece in pieces {
            let name = plain(&self.layout.places[piece.place].name);
            drawing.write(&format!(" {name} "));
            self.piece(piece, 0, drawing);
        }
    }
}

/// Ends the line before, if there is one.
fn begin_line(drawing: &mut Drawing) {
    if !drawing.spans().is_empty() {
        drawing.write("\n");
    }
}

/// The least and the greatest of these numbers.
fn ends(numbers: &[f64]) -> (f64, f64) {
    numbers.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), &number| {
        (least.min(number), most.max(number))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::game::board::{Contents, Gesture, Outline};
    use crate::nim::Nim;

    /// A board of two rows, with a hand, whatever the position is.
    struct Described(Layout);

    impl<P: Position> Diagram<P> for Described {
        fn layout(&self) -> Layout {
            self.0.clone()
        }
        fn contents(&self, _: &P, _: Option<P::Move>) -> Contents {
            let mut contents = Contents::default();
            contents.put(0, Player::First, "stone");
            contents.put(4, Player::Second, "king").kind = 1;
            contents.put(5, Player::First, "stone");
            contents.put(6, Player::Second, "7").kind = 7;
            contents.stress([5], Stress::Won);
            contents
        }
        fn gesture(&self, _: &P, _: P::Move) -> Gesture {
            Vec::new()
        }
    }

    fn drawn(layout: Layout, turned: bool) -> Option<String> {
        let position = Nim.start();
        let view = View { turned, last: None };
        draw(&Described(layout), &position, view, ["x", "o"]).map(|drawing| drawing.to_string())
    }

    #[test]
    fn rows_columns_and_hands_are_drawn() {
        let grid = Layout::grid(3, 2, Outline::Square);
        let mut layout = grid.with_column_labels(["a", "b", "c"]).with_row_labels(["2", "1"]);
        layout.add_place("hand", [9.0, 0.5], Outline::Card, Area::Second);
        let text = drawn(layout.clone(), false).unwrap();
        assert_eq!(text, "2 x  .  .\n1 .  ok X\n  a  b  c\no has: hand o7");
        let text = drawn(layout, true).unwrap();
        assert_eq!(text, "1 X  ok .\n2 .  .  x\n  c  b  a\no has: hand o7");
    }

    #[test]
    fn what_is_no_grid_is_not_drawn() {
        let mut layout = Layout::default();
        for at in 0..7 {
            let at = f64::from(at);
            layout.add_place(at.to_string(), [at, at * at], Outline::Disc, Area::Board);
        }
        assert_eq!(drawn(layout, false), None);
        assert_eq!(drawn(Layout::default(), false), None);
    }
}
