//! The notation of positions and moves: the board in a row from a1 to the last square, and the
//! player to move.

use super::super::position::OthelloPosition;
use super::super::regions::border;
use super::super::squares::{Square, numbers};
use sarsen_core::game::{MoveError, Player, Position, TextError, Written, excerpt, leading_pass};

/// The letter of a player's discs.
pub(super) const fn letter(player: Player) -> char {
    match player {
        Player::First => 'X',
        Player::Second => 'O',
    }
}

/// The squares of a board in the order of the text.
pub(super) fn squares(board: u64) -> impl Iterator<Item = Square> {
    numbers(board).map(|number| Square(number as u8))
}

/// The name of a square of this board: `a1` is the upper left one.
pub(super) fn name(board: u64, Square(square): Square) -> String {
    let border = border(board) as u8;
    let (column, row) = (square % 8 - border, square / 8 - border);
    format!("{}{}", char::from(b'a' + column), row + 1)
}

/// The names of the squares of a set.
pub(super) fn names(board: u64, set: u64) -> Vec<String> {
    squares(set).map(|square| name(board, square)).collect()
}

impl Written for OthelloPosition {
    fn parse(&self, text: &str) -> Result<Self, TextError> {
        parse(text, self.board)
    }

    fn format(&self) -> String {
        let disc = |square: Square| match self.owner(square) {
            Some(player) => letter(player),
            None => '-',
        };
        squares(self.board).map(disc).chain([' ', letter(self.turn)]).collect()
    }

    fn parse_move(&self, text: &str) -> Result<Square, MoveError> {
        if self.outcome().is_some() {
            return Err(MoveError::GameOver);
        }
        parse_move(self, text)
    }

    fn format_move(&self, m: Square) -> String {
        if m == Square::PASS { "pass".to_owned() } else { name(self.board, m) }
    }

    /// Squares and passes such as `f5d6c3` or `h7PAa7`, as the literature writes games.
    fn spread<'a>(&self, word: &'a str) -> Vec<&'a str> {
        let (mut moves, mut rest) = (Vec::new(), word);
        while !rest.is_empty() {
            let square = || match rest.as_bytes() {
                [column, row, ..] if column.is_ascii_alphabetic() && row.is_ascii_digit() => {
                    Some(2)
                }
                _ => None,
            };
            let Some(length) = leading_pass(rest).or_else(square) else { return vec![word] };
            let (first, after) = rest.split_at(length);
            moves.push(first);
            rest = after;
        }
        if moves.is_empty() { vec![word] } else { moves }
    }

    fn is_pass(&self, m: Square) -> bool {
        m == Square::PASS
    }
}

impl OthelloPosition {
    /// Whose disc is on a square.
    pub(in super::super) fn owner(&self, square: Square) -> Option<Player> {
        let holds = |player: &Player| self.discs(*player) & square.bit() != 0;
        [Player::First, Player::Second].into_iter().find(holds)
    }
}

/// Reads a position of this board.
fn parse(text: &str, board: u64) -> Result<OthelloPosition, TextError> {
    let size = board.count_ones() as usize;
    let mut discs = [0; 2];
    let mut letters = text.chars();
    for (at, square) in squares(board).enumerate() {
        match letters.next() {
            Some('X' | 'x') => discs[0] |= square.bit(),
            Some('O' | 'o') => discs[1] |= square.bit(),
            Some('-') => {}
            other => {
                let found = match other {
                    None => "but the text ends".to_owned(),
                    Some(c) => format!("not '{}'", excerpt(c.encode_utf8(&mut [0; 4]), 1)),
                };
                let name = name(board, square);
                let reason = format!(
                    "'X', 'O' or '-' for {name} expected (square {} of {size}), {found}",
                    at + 1
                );
                return Err(TextError::new(at + 1, reason));
            }
        }
    }
    let rest = letters.as_str();
    let error = |reason: String| Err(TextError::new(size + 1, reason));
    if !rest.is_empty() && !rest.starts_with([' ', '\t', 'X', 'O', 'x', 'o']) {
        let found = excerpt(rest, 20);
        return error(format!(
            "a blank and the side to move expected after {size} squares, not '{found}'"
        ));
    }
    let turn = match rest.trim() {
        "X" | "x" => Player::First,
        "O" | "o" => Player::Second,
        "" => return error("the side to move is missing: 'X' or 'O'".to_owned()),
        other => {
            let at = size + 1 + rest.chars().take_while(|c| c.is_whitespace()).count();
            let found = excerpt(other, 20);
            let reason = format!("'{found}' is no side to move: 'X' or 'O'");
            return Err(TextError::new(at, reason));
        }
    };
    Ok(OthelloPosition::new(discs, turn, board))
}

/// Reads a move and checks that it is legal in an unfinished position.
fn parse_move(position: &OthelloPosition, text: &str) -> Result<Square, MoveError> {
    let board = position.board;
    let legal = || -> String {
        let names = names(board, position.open);
        if names.is_empty() { "pass".to_owned() } else { names.join(" ") }
    };
    if text.eq_ignore_ascii_case("pass") {
        return match position.open {
            0 => Ok(Square::PASS),
            _ => Err(MoveError::illegal(
                text,
                format!("one may pass only without a move: {}", legal()),
            )),
        };
    }
    let Some(square) =
        squares(board).find(|&square| name(board, square).eq_ignore_ascii_case(text))
    else {
        let last = squares(board).last().map_or_else(String::new, |square| name(board, square));
        return Err(MoveError::malformed(
            text,
            format!("a move is a square from a1 to {last}, or pass"),
        ));
    };
    if position.open & square.bit() != 0 {
        return Ok(square);
    }
    Err(MoveError::illegal(
        text,
        match position.owner(square) {
            Some(player) => format!("there is a disc of '{}'", letter(player)),
            None => format!("it turns nothing over; legal: {}", legal()),
        },
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::Othello;
    use sarsen_core::game::Game;

    #[test]
    fn a_hostile_text_is_told_where_it_is_wrong() {
        let start = Othello::USUAL.start();
        let board = "-".repeat(64);
        for (text, at, part) in [
            (String::new(), 1, "a1 expected (square 1 of 64), but the text ends"),
            ("-".repeat(63), 64, "h8"),
            (format!("{}* O", "-".repeat(63)), 64, "not '*'"),
            (format!("{board}- X"), 65, "after 64 squares"),
            (board.clone(), 65, "the side to move is missing"),
            (format!("{board} "), 65, "missing"),
            (format!("{board}  W"), 67, "'W' is no side"),
            (format!("{board} X O"), 66, "'X O' is no side"),
            ("\u{1f600}".repeat(64), 1, "not '"),
        ] {
            let error = start.parse(&text).unwrap_err();
            assert_eq!(error.at, at, "{text}: {error}");
            assert!(error.reason.contains(part), "{text}: {error}");
        }
        assert!(Othello::SMALL.start().parse(&start.format()).is_err());
    }

    #[test]
    fn letters_may_be_small_or_capital() {
        let start = Othello::SMALL.start();
        let text = start.format();
        assert_eq!(start.parse(&text.to_ascii_lowercase()), Ok(start));
        assert_eq!(start.parse_move("C2"), start.parse_move("c2"));
        let blocked = start.parse(&format!("-OXXXX{} O", "O".repeat(30))).unwrap();
        assert_eq!(blocked.parse_move("PASS"), Ok(Square::PASS));
    }

    #[test]
    fn a_wrong_move_is_told_why() {
        let start = Othello::SMALL.start();
        for (text, part) in [
            ("h8", "from a1 to f6"),
            ("a1", "legal: c2 b3 e4 d5"),
            ("c3", "there is a disc of 'O'"),
            ("pass", "only without a move"),
            ("", "is not a move"),
        ] {
            let error = start.parse_move(text).unwrap_err().to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
        assert_eq!(start.spread("c2b2d5"), ["c2", "b2", "d5"]);
        assert_eq!(start.spread("h7PAa7--b8Passc4"), ["h7", "PA", "a7", "--", "b8", "Pass", "c4"]);
        for word in ["pass", "0000", "d3", "", "d3e", "d3?", "\u{e9}3d4"] {
            assert_eq!(start.spread(word), [word]);
        }
    }
}
