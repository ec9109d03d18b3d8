//! The usual notation: positions like `7/7/7/7/3o3/3x3 x`, and moves by their column from 1.

use super::super::board::{Board, Drop};
use super::super::geometry::Geometry;
use super::super::word::BoardWord;
use sarsen_core::game::{Letters, MoveError, Player, Position, Rows, STONES, TextError, Written};

/// The letters of the players' stones. Empty cells are written as numbers.
pub(super) const LETTERS: &Letters<Option<Player>> = STONES;

/// At least the number of cells of any board.
const MOST_CELLS: usize = 128;

impl<W: BoardWord> Written for Board<W> {
    fn parse(&self, text: &str) -> Result<Self, TextError> {
        parse(self.geometry, text)
    }

    fn format(&self) -> String {
        format(self)
    }

    fn parse_move(&self, text: &str) -> Result<Drop, MoveError> {
        if self.outcome().is_some() {
            return Err(MoveError::GameOver);
        }
        parse_move(self, text)
    }

    /// Splits a word such as `4435` into its columns. On boards of up to 9 columns, each digit is
    /// one column.
    fn spread<'a>(&self, word: &'a str) -> Vec<&'a str> {
        if self.geometry.width() < 10 && word.starts_with(|first| ('1'..='9').contains(&first)) {
            word.split_inclusive(|_: char| true).collect()
        } else {
            vec![word]
        }
    }

    fn format_move(&self, m: Drop) -> String {
        (self.column_of(m) + 1).to_string()
    }
}

fn parse<W: BoardWord>(geometry: Geometry<W>, text: &str) -> Result<Board<W>, TextError> {
    let mut cells = [None; MOST_CELLS];
    let cells = &mut cells[..count(&geometry)];
    let to_move = rows(&geometry, LETTERS).parse(text, cells)?;
    let at = text.trim_end().chars().count();
    assemble(geometry, stones(&geometry, cells), to_move, at, LETTERS)
}

fn format<W: BoardWord>(board: &Board<W>) -> String {
    rows(board.geometry(), LETTERS).format(&cells(board), board.to_move())
}

/// Reads the stones of both players from rows, from the top, separated by slashes.
pub(super) fn parse_rows<W: BoardWord>(
    geometry: &Geometry<W>,
    text: &str,
    letters: &'static Letters<Option<Player>>,
) -> Result<[W; 2], TextError> {
    let mut cells = [None; MOST_CELLS];
    let cells = &mut cells[..count(geometry)];
    rows(geometry, letters).parse_rows(text, cells)?;
    Ok(stones(geometry, cells))
}

pub(super) fn format_rows<W: BoardWord>(
    board: &Board<W>,
    letters: &'static Letters<Option<Player>>,
) -> String {
    rows(board.geometry(), letters).format_rows(&cells(board))
}

fn rows<W: BoardWord>(
    geometry: &Geometry<W>,
    letters: &'static Letters<Option<Player>>,
) -> Rows<Option<Player>> {
    Rows::new(geometry.width().into(), geometry.height().into(), letters).with_runs()
}

fn count<W: BoardWord>(geometry: &Geometry<W>) -> usize {
    usize::from(geometry.width()) * usize::from(geometry.height())
}

/// The column and row of each cell, row by row from the top.
fn places<W: BoardWord>(geometry: &Geometry<W>) -> impl Iterator<Item = (u8, u8)> + use<W> {
    let (width, height) = (geometry.width(), geometry.height());
    (0..height).rev().flat_map(move |row| (0..width).map(move |column| (column, row)))
}

fn stones<W: BoardWord>(geometry: &Geometry<W>, cells: &[Option<Player>]) -> [W; 2] {
    let mut stones = [W::ZERO; 2];
    for ((column, row), stone) in places(geometry).zip(cells) {
        if let Some(player) = stone {
            stones[player.index()] |= geometry.bit(column, row);
        }
    }
    stones
}

fn cells<W: BoardWord>(board: &Board<W>) -> Vec<Option<Player>> {
    places(board.geometry()).map(|(column, row)| board.stone_at(column, row)).collect()
}

/// A board with these stones, if they fit the rules. Errors about the side to move are reported at
/// `turn_at`.
pub(super) fn assemble<W: BoardWord>(
    geometry: Geometry<W>,
    stones: [W; 2],
    to_move: Player,
    turn_at: usize,
    letters: &Letters<Option<Player>>,
) -> Result<Board<W>, TextError> {
    let [first, second] = stones.map(BoardWord::count_ones);
    let occupied = stones[0] | stones[1];
    // Adding one at the bottom of a column clears all its stones, unless one hangs in the air.
    if !((occupied + geometry.bottom) & occupied).is_zero() {
        return Err(TextError::new(1, "a stone hangs in the air"));
    }
    let fits = match to_move {
        Player::First => first == second,
        Player::Second => first == second + 1,
    };
    if !fits {
        let reason = format!(
            "{first} {} and {second} {} do not fit the side to move",
            letters[1].0, letters[2].0
        );
        return Err(TextError::new(turn_at, reason));
    }
    if geometry.has_four(stones[to_move.index()]) {
        return Err(TextError::new(turn_at, "the side to move has four in a row already"));
    }
    Ok(Board { stones, geometry, ply: (first + second) as u8 })
}

/// Reads a move of an unfinished game.
fn parse_move<W: BoardWord>(board: &Board<W>, text: &str) -> Result<Drop, MoveError> {
    let width = board.geometry().width();
    let canonical = !text.starts_with(['0', '+']);
    match text.parse::<u8>() {
        Ok(column) if canonical && (1..=width).contains(&column) => board
            .drop_into(column - 1)
            .ok_or_else(|| MoveError::illegal(text, format!("column {column} is full"))),
        _ => Err(MoveError::malformed(text, format!("a move is a column from 1 to {width}"))),
    }
}
