//! The notation of positions and moves: the cells from the upper row on, the player to move, and
//! the marbles that both have lost.

use super::super::cells::{CELLS, READING, next};
use super::super::moves::{MarbleMove, MoveParts, upper_end};
use super::super::position::{AbalonePosition, MARBLES, TO_WIN};
use super::names::{cells, letter, name};
use super::refusal::{direction, refuse, row};
use sarsen_core::game::{
    MoveError, Outcome, PathLimits, Player, Position, TextError, Written, excerpt,
};

impl Written for AbalonePosition {
    fn parse(&self, text: &str) -> Result<Self, TextError> {
        let mut marbles = [0_u64; 2];
        let mut letters = text.chars();
        for (at, &cell) in READING.iter().enumerate() {
            match letters.next() {
                Some('b' | 'B') => marbles[0] |= 1 << cell,
                Some('w' | 'W') => marbles[1] |= 1 << cell,
                Some('.') => {}
                other => return Err(no_cell(at, cell, other)),
            }
        }
        let (turn, lost) = rest(letters.as_str())?;
        for (player, lost) in [Player::First, Player::Second].into_iter().zip(lost) {
            let there = marbles[player.index()].count_ones();
            if there + lost != MARBLES {
                let letter = letter(player);
                let reason = format!(
                    "{there} marbles '{letter}' are on the board and {lost} off it, which makes \
                     {} instead of {MARBLES}",
                    there + lost
                );
                return Err(TextError::at_end_of(text, reason));
            }
        }
        if lost == [TO_WIN; 2] {
            return Err(TextError::at_end_of(text, "only one player can lose six marbles"));
        }
        Ok(self.with(marbles, turn))
    }

    fn format(&self) -> String {
        let cell = |&cell: &u8| self.owner(cell).map_or('.', letter);
        let cells: String = READING.iter().map(cell).collect();
        let [black, white] = [Player::First, Player::Second].map(|player| self.ejected(player));
        format!("{cells} {} {black} {white}", letter(self.to_move()))
    }

    fn parse_move(&self, text: &str) -> Result<MarbleMove, MoveError> {
        if self.outcome().is_some() {
            return Err(MoveError::GameOver);
        }
        let meant = meant(text).map(MarbleMove::code);
        let moves = self.legal_moves();
        let found = moves.into_iter().find(|m| Some(m.code()) == meant);
        found.ok_or_else(|| refuse(self, text))
    }

    fn format_move(&self, m: MarbleMove) -> String {
        match m.parts() {
            MoveParts::Inline { rear, direction, .. } => name(rear) + &name(next(rear, direction)),
            MoveParts::Sideways { lower, axis, count, direction } => {
                let ends = name(lower) + &name(upper_end(lower, axis, count));
                ends + &name(next(lower, direction))
            }
        }
    }

    /// A repetition has to be claimed. The limit of the setup ends the game for certain.
    fn unclaimed(&self) -> Option<Self> {
        let goes_on = self.outcome() == Some(Outcome::Draw);
        let left = self.path().plies_left();
        let limits = PathLimits { all: left.unwrap_or(usize::MAX), ..PathLimits::default() };
        let marbles = [Player::First, Player::Second].map(|player| self.marbles(player));
        (goes_on && left != Some(0)).then(|| Self::new(marbles, self.to_move(), limits))
    }
}

/// The move that a text means, legal or not, but for the number of marbles along a line.
fn meant(text: &str) -> Option<MarbleMove> {
    match cells(text)?[..] {
        [from, to] => Some(MarbleMove::inline(from, direction(from, to)?, 1)),
        [lower, upper, to] => {
            let ((axis, count), direction) = (row(lower, upper)?, direction(lower, to)?);
            // The first three directions lead up.
            let is_sideways = axis < 3 && direction % 3 != axis;
            is_sideways.then(|| MarbleMove::along(lower, axis, count, direction))
        }
        _ => None,
    }
}

/// An error for a character that is no cell.
fn no_cell(at: usize, cell: u8, found: Option<char>) -> TextError {
    let found = match found {
        None => "but the text ends".to_owned(),
        Some(c) => format!("not '{}'", excerpt(c.encode_utf8(&mut [0; 4]), 1)),
    };
    let name = name(cell);
    let nth = at + 1;
    let reason = format!("'b', 'w' or '.' for {name} expected (cell {nth} of {CELLS}), {found}");
    TextError::new(nth, reason)
}

/// What follows the cells: the side to move and the marbles that both have lost.
fn rest(text: &str) -> Result<(Player, [u32; 2]), TextError> {
    let error = |part: &str, reason: String| {
        let before = part.as_ptr() as usize - text.as_ptr() as usize;
        TextError::new(CELLS + 1 + text[..before].chars().count(), reason)
    };
    if !text.is_empty() && !text.starts_with([' ', '\t']) {
        let found = excerpt(text, 20);
        let reason =
            format!("a blank and the side to move expected after {CELLS} cells, not '{found}'");
        return Err(error(text, reason));
    }
    let end = &text[text.len()..];
    let mut words = text.split_whitespace();
    let turn = match words.next() {
        Some("b" | "B") => Player::First,
        Some("w" | "W") => Player::Second,
        None => return Err(error(end, "the side to move is missing: 'b' or 'w'".to_owned())),
        Some(other) => {
            let found = excerpt(other, 20);
            return Err(error(other, format!("'{found}' is no side to move: 'b' or 'w'")));
        }
    };
    let mut lost = [0; 2];
    for (lost, who) in lost.iter_mut().zip(["black", "white"]) {
        let what = format!("the number of marbles that {who} has lost, 0 to {TO_WIN}");
        let Some(word) = words.next() else {
            return Err(error(end, format!("{what}, is missing")));
        };
        let number = word.parse().ok().filter(|n| *n <= TO_WIN && word.len() == 1);
        let Some(number) = number else {
            return Err(error(word, format!("'{}' is not {what}", excerpt(word, 20))));
        };
        *lost = number;
    }
    match words.next() {
        None => Ok((turn, lost)),
        Some(more) => Err(error(more, format!("nothing follows, not '{}'", excerpt(more, 20)))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::abalone::Abalone;
    use sarsen_core::game::Game;

    #[test]
    fn the_start_is_written_as_agreed() {
        let text = "wwwwwwwwwww..www.............................bbb..bbbbbbbbbbb b 0 0";
        let start = Abalone::STANDARD.start();
        assert_eq!(start.format(), text);
        assert_eq!(start.parse(&text.to_ascii_uppercase()), Ok(start));
        let text = "ww.bbwwwbbb.ww.bb...........................bb.ww.bbbwwwbb.ww b 0 0";
        assert_eq!(Abalone::BELGIAN.start().format(), text);
    }

    #[test]
    fn a_hostile_text_is_told_where_it_is_wrong() {
        let start = Abalone::STANDARD.start();
        let board = &start.format()[..61];
        for (text, at, part) in [
            (String::new(), 1, "'b', 'w' or '.' for i5 expected (cell 1 of 61), but the text ends"),
            (board[..60].to_owned(), 61, "a5"),
            (
                format!("{}x{} b 0 0", &board[..5], &board[6..]),
                6,
                "h4 expected (cell 6 of 61), not 'x'",
            ),
            (format!("{board}b b 0 0"), 62, "after 61 cells"),
            (board.to_owned(), 62, "the side to move is missing"),
            (format!("{board}  "), 64, "missing"),
            (format!("{board}  x 0 0"), 64, "'x' is no side"),
            (format!("{board} b"), 64, "black has lost, 0 to 6, is missing"),
            (format!("{board} b 0 "), 67, "white has lost, 0 to 6, is missing"),
            (format!("{board} b 7 0"), 65, "'7' is not the number of marbles that black"),
            (format!("{board} b 0 00"), 67, "'00' is not"),
            (format!("{board} b 0 -1"), 67, "'-1' is not"),
            (format!("{board} b 0 0 0"), 69, "nothing follows, not '0'"),
            (format!("{board} b 1 0"), 67, "14 marbles 'b' are on the board and 1 off it"),
            (format!(".{} w 0 0", &board[1..]), 67, "13 marbles 'w'"),
            ("\u{1f600}".repeat(61), 1, "not '"),
        ] {
            let error = start.parse(&text).unwrap_err();
            assert!(error.reason.contains(part), "{text}: {error}");
            assert_eq!(error.at, at, "{text}: {error}");
        }
        let lost = format!("{}{}{} b 6 6", "b".repeat(8), "w".repeat(8), ".".repeat(45));
        assert!(start.parse(&lost).unwrap_err().reason.contains("only one player"));
    }

    #[test]
    fn a_text_has_the_plies_that_are_left() {
        let mut position = Abalone::parse("standard/3").unwrap().start();
        position.make(position.parse_move("A1B2").unwrap());
        // So positions that are set up in the middle of a game may last as long as the game.
        assert_eq!(position.plies_to_limit(), Some(2));
        let read = position.parse(&position.format()).unwrap();
        assert_eq!((read.plies_to_limit(), &read), (Some(2), &position));
    }
}
