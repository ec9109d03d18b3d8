//! Connect Four as text: `7/7/7/7/3o3/3x3 x`, moves by their column from 1.

use super::board::{Board, Drop};
use super::geometry::Geometry;
use super::word::Word;
use crate::game::{MoveError, Player, TextError, excerpt};

/// The letters that stand for the players' stones.
pub(super) struct Letters {
    pub(super) first: char,
    pub(super) second: char,
}

const LETTERS: Letters = Letters { first: 'x', second: 'o' };

pub(super) fn parse<W: Word>(geometry: Geometry<W>, text: &str) -> Result<Board<W>, TextError> {
    let rows_end = text.find([' ', '\t']).unwrap_or(text.len());
    let rows = &text[..rows_end];
    let stones = parse_rows(&geometry, rows, &LETTERS)?;
    let turn = text[rows_end..].trim();
    let at = text.chars().count() - text[rows_end..].trim_start().chars().count() + 1;
    let to_move = match turn {
        "x" => Player::First,
        "o" => Player::Second,
        "" => return Err(TextError::new(at, "the side to move is missing: 'x' or 'o'")),
        _ => {
            return Err(TextError::new(
                at,
                format!("'{}' is no side to move: 'x' or 'o'", excerpt(turn, 20)),
            ));
        }
    };
    assemble(geometry, stones, to_move, at, &LETTERS)
}

pub(super) fn format<W: Word>(board: &Board<W>) -> String {
    let turn = match board.to_move() {
        Player::First => LETTERS.first,
        Player::Second => LETTERS.second,
    };
    format!("{} {turn}", format_rows(board, &LETTERS))
}

/// Reads the rows from the top, separated by slashes: the stones of both players.
pub(super) fn parse_rows<W: Word>(
    geometry: &Geometry<W>,
    rows: &str,
    letters: &Letters,
) -> Result<[W; 2], TextError> {
    let (width, height) = (u32::from(geometry.width()), u32::from(geometry.height()));
    let mut stones = [W::ZERO; 2];
    let mut at = 1;
    let mut count = 0;
    for (from_top, row) in rows.split('/').enumerate() {
        count = from_top as u32 + 1;
        if count > height {
            return Err(TextError::new(at, format!("more than {height} rows")));
        }
        let level = (height - count) as u8;
        let mut column = 0_u32;
        let mut run = 0_u32;
        for character in row.chars() {
            if let Some(digit) = character.to_digit(10) {
                column -= run;
                // Saturated numbers are too wide for any board all the same.
                run = run.saturating_mul(10).saturating_add(digit).min(1000);
                column += run;
            } else {
                run = 0;
                let player = if character == letters.first {
                    Player::First
                } else if character == letters.second {
                    Player::Second
                } else {
                    let (first, second) = (letters.first, letters.second);
                    let reason = format!(
                        "'{character}' is neither a stone ('{first}', '{second}') nor a number"
                    );
                    return Err(TextError::new(at, reason));
                };
                if column < width {
                    stones[player.index()] |= geometry.bit(column as u8, level);
                }
                column += 1;
            }
            if column > width {
                return Err(TextError::new(
                    at,
                    format!("row {count} is wider than {width} columns"),
                ));
            }
            at += 1;
        }
        if column < width {
            return Err(TextError::new(
                at,
                format!("row {count} has {column} columns instead of {width}"),
            ));
        }
        at += 1;
    }
    if count < height {
        return Err(TextError::new(at - 1, format!("{count} rows instead of {height}")));
    }
    Ok(stones)
}

pub(super) fn format_rows<W: Word>(board: &Board<W>, letters: &Letters) -> String {
    let geometry = board.geometry();
    let mut text = String::new();
    for row in (0..geometry.height()).rev() {
        let mut run = 0;
        for column in 0..geometry.width() {
            let Some(player) = board.stone_at(column, row) else {
                run += 1;
                continue;
            };
            if run > 0 {
                text += &run.to_string();
                run = 0;
            }
            text.push(if player == Player::First { letters.first } else { letters.second });
        }
        if run > 0 {
            text += &run.to_string();
        }
        if row > 0 {
            text.push('/');
        }
    }
    text
}

/// A board from its stones, if play can have led to it; errors about the side to move are reported at
/// `turn_at`.
pub(super) fn assemble<W: Word>(
    geometry: Geometry<W>,
    stones: [W; 2],
    to_move: Player,
    turn_at: usize,
    letters: &Letters,
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
            letters.first, letters.second
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
