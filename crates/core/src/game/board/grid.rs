//! Boards of rows and columns.

use super::{Area, GroupKind, Layout, Outline};

/// The room between the cells and their labels.
const GAP: f64 = 0.45;

impl Layout {
    /// A board of cells, row by row from the top. A cell has a letter for the column and a number
    /// for the row, as in chess: `a1` is at the bottom left. After `z` comes `aa`.
    #[must_use]
    pub fn grid(columns: usize, rows: usize, outline: Outline) -> Self {
        let mut layout = Self::default();
        for row in 0..rows {
            for column in 0..columns {
                let name = format!("{}{}", column_letters(column), rows - row);
                let centre = [column as f64 + 0.5, row as f64 + 0.5];
                layout.add_place(name, centre, outline, Area::Board);
            }
        }
        layout
    }

    /// The same grid with texts below its columns, from the left.
    #[must_use]
    pub fn with_column_labels<T: Into<String>>(
        mut self,
        texts: impl IntoIterator<Item = T>,
    ) -> Self {
        let bottom = self.places.iter().map(|place| place.y + 0.5).fold(0.0, f64::max);
        for (column, text) in texts.into_iter().enumerate() {
            self.add_label(text, [column as f64 + 0.5, bottom + GAP]);
        }
        self
    }

    /// The same grid with texts to the left of its rows, from the top.
    #[must_use]
    pub fn with_row_labels<T: Into<String>>(mut self, texts: impl IntoIterator<Item = T>) -> Self {
        for (row, text) in texts.into_iter().enumerate() {
            self.add_label(text, [-GAP, row as f64 + 0.5]);
        }
        self
    }

    /// The same grid of this many columns. All lines of `length` cells count together: level,
    /// upright and diagonal. A line is named by its ends, such as `a1-d4`.
    #[must_use]
    pub fn with_lines_of(mut self, length: usize, columns: usize) -> Self {
        let rows = self.places.len().checked_div(columns).unwrap_or(0);
        let has_room = |from: usize, step: isize, size: usize| {
            let end = from as isize + step * (length as isize - 1);
            (0..size as isize).contains(&end)
        };
        for at in 0..rows * columns {
            let (column, row) = (at % columns, at / columns);
            for (across, down) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
                if length == 0 || !has_room(column, across, columns) || !has_room(row, down, rows) {
                    continue;
                }
                let step = across + down * columns as isize;
                let cell = |i: usize| at.wrapping_add_signed(step * i as isize);
                let line: Vec<usize> = (0..length).map(cell).collect();
                let [one, other] =
                    [line[0], line[length - 1]].map(|place| &*self.places[place].name);
                let name = format!("{one}-{other}");
                self.add_group(GroupKind::Line, name, line);
            }
        }
        self
    }
}

/// The letters of a column: a to z, then aa, ab and so on.
#[must_use]
pub fn column_letters(column: usize) -> String {
    let letter = char::from(b'a' + (column % 26) as u8);
    match column / 26 {
        0 => letter.to_string(),
        more => column_letters(more - 1) + &letter.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::board::{Extent, Ground, Stack};

    #[test]
    fn columns_have_letters() {
        let named = [0, 25, 26, 51, 52, 701, 702].map(column_letters);
        assert_eq!(named, ["a", "z", "aa", "az", "ba", "zz", "aaa"]);
    }

    #[test]
    fn lines_are_those_of_the_game() {
        for (width, height, length, count) in
            [(7, 6, 4, 69), (3, 3, 3, 8), (4, 4, 4, 10), (2, 9, 3, 14), (2, 2, 3, 0), (1, 1, 0, 0)]
        {
            let layout = Layout::grid(width, height, Outline::Square).with_lines_of(length, width);
            assert_eq!(layout.groups.len(), count, "{width}x{height}");
            assert!(layout.groups.iter().all(|group| group.places.len() == length));
        }
        let layout = Layout::grid(3, 3, Outline::Square).with_lines_of(3, 3);
        let rising = layout.groups.iter().find(|group| group.name == "a1-c3").unwrap();
        assert_eq!(rising.places, [6, 4, 2]);
        assert_eq!(Layout::default().with_lines_of(3, 0), Layout::default());
    }

    #[test]
    fn everything_is_inside_the_bounds() {
        let labels = ["1", "2"];
        let layout =
            Layout::grid(2, 1, Outline::Disc).with_column_labels(labels).with_row_labels(["1"]);
        let bounds = layout.bounds();
        assert!(bounds.x < -0.45 && bounds.x + bounds.width > 2.0);
        assert!(bounds.y < 0.0 && bounds.y + bounds.height > 1.45);
        assert_eq!(Layout::default().bounds(), Extent::default());
    }

    #[test]
    fn rims_stacks_and_panels_have_room() {
        let inner = |layout: &Layout| {
            let Extent { x, y, width, height } = layout.bounds().grown(-Layout::MARGIN);
            [x, y, width, height].map(|part| (part * 1000.0).round() / 1000.0)
        };
        let mut layout = Layout::grid(2, 1, Outline::Square);
        layout.materials.rim = 0.5;
        assert_eq!(inner(&layout), [-0.5, -0.5, 3.0, 2.0]);
        layout.places[0].stack = Some(Stack { dx: 0.0, dy: -0.5, most: 4 });
        assert_eq!(inner(&layout), [-0.5, -2.0, 3.0, 3.5]);
        // The panels are the board, so there is no rim.
        layout.add_panel(Ground::Felt, Extent { x: -1.0, y: -1.0, width: 2.0, height: 3.0 });
        assert_eq!(inner(&layout), [-1.0, -1.5, 3.0, 3.5]);
    }
}
