//! Connect Four as text: `7/7/7/7/3o3/3x3 x`, moves by their column from 1.

use super::board::{Board, Drop};
use super::geometry::Geometry;
use super::word::Word;
use crate::game::{Letters, MoveError, Player, Rows, STONES, TextError};

/// The letters of the players' stones; empty cells are written as numbers.
pub(super) const LETTERS: &Letters<Option<Player>> = STONES;

/// More cells than any board has.
const MOST_CELLS: usize = 128;

pub(super) fn parse<W: Word>(geometry: Geometry<W>, text: &str) -> Result<Board<W>, TextError> {
    let mut cells = [None; MOST_CELLS];
    let cells = &mut cells[..count(&geometry)];
    let to_move = rows(&geometry, LETTERS).parse(text, cells)?;
    let at = text.trim_end().chars().count();
    assemble(geometry, stones(&geometry, cells), to_move, at, LETTERS)
}

pub(super) fn format<W: Word>(board: &Board<W>) -> String {
    rows(board.geometry(), LETTERS).format(&cells(board), board.to_move())
}

/// Reads the rows from the top, separated by slashes: the stones of both players.
pub(super) fn parse_rows<W: Word>(
    geometry: &Geometry<W>,
    text: &str,
    letters: &'static Letters<Option<Player>>,
) -> Result<[W; 2], TextError> {
    let mut cells = [None; MOST_CELLS];
    let cells = &mut cells[..count(geometry)];
    rows(geometry, letters).parse_rows(text, cells)?;
    Ok(stones(geometry, cells))
}

pub(super) fn format_rows<W: Word>(
    board: &Board<W>,
    letters: &'static Letters<Option<Player>>,
) -> String {
    rows(board.geometry(), letters).format_rows(&cells(board))
}

fn rows<W: Word>(
    geometry: &Geometry<W>,
    letters: &'static Letters<Option<Player>>,
) -> Rows<Option<Player>> {
    Rows::new(geometry.width().into(), geometry.height().into(), letters).with_runs()
}

fn count<W: Word>(geometry: &Geometry<W>) -> usize {
    usize::from(geometry.width()) * usize::from(geometry.height())
}

/// Columns and rows of the cells, row by row from the top.
fn places<W: Word>(geometry: &Geometry<W>) -> impl Iterator<Item = (u8, u8)> + use<W> {
    let (width, height) = (geometry.width(), geometry.height());
    (0..height).rev().flat_map(move |row| (0..width).map(move |column| (column, row)))
}

fn stones<W: Word>(geometry: &Geometry<W>, cells: &[Option<Player>]) -> [W; 2] {
    let mut stones = [W::ZERO; 2];
    for ((column, row), stone) in places(geometry).zip(cells) {
        if let Some(player) = stone {
            stones[player.index()] |= geometry.bit(column, row);
        }
    }
    stones
}

fn cells<W: Word>(board: &Board<W>) -> Vec<Option<Player>> {
    places(board.geometry()).map(|(column, row)| board.stone_at(column, row)).collect()
}

/// A board from its stones, if play can have led to it; errors about the side to move are reported
/// at `turn_at`.
pub(super) fn assemble<W: Word>(
    geometry: Geometry<W>,
    stones: [W; 2],
    to_move: Player,
    turn_at: usize,
    letters: &Letters<Option<Player>>,
) -> Result<Board<W>, TextError> {
    let [first, second] = stones.map(Word::count_ones);
    let occupied = stones[0] | stones[1];
    // In a column filled from the bottom, adding one at the bottom clears all stones.
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
pub(super) fn parse_move<W: Word>(board: &Board<W>, text: &str) -> Result<Drop, MoveError> {
    let width = board.geometry().width();
    let canonical = !text.starts_with(['0', '+']);
    match text.parse::<u8>() {
        Ok(column) if canonical && (1..=width).contains(&column) => board
            .drop_into(column - 1)
            .ok_or_else(|| MoveError::illegal(text, format!("column {column} is full"))),
        _ => Err(MoveError::malformed(text, format!("a move is a column from 1 to {width}"))),
    }
}
