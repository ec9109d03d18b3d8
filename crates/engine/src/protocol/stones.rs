//! Boards of stones, as the Go Text Protocol names their places: a letter and a number.
//!
//! A game speaks that protocol if its places form a grid, and if a move is one place that a person
//! points at, or a button such as a pass. The [layout](Layout) and the
//! [gestures](sarsen_core::game::board::Gesture) of a game say so.

use crate::session::Describe;
use sarsen_core::game::board::{Area, Layout};
use sarsen_core::game::is_pass_text;

/// The letters of columns. The Go Text Protocol leaves out the I.
const LETTERS: &[u8; 25] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// How the protocol writes a pass.
pub const PASS: &str = "pass";

/// What a word of the protocol means as a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Vertex {
    /// A place, by its number in the layout.
    Place(usize),
    /// No place.
    Pass,
}

/// A board of stones.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoneGrid {
    columns: usize,
    /// The places row by row, from the upper left corner.
    places: Vec<usize>,
    /// Whether row 1 is on top, as the game itself numbers its rows.
    from_top: bool,
}

impl StoneGrid {
    /// The board of a game. None if the game is not one of stones on a grid.
    pub fn of(session: &dyn Describe) -> Option<Self> {
        let is_one_place = |gesture: &Vec<Vec<usize>>| gesture.len() <= 1;
        let gestures = session.gestures();
        let is_simple = !session.has_chance()
            && gestures.iter().all(|(_, gesture)| is_one_place(gesture))
            && gestures.iter().any(|(_, gesture)| !gesture.is_empty());
        if is_simple { Self::of_layout(&session.layout()?) } else { None }
    }

    fn of_layout(layout: &Layout) -> Option<Self> {
        let places = &layout.places;
        if places.iter().any(|place| place.area != Area::Board) {
            return None;
        }
        let lines = |of: fn(f64, f64) -> f64| {
            let mut lines: Vec<f64> = places.iter().map(|place| of(place.x, place.y)).collect();
            lines.sort_by(f64::total_cmp);
            lines.dedup();
            lines
        };
        let (across, down) = (lines(|x, _| x), lines(|_, y| y));
        let fits = |lines: &[f64]| (1..=LETTERS.len()).contains(&lines.len());
        if !fits(&across) || !fits(&down) || across.len() * down.len() != places.len() {
            return None;
        }
        let mut cells = vec![None; places.len()];
        for (number, place) in places.iter().enumerate() {
            let column = across.iter().position(|&x| x == place.x)?;
            let row = down.iter().position(|&y| y == place.y)?;
            cells[row * across.len() + column] = Some(number);
        }
        let cells: Vec<usize> = cells.into_iter().collect::<Option<_>>()?;
        let top = places[cells[0]].name.trim_start_matches(|c: char| !c.is_ascii_digit());
        Some(Self { columns: across.len(), places: cells, from_top: top == "1" })
    }

    /// The number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.places.len() / self.columns
    }

    /// The places row by row from the top, each row with its number.
    pub fn lines(&self) -> impl Iterator<Item = (usize, &[usize])> {
        let lines = self.places.chunks(self.columns).enumerate();
        lines.map(|(row, places)| (self.number(row), places))
    }

    /// The letters of the columns from the left.
    pub fn letters(&self) -> impl Iterator<Item = char> {
        LETTERS.iter().take(self.columns).map(|&letter| char::from(letter))
    }

    /// The number of a row that is counted from 0 at the top, and the other way round.
    fn number(&self, row: usize) -> usize {
        if self.from_top { row + 1 } else { self.rows() - row }
    }

    /// Reads a vertex, in upper or lower case. None if it is not on the board.
    pub fn read(&self, word: &str) -> Option<Vertex> {
        if is_pass_text(word) {
            return Some(Vertex::Pass);
        }
        let mut characters = word.chars();
        let letter = characters.next()?.to_ascii_uppercase();
        let column = self.letters().position(|known| known == letter)?;
        let digits = characters.as_str();
        let number: usize = digits.parse().ok().filter(|_| !digits.starts_with(['+', '0']))?;
        let row = (0..self.rows()).find(|&row| self.number(row) == number)?;
        Some(Vertex::Place(self.places[row * self.columns + column]))
    }

    /// The name of a place.
    fn name(&self, place: usize) -> Option<String> {
        let at = self.places.iter().position(|&known| known == place)?;
        let letter = self.letters().nth(at % self.columns)?;
        Some(format!("{letter}{}", self.number(at / self.columns)))
    }

    /// The legal move that a vertex means, in the notation of the session. None if there is none.
    pub fn move_at(&self, session: &dyn Describe, vertex: Vertex) -> Option<String> {
        let is_meant = |gesture: &[Vec<usize>]| match vertex {
            Vertex::Place(place) => gesture.iter().any(|step| step.first() == Some(&place)),
            Vertex::Pass => gesture.is_empty(),
        };
        let mut found = session.gestures().into_iter().filter(|(_, gesture)| is_meant(gesture));
        found.next().map(|(text, _)| text)
    }

    /// The vertex of a legal move. None if the move is not legal.
    pub fn vertex_of(&self, session: &dyn Describe, m: &str) -> Option<String> {
        let (_, gesture) = session.gestures().into_iter().find(|(text, _)| text == m)?;
        match gesture.first().and_then(|step| step.first()) {
            Some(&place) => self.name(place),
            None => Some(PASS.to_owned()),
        }
    }
}
