//! The notation of the General Game Format, in which NBoard writes games: `*` is a disc of the
//! first player, `O` one of the second. Moves are squares in capitals, and `PA` is a pass.

use super::super::position::OthelloPosition;
use super::super::squares::Square;
use super::notation::letter;
use sarsen_core::game::{MoveError, Notation, Player, TextError, Written, excerpt};

/// The text of a pass.
const PASS: &str = "PA";

/// The notation of the General Game Format.
pub(in super::super) struct GgfNotation;

impl Notation<OthelloPosition> for GgfNotation {
    fn name(&self) -> &str {
        "ggf"
    }

    /// The size of the board, its squares and the player to move. Blanks may stand anywhere between
    /// squares.
    fn parse(&self, like: &OthelloPosition, text: &str) -> Result<OthelloPosition, TextError> {
        let side = side(like);
        let size = text.split_ascii_whitespace().next().unwrap_or_default();
        if size != side.to_string() {
            let found = excerpt(size, 20);
            return Err(TextError::new(
                1,
                format!("the size of the board is {side}, not '{found}'"),
            ));
        }
        let all = like.board.count_ones() as usize;
        let mut own = String::new();
        let begin = text.find(size).unwrap_or_default() + size.len();
        let mut squares = 0;
        for (at, c) in text.char_indices().skip_while(|(at, _)| *at < begin) {
            let disc = match c {
                ' ' | '\t' => continue,
                '*' => letter(Player::First),
                'O' => letter(Player::Second),
                '-' if squares < all => '-',
                _ => {
                    let found = excerpt(c.encode_utf8(&mut [0; 4]), 1);
                    let place = text[..at].chars().count() + 1;
                    return Err(TextError::new(
                        place,
                        format!("'{found}' is none of '*', 'O', '-'"),
                    ));
                }
            };
            if squares == all {
                own.push(' ');
            }
            own.push(disc);
            squares += 1;
        }
        let end = |reason: String| TextError::new(text.chars().count() + 1, reason);
        let wrong = match squares {
            _ if squares < all => format!("the text ends after {squares} squares of {all}"),
            _ if squares == all => "the side to move is missing: '*' or 'O'".to_owned(),
            _ if squares > all + 1 => "nothing follows the side to move".to_owned(),
            _ => return like.parse(&own).map_err(|error| end(error.reason)),
        };
        Err(end(wrong))
    }

    fn format(&self, position: &OthelloPosition) -> String {
        let foreign = |c: char| if c == letter(Player::First) { '*' } else { c };
        let own: String = position.format().chars().map(foreign).collect();
        format!("{} {own}", side(position))
    }

    fn parse_move(&self, position: &OthelloPosition, text: &str) -> Result<Square, MoveError> {
        match text {
            PASS => position.parse_move("pass"),
            _ if text.bytes().any(|byte| byte.is_ascii_lowercase()) => {
                Err(MoveError::malformed(text, "a move is a square in capitals such as F5, or PA"))
            }
            _ => position.parse_move(&text.to_ascii_lowercase()),
        }
    }

    fn format_move(&self, position: &OthelloPosition, m: Square) -> String {
        if m == Square::PASS { PASS.to_owned() } else { position.format_move(m).to_uppercase() }
    }
}

/// The number of columns, and of rows.
fn side(position: &OthelloPosition) -> u32 {
    position.board.count_ones().isqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::Othello;
    use sarsen_core::game::Game;

    #[test]
    fn a_board_of_nboard_is_read() {
        let start = Othello::USUAL.start();
        let text = "8 ---------------------------O*------*O--------------------------- *";
        assert_eq!(GgfNotation.parse(&start, text), Ok(start));
        assert_eq!(GgfNotation.format(&start), text);
        let m = GgfNotation.parse_move(&start, "F5").unwrap();
        assert_eq!(GgfNotation.format_move(&start, m), "F5");
        let small = Othello::SMALL.start();
        assert_eq!(GgfNotation.parse(&small, &GgfNotation.format(&small)), Ok(small));
    }

    #[test]
    fn a_hostile_text_is_told_where_it_is_wrong() {
        let start = Othello::USUAL.start();
        let board = "-".repeat(64);
        for (text, at, part) in [
            (String::new(), 1, "not ''"),
            ("6 ----".to_owned(), 1, "is 8, not '6'"),
            (format!("8 -x{board} *"), 4, "'x'"),
            (format!("8 {board}"), 67, "missing"),
            (format!("8 {board} -"), 68, "'-'"),
            (format!("8 {board} *O"), 70, "nothing follows"),
            ("8 ---".to_owned(), 6, "the text ends"),
        ] {
            let error = GgfNotation.parse(&start, &text).unwrap_err();
            assert!(error.reason.contains(part), "{text}: {error}");
            assert_eq!(error.at, at, "{text}: {error}");
        }
        for text in ["f5", "A1", "PA", "PASS", "", "\u{e9}5"] {
            assert!(GgfNotation.parse_move(&start, text).is_err(), "{text}");
        }
    }
}
