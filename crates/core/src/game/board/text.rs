//! A board drawn in ASCII from its description.

use std::cmp::Ordering;

use super::{Area, Diagram, Label, Layout, Outline, Piece, Place};
use crate::game::{Drawing, Ink, Player, PlayerName, Position, Stress, View};

/// Two numbers that differ by less are the same row or column.
const SAME: f64 = 0.01;

/// Of this many cells of a grid, at least one is a place.
const LEAST_PART: usize = 2;
/// The same if there are half columns.
const LEAST_PART_SHIFTED: usize = 4;
/// The same if the places are small marks. They have names of their own, so a list says more unless
/// all cells are there.
const LEAST_PART_OF_MARKS: usize = 1;

/// The room for a list of places, in columns.
const LINE: usize = 78;

/// So many places fit in a list.
const MOST_LISTED: usize = 400;

/// Rows that are shifted have at most so many columns.
const MOST_COLUMNS: usize = 1000;

/// Draws the board of a position with the players' marks: the places of the board row by row with
/// their labels, then a line for each hand and for what is beside the board. Hexagons stand in
/// rows that are shifted, with the names of the places at their ends. Places that are not in rows
/// are a list. None if that is too long, or if there are no places.
pub(crate) fn draw<P: Position>(
    board: &dyn Diagram<P>,
    position: &P,
    view: View<P::Move>,
    players: [PlayerName<'_>; 2],
) -> Option<Drawing> {
    let layout = board.layout();
    let grid = Grid::of(&layout);
    let is_short = (1..=MOST_LISTED).contains(&on_board(&layout).count());
    if grid.is_none() && !is_short {
        return None;
    }
    let contents = board.contents(position, view.last);
    let marks = players.map(|player| player.mark);
    let picture = BoardPicture { layout: &layout, pieces: &contents.pieces, marks };
    let mut drawing = Drawing::default();
    match grid {
        Some(grid) if view.turned => picture.board(&grid.turned(), &mut drawing),
        Some(grid) => picture.board(&grid, &mut drawing),
        None => picture.list(&mut drawing),
    }
    for (title, area) in [
        (format!("{} has", players[0]), Area::First),
        (format!("{} has", players[1]), Area::Second),
        ("beside the board".to_owned(), Area::Beside),
    ] {
        picture.beside(&plain(&title), area, &mut drawing);
    }
    Some(drawing)
}

/// The places of the board itself, with their numbers.
fn on_board(layout: &Layout) -> impl Iterator<Item = (usize, &Place)> {
    layout.places.iter().enumerate().filter(|(_, place)| place.area == Area::Board)
}

/// Rows and columns.
struct Grid {
    /// The middles of the columns, and of the rows.
    columns: Vec<f64>,
    rows: Vec<f64>,
    /// Whether the columns are half as far from each other as the places: rows are shifted.
    is_shifted: bool,
}

impl Grid {
    fn of(layout: &Layout) -> Option<Self> {
        let places = || on_board(layout).map(|(_, place)| place);
        let rows = distinct(places().map(|place| place.y));
        let known = distinct(places().map(|place| place.x));
        let are = |outline| places().all(|place| place.outline == outline);
        let shifted = halves(&known).filter(|_| are(Outline::Hexagon));
        let is_shifted = shifted.is_some();
        let least_part = match is_shifted {
            true => LEAST_PART_SHIFTED,
            false if are(Outline::Token) => LEAST_PART_OF_MARKS,
            false => LEAST_PART,
        };
        let columns = shifted.unwrap_or(known);
        let (cells, most) = (columns.len() * rows.len(), least_part * places().count());
        (1..=most).contains(&cells).then_some(Self { columns, rows, is_shifted })
    }

    /// The grid seen from the other side.
    fn turned(mut self) -> Self {
        self.columns.reverse();
        self.rows.reverse();
        self
    }

    /// How many characters a column takes if a piece takes this many.
    fn pitch(&self, width: usize) -> usize {
        if self.is_shifted { (width + 1).div_ceil(2) } else { width + 1 }
    }
}

/// Columns from the first to the last one with a distance of a half. None if the known ones are not
/// among them.
fn halves(known: &[f64]) -> Option<Vec<f64>> {
    let (first, last) = known.first().zip(known.last())?;
    let steps = |x: f64| (2.0 * (x - first)).round();
    let at = |steps: f64| first + steps / 2.0;
    let are_halves = known.iter().all(|&x| is_same(at(steps(x)), x));
    let count = steps(*last) as usize;
    let is_small = count <= MOST_COLUMNS;
    (are_halves && is_small).then(|| (0..=count).map(|step| at(step as f64)).collect())
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
    text.chars().map(|c| if matches!(c, ' '..='~') { c } else { '?' }).collect()
}

/// What there is to draw.
struct BoardPicture<'a> {
    layout: &'a Layout,
    pieces: &'a [Piece],
    marks: [&'a str; 2],
}

impl BoardPicture<'_> {
    fn board(&self, grid: &Grid, drawing: &mut Drawing) {
        let pitch = grid.pitch(self.width());
        let labels: Vec<String> = grid.rows.iter().map(|&y| self.label_of_row(grid, y)).collect();
        let margin = labels.iter().map(String::len).max().unwrap_or(0);
        for (&y, label) in grid.rows.iter().zip(&labels) {
            begin_line(drawing);
            let row: Vec<(usize, usize)> = self.row(grid, y).collect();
            let first = row.first().map_or(0, |(column, _)| column * pitch);
            // Shifted rows have their labels at their places.
            let mut at = if grid.is_shifted { first } else { 0 };
            drawing.write(&" ".repeat(at));
            if margin > 0 {
                drawing.add(&format!("{label:>margin$} "), Ink::Faint, Stress::None);
            }
            for &(column, place) in &row {
                drawing.write(&" ".repeat((column * pitch).saturating_sub(at)));
                at = at.max(column * pitch) + self.cell(place, drawing);
            }
            if grid.is_shifted
                && let [_, .., (_, last)] = row[..]
            {
                let name = format!(" {}", plain(&self.layout.places[last].name));
                drawing.add(&name, Ink::Faint, Stress::None);
            }
        }
        let below: Vec<String> =
            grid.columns.iter().map(|&x| self.label_of_column(grid, x)).collect();
        if below.iter().any(|label| !label.is_empty()) {
            let indent = if margin > 0 { margin + 1 } else { 0 };
            let width = pitch - 1;
            let labels: Vec<String> =
                below.iter().map(|label| format!("{label:<width$}")).collect();
            let line = format!("{:indent$}{}", "", labels.join(" "));
            begin_line(drawing);
            drawing.add(line.trim_end(), Ink::Faint, Stress::None);
        }
    }

    /// Draws the places as a list: the name of each, and what stands there.
    fn list(&self, drawing: &mut Drawing) {
        let width = self.width();
        let name = |place: &Place| plain(&place.name);
        let names = on_board(self.layout).map(|(_, place)| name(place).len());
        let longest = names.max().unwrap_or(0);
        let in_a_line = (LINE / (longest + width + 3)).max(1);
        let mut used = 0;
        for (count, (index, place)) in on_board(self.layout).enumerate() {
            match count % in_a_line {
                0 => begin_line(drawing),
                _ => drawing.write(&" ".repeat(width + 2 - used)),
            }
            drawing.add(&format!("{:>longest$} ", name(place)), Ink::Faint, Stress::None);
            used = self.cell(index, drawing);
        }
    }

    /// How wide the widest piece on the board is.
    fn width(&self) -> usize {
        let is_there = |piece: &&Piece| self.is_in(piece, Area::Board);
        let widths = self.pieces.iter().filter(is_there).map(|piece| self.shown(piece).len());
        widths.max().unwrap_or(1)
    }

    fn is_in(&self, piece: &Piece, area: Area) -> bool {
        self.layout.places.get(piece.place).is_some_and(|place| place.area == area)
    }

    /// The places of a row with their columns, from the left.
    fn row(&self, grid: &Grid, y: f64) -> impl Iterator<Item = (usize, usize)> {
        let at = move |x: f64| {
            let is_here = |(_, place): &(usize, &Place)| is_same(place.x, x) && is_same(place.y, y);
            on_board(self.layout).find(is_here).map(|(index, _)| index)
        };
        let columns = grid.columns.iter().enumerate();
        columns.filter_map(move |(column, &x)| Some((column, at(x)?)))
    }

    /// Draws what is at a place. Returns how many characters that takes.
    fn cell(&self, place: usize, drawing: &mut Drawing) -> usize {
        match self.pieces.iter().find(|piece| piece.place == place) {
            Some(piece) => self.piece(piece, drawing),
            None => {
                drawing.add(".", Ink::Faint, Stress::None);
                1
            }
        }
    }

    fn piece(&self, piece: &Piece, drawing: &mut Drawing) -> usize {
        let stress = match piece {
            Piece { won: true, .. } => Stress::Won,
            Piece { last: true, .. } => Stress::Last,
            _ => Stress::None,
        };
        let ink = piece.owner.map_or(Ink::Plain, Ink::Of);
        let text = self.shown(piece);
        drawing.add(&text, ink, stress);
        text.len()
    }

    /// A piece as text: the mark of its owner, and what a picture shows on it. What has won is in
    /// capitals. A die is its number alone.
    fn shown(&self, piece: &Piece) -> String {
        let Piece { place, owner, kind, name, sign, won, .. } = piece;
        let is_die = |place: &Place| place.outline == Outline::Die;
        let is_die = self.layout.places.get(*place).is_some_and(is_die);
        let owner = owner.filter(|_| !is_die);
        let owner = owner.map_or("", |player: Player| self.marks[player.index()]);
        let number = kind.to_string();
        let sign: &str = match sign {
            Some(sign) => sign,
            None if (1..=2).contains(&name.len()) => name,
            None if is_die => &number,
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

    /// The label beside a row. A shifted one without any has the name of its first place.
    fn label_of_row(&self, grid: &Grid, y: f64) -> String {
        let (least, most) = ends(&grid.columns);
        let beside = |x: f64| x < least || x > most;
        let label = self.label(|label| beside(label.x) && is_same(label.y, y));
        match self.row(grid, y).next().filter(|_| grid.is_shifted && label.is_empty()) {
            Some((_, first)) => plain(&self.layout.places[first].name),
            None => label,
        }
    }

    /// The label above or below a column.
    fn label_of_column(&self, grid: &Grid, x: f64) -> String {
        let (least, most) = ends(&grid.rows);
        let beside = |y: f64| y < least || y > most;
        // Labels of hexagons belong to slanting lines.
        self.label(|label| !grid.is_shifted && beside(label.y) && is_same(label.x, x))
    }

    fn label(&self, is_it: impl Fn(&Label) -> bool) -> String {
        let label = self.layout.labels.iter().find(|label| is_it(label));
        label.map(|label| plain(&label.text)).unwrap_or_default()
    }

    /// A line with what is in an area beside the board. Nothing if nothing is there.
    fn beside(&self, title: &str, area: Area, drawing: &mut Drawing) {
        let here = |piece: &&Piece| self.is_in(piece, area);
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
            self.piece(piece, drawing);
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
        let players = [("x", ""), ("o", "Black")].map(|(mark, name)| PlayerName { mark, name });
        draw(&Described(layout), &position, view, players).map(|drawing| drawing.to_string())
    }

    #[test]
    fn rows_columns_and_hands_are_drawn() {
        let grid = Layout::grid(3, 2, Outline::Square);
        let mut layout = grid.with_column_labels(["a", "b", "c"]).with_row_labels(["2", "1"]);
        layout.add_place("hand", [9.0, 0.5], Outline::Card, Area::Second);
        let text = drawn(layout.clone(), false).unwrap();
        assert_eq!(text, "2 x  .  .\n1 .  ok X\n  a  b  c\nBlack has: hand o7");
        let text = drawn(layout, true).unwrap();
        assert_eq!(text, "1 X  ok .\n2 .  .  x\n  c  b  a\nBlack has: hand o7");
    }

    #[test]
    fn hexagons_stand_in_shifted_rows() {
        let mut layout = Layout::default();
        for (name, x, y) in [("a1", 1.0, 0.0), ("b1", 0.5, 0.9), ("a2", 1.5, 0.9)]
            .into_iter()
            .chain([("c1", 0.0, 1.8), ("b2", 1.0, 1.8), ("a3", 2.0, 1.8)])
        {
            layout.add_place(name, [x, y], Outline::Hexagon, Area::Board);
        }
        layout.add_place("die", [9.0, 0.5], Outline::Die, Area::Beside);
        let text = drawn(layout.clone(), false).unwrap();
        assert_eq!(text, "    a1 x\n  b1 .   . a2\nc1 .   ok  X a3\nbeside the board: die 7");
        let text = drawn(layout, true).unwrap();
        assert!(text.starts_with("a3 X   ok  . c1\n  a2 .   . b1\n    a1 x\n"), "{text}");
    }

    #[test]
    fn what_is_no_grid_is_a_list() {
        let mut layout = Layout::default();
        for at in 0..7 {
            let at = f64::from(at);
            layout.add_place(at.to_string(), [at, at * at], Outline::Disc, Area::Board);
        }
        let text = drawn(layout, false).unwrap();
        assert_eq!(text, "0 x   1 .   2 .   3 .   4 ok  5 X   6 o7");
        assert_eq!(drawn(Layout::default(), false), None);
    }
}
