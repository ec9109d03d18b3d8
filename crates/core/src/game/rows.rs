//! Boards of cells in rows, as text: `x../.o./... x`.

use super::{Player, TextError, excerpt};

/// A letter for each content of a cell, the empty cell first.
pub type Letters<T> = [(char, T)];

/// The letters of boards with stones of two players: `.` for an empty cell, `x` for the first
/// player's stone, `o` for the second player's.
pub const STONES: &Letters<Option<Player>> =
    &[('.', None), ('x', Some(Player::First)), ('o', Some(Player::Second))];

/// The text form of a board: its rows from the top, separated by `/`, then a blank and the side to
/// move (`x` or `o` by default). In memory, a board is its cells, row by row from the top.
///
/// ```
/// use sarsen_core::game::{Player, Rows, STONES};
///
/// const ROWS: Rows<Option<Player>> = Rows::new(4, 2, STONES);
///
/// let mut cells = [None; 8];
/// let turn = ROWS.parse("..x./oo.. x", &mut cells)?;
/// assert_eq!((cells[2], turn), (Some(Player::First), Player::First));
/// assert_eq!(ROWS.format(&cells, turn), "..x./oo.. x");
/// // With numbers for runs of empty cells:
/// assert_eq!(ROWS.with_runs().format(&cells, turn), "2x1/oo2 x");
///
/// let error = ROWS.parse("..x./o o", &mut cells).unwrap_err();
/// assert_eq!(error.to_string(), "row 2 has 1 column instead of 4 (at character 7)");
/// # Ok::<(), sarsen_core::game::TextError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Rows<T: 'static> {
    width: usize,
    height: usize,
    letters: &'static Letters<T>,
    runs: bool,
    sides: [char; 2],
}

impl<T: Copy + PartialEq> Rows<T> {
    /// Boards of `height` rows with `width` cells each, and these letters for the contents.
    #[must_use]
    pub const fn new(width: usize, height: usize, letters: &'static Letters<T>) -> Self {
        Self { width, height, letters, runs: false, sides: ['x', 'o'] }
    }

    /// The same, with numbers for runs of empty cells instead of a letter for each cell.
    #[must_use]
    pub const fn with_runs(mut self) -> Self {
        self.runs = true;
        self
    }

    /// The same, with other letters for the side to move.
    #[must_use]
    pub const fn with_sides(mut self, first: char, second: char) -> Self {
        self.sides = [first, second];
        self
    }

    /// The letter of a content. `?` if it has no letter.
    #[must_use]
    pub fn letter(&self, content: T) -> char {
        self.letters.iter().find(|(_, known)| *known == content).map_or('?', |(letter, _)| *letter)
    }

    /// Reads rows and the side to move. After an error, the contents of `cells` mean nothing.
    ///
    /// # Errors
    ///
    /// Says what is wrong and at which character.
    ///
    /// # Panics
    ///
    /// If `cells` does not have as many cells as the board.
    pub fn parse(&self, text: &str, cells: &mut [T]) -> Result<Player, TextError> {
        let (rows, rest) = text.split_at(text.find([' ', '\t']).unwrap_or(text.len()));
        self.parse_rows(rows, cells)?;
        let turn = rest.trim();
        let [first, second] = self.sides;
        let mut letters = turn.chars();
        match (letters.next(), letters.next()) {
            (Some(letter), None) if letter == first => return Ok(Player::First),
            (Some(letter), None) if letter == second => return Ok(Player::Second),
            _ => {}
        }
        let at = text.chars().count() - rest.trim_start().chars().count() + 1;
        Err(TextError::new(
            at,
            match turn {
                "" => format!("the side to move is missing: '{first}' or '{second}'"),
                _ => {
                    let turn = excerpt(turn, 20);
                    format!("'{turn}' is no side to move: '{first}' or '{second}'")
                }
            },
        ))
    }

    /// Reads rows, with nothing after them. After an error, the contents of `cells` mean nothing.
    ///
    /// # Errors
    ///
    /// Says what is wrong and at which character.
    ///
    /// # Panics
    ///
    /// If `cells` does not have as many cells as the board.
    pub fn parse_rows(&self, text: &str, cells: &mut [T]) -> Result<(), TextError> {
        assert_eq!(cells.len(), self.width * self.height, "cells of the board");
        let (mut at, mut count) = (1, 0);
        for row in text.split('/') {
            count += 1;
            if count > self.height {
                return Err(TextError::new(at, format!("more than {} rows", self.height)));
            }
            let from = (count - 1) * self.width;
            self.parse_row(row, count, at, &mut cells[from..from + self.width])?;
            at += row.chars().count() + 1;
        }
        if count < self.height {
            let reason = format!("{count} rows instead of {}", self.height);
            return Err(TextError::new(at - 1, reason));
        }
        Ok(())
    }

    /// Reads row `number`, which begins at character `begin`.
    fn parse_row(
        &self,
        row: &str,
        number: usize,
        begin: usize,
        cells: &mut [T],
    ) -> Result<(), TextError> {
        let (_, empty) = self.letters[0];
        let (width, mut column, mut run) = (self.width, 0, 0_usize);
        for (at, character) in (begin..).zip(row.chars()) {
            let digit = character.to_digit(10).filter(|_| self.runs);
            let content = if digit.is_some() { Some(empty) } else { self.content(character) };
            let Some(content) = content else {
                return Err(TextError::new(at, self.unknown(character)));
            };
            let from = column;
            if let Some(digit) = digit {
                // Neighbouring digits are one number. It replaces the number of the digits before.
                column -= run;
                // A saturated number is still too wide for any board.
                run = run.saturating_mul(10).saturating_add(digit as usize).min(width + 1);
                column += run;
            } else {
                run = 0;
                column += 1;
            }
            if column > width {
                let reason = format!("row {number} is wider than {width} columns");
                return Err(TextError::new(at, reason));
            }
            cells[from.min(column)..column].fill(content);
        }
        if column < width {
            let columns = if column == 1 { "column" } else { "columns" };
            let reason = format!("row {number} has {column} {columns} instead of {width}");
            return Err(TextError::new(begin + row.chars().count(), reason));
        }
        Ok(())
    }

    /// The contents that have a letter. With runs, an empty cell has none.
    fn written(&self) -> &Letters<T> {
        &self.letters[usize::from(self.runs)..]
    }

    fn content(&self, letter: char) -> Option<T> {
        self.written().iter().find(|(known, _)| *known == letter).map(|(_, content)| *content)
    }

    /// What is wrong with a character that has no meaning here.
    fn unknown(&self, character: char) -> String {
        let letters: Vec<_> =
            self.written().iter().map(|(letter, _)| format!("'{letter}'")).collect();
        let number = if self.runs { " or a number" } else { "" };
        format!("'{character}' is none of {}{number}", letters.join(", "))
    }

    /// The text of the rows and the side to move.
    #[must_use]
    pub fn format(&self, cells: &[T], turn: Player) -> String {
        format!("{} {}", self.format_rows(cells), self.sides[turn.index()])
    }

    /// The text of the rows alone.
    #[must_use]
    pub fn format_rows(&self, cells: &[T]) -> String {
        let rows: Vec<_> = cells.chunks(self.width).map(|row| self.format_row(row)).collect();
        rows.join("/")
    }

    fn format_row(&self, row: &[T]) -> String {
        let (_, empty) = self.letters[0];
        let mut text = String::new();
        let mut cells = row;
        while let Some((&content, rest)) = cells.split_first() {
            let run = cells.iter().take_while(|&&cell| cell == empty).count();
            if self.runs && run > 0 {
                text += &run.to_string();
                cells = &cells[run..];
            } else {
                text.push(self.letter(content));
                cells = rest;
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Draughts, with runs: men and kings.
    const DRAUGHTS: Rows<i8> =
        Rows::new(12, 2, &[('.', 0), ('b', 1), ('B', 2), ('w', -1), ('W', -2)])
            .with_sides('b', 'w');

    fn refused(rows: Rows<i8>, text: &str) -> String {
        rows.parse(text, &mut [0; 24]).unwrap_err().to_string()
    }

    #[test]
    fn refused_rows_say_what_and_where() {
        let plain = "............";
        for (text, error) in [
            (String::new(), "row 1 has 0 columns instead of 12 (at character 1)"),
            (plain.to_owned(), "1 rows instead of 2 (at character 13)"),
            (format!("{plain}/{plain}/"), "more than 2 rows (at character 27)"),
            (format!("{plain}/b{plain}"), "row 2 is wider than 12 columns (at character 26)"),
            (
                format!("\u{e9}{plain}"),
                "'\u{e9}' is none of '.', 'b', 'B', 'w', 'W' (at character 1)",
            ),
            (format!("bx{plain}"), "'x' is none of '.', 'b', 'B', 'w', 'W' (at character 2)"),
            (format!("2{plain}"), "'2' is none of '.', 'b', 'B', 'w', 'W' (at character 1)"),
            (
                format!("{plain}/{plain}"),
                "the side to move is missing: 'b' or 'w' (at character 26)",
            ),
            (
                format!("{plain}/{plain}  bw"),
                "'bw' is no side to move: 'b' or 'w' (at character 28)",
            ),
        ] {
            assert_eq!(refused(DRAUGHTS, &text), error, "{text}");
        }
        let runs = DRAUGHTS.with_runs();
        for (text, error) in [
            ("12/13 b", "row 2 is wider than 12 columns (at character 5)"),
            ("12/99999999999999999999 b", "row 2 is wider than 12 columns (at character 5)"),
            ("b10/12 b", "row 1 has 11 columns instead of 12 (at character 4)"),
            ("12/.11 b", "'.' is none of 'b', 'B', 'w', 'W' or a number (at character 4)"),
        ] {
            assert_eq!(refused(runs, text), error, "{text}");
        }
        assert_eq!(runs.parse("b11/1w10\tw ", &mut [0; 24]), Ok(Player::Second));
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(
            cells in prop::collection::vec(prop_oneof![3 => Just(0), 2 => -2..=2_i8], 24),
            second in any::<bool>(),
        ) {
            let turn = if second { Player::Second } else { Player::First };
            for rows in [DRAUGHTS, DRAUGHTS.with_runs()] {
                let text = rows.format(&cells, turn);
                // Reading overwrites every cell.
                let mut read = [2; 24];
                prop_assert_eq!(rows.parse(&text, &mut read), Ok(turn), "{}", text);
                prop_assert_eq!(&read[..], &cells[..], "{}", text);
            }
        }

        #[test]
        fn no_text_panics(text in "[bBwW.0-9/ x]{0,40}") {
            for rows in [DRAUGHTS, DRAUGHTS.with_runs()] {
                let mut cells = [0; 24];
                if let Ok(turn) = rows.parse(&text, &mut cells) {
                    let written = rows.format(&cells, turn);
                    let mut again = [0; 24];
                    prop_assert_eq!(rows.parse(&written, &mut again), Ok(turn));
                    prop_assert_eq!(again, cells);
                }
            }
        }
    }
}
