//! The notation `cfour` of Fairy-Stockfish and Cute Chess: moves like `P@d1`, stones `P` and `p`,
//! and stones in hand.

use super::super::board::{Board, Drop};
use super::super::word::BoardWord;
use super::notation;
use sarsen_core::game::{Letters, MoveError, Notation, Player, Position, TextError, excerpt};

const LETTERS: &Letters<Option<Player>> =
    &[('.', None), ('P', Some(Player::First)), ('p', Some(Player::Second))];

/// The notation of chess programs.
pub(in super::super) struct Cfour;

/// The number of stones that each player has before the first move.
fn supply<W: BoardWord>(board: &Board<W>) -> [u32; 2] {
    let size = board.geometry().size();
    [size.div_ceil(2), size / 2]
}

impl<W: BoardWord> Notation<Board<W>> for Cfour {
    fn name(&self) -> &str {
        "cfour"
    }

    /// The hand and the counters at the end may be missing. This checks them but does not use them.
    fn parse(&self, like: &Board<W>, text: &str) -> Result<Board<W>, TextError> {
        let column_of = |part: &str| {
            text[..part.as_ptr() as usize - text.as_ptr() as usize].chars().count() + 1
        };
        let mut fields = text.split_ascii_whitespace();
        let placed = fields.next().ok_or_else(|| TextError::new(1, "no position"))?;
        let at = column_of(placed);
        let (rows, hand) =
            placed.split_once('[').map_or((placed, None), |(rows, hand)| (rows, Some(hand)));
        if let Some(hand) = hand {
            let at = at + rows.chars().count();
            let Some(hand) = hand.strip_suffix(']') else {
                return Err(TextError::new(at, "the bracket is not closed"));
            };
            // Cute Chess writes empty hands as `[-]`.
            let mut strange = hand.chars().filter(|&c| c != 'P' && c != 'p');
            if let Some(strange) = strange.next().filter(|_| hand != "-") {
                return Err(TextError::new(at, format!("'{strange}' is no stone in hand")));
            }
        }
        let shift = |error: TextError| TextError { at: error.at + at - 1, ..error };
        let stones = notation::parse_rows(like.geometry(), rows, LETTERS).map_err(shift)?;
        let turn = fields.next();
        let turn_at = turn.map_or(text.chars().count() + 1, column_of);
        let to_move = match turn {
            Some("w") => Player::First,
            Some("b") => Player::Second,
            _ => return Err(TextError::new(turn_at, "the side to move must be 'w' or 'b'")),
        };
        // In chess the first two fields are castling and en passant. They mean nothing here, but
        // Cute Chess may write a cell there.
        for (at, field) in fields.enumerate() {
            let fits = match at {
                0 | 1 => field.bytes().all(|b| b.is_ascii_alphanumeric()),
                2 | 3 => field.bytes().all(|b| b.is_ascii_digit()),
                _ => return Err(TextError::new(column_of(field), "nothing follows the counters")),
            };
            if field != "-" && !fits {
                let wanted = if at < 2 { "a cell" } else { "a number" };
                let reason = format!("'{}' is neither '-' nor {wanted}", excerpt(field, 20));
                return Err(TextError::new(column_of(field), reason));
            }
        }
        notation::assemble(*like.geometry(), stones, to_move, turn_at, LETTERS)
    }

    fn format(&self, board: &Board<W>) -> String {
        let rows = notation::format_rows(board, LETTERS);
        let [first, second] = supply(board);
        let placed = board.stones.map(BoardWord::count_ones);
        let hand =
            "P".repeat((first - placed[0]) as usize) + &"p".repeat((second - placed[1]) as usize);
        let turn = if board.to_move() == Player::First { 'w' } else { 'b' };
        format!("{rows}[{hand}] {turn} - - 0 {}", board.ply() / 2 + 1)
    }

    fn parse_move(&self, board: &Board<W>, text: &str) -> Result<Drop, MoveError> {
        if board.outcome().is_some() {
            return Err(MoveError::GameOver);
        }
        let malformed = || MoveError::malformed(text, "a move is a drop such as P@d1");
        let cell = text
            .strip_prefix(['P', 'p'])
            .and_then(|rest| rest.strip_prefix('@'))
            .ok_or_else(malformed)?;
        let mut characters = cell.chars();
        let column = characters.next().filter(char::is_ascii_lowercase).ok_or_else(malformed)?;
        let rank: u8 = characters.as_str().parse().map_err(|_| malformed())?;
        let column = column as u8 - b'a';
        let drop = board
            .drop_into(column)
            .ok_or_else(|| MoveError::illegal(text, "the column is full or not on the board"))?;
        if board.format_cell(drop) == cell {
            Ok(drop)
        } else {
            Err(MoveError::illegal(text, format!("rank {rank} is not where the stone lands")))
        }
    }

    fn format_move(&self, board: &Board<W>, m: Drop) -> String {
        format!("P@{}", board.format_cell(m))
    }
}

impl<W: BoardWord> Board<W> {
    /// The name of a cell in chess: column letter, row number.
    fn format_cell(&self, drop: Drop) -> String {
        let stride = self.geometry().stride();
        let column = (b'a' + self.column_of(drop)) as char;
        format!("{column}{}", u32::from(drop.0) % stride + 1)
    }
}
