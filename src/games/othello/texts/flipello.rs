//! The notation `flipello` of Fairy-Stockfish, for the board of 8 by 8: moves like `P@d3`, discs `P`
//! and `p`, and discs in hand. Row 1 is at the bottom there, and on top here.
//!
//! A pass is written as a move of the player's first disc to its own square, counted from a1 there.
//!
//! A position does not know who has passed how often. So the discs in hand and the counters are
//! those of a game without a pass.

use super::super::position::OthelloPosition;
use super::super::squares::Square;
use super::notation::name;
use crate::game::{MoveError, Notation, Player, Position, Rows, TextError, Written, excerpt};

/// The board: 8 by 8 squares.
const SIDE: u8 = 8;

/// The discs that each player has in hand before the first move.
const SUPPLY: u32 = 60;

const ROWS: Rows<Option<Player>> =
    Rows::new(8, 8, &[('.', None), ('P', Some(Player::First)), ('p', Some(Player::Second))])
        .with_sides('w', 'b')
        .with_runs();

/// The notation of Fairy-Stockfish.
pub(in super::super) struct Flipello;

/// A square as the other program names it: rows count from the bottom.
fn foreign(Square(square): Square) -> String {
    let (column, row) = (square % SIDE, square / SIDE);
    format!("{}{}", char::from(b'a' + column), SIDE - row)
}

/// The player's disc that the other program counts first: in the lowest row, at the left.
fn first_disc(position: &OthelloPosition) -> Option<Square> {
    let discs = position.discs(position.to_move()).swap_bytes();
    (discs != 0).then(|| Square(discs.trailing_zeros() as u8 ^ 56))
}

impl Notation<OthelloPosition> for Flipello {
    fn name(&self) -> &str {
        "flipello"
    }

    /// The hand and the counters may be missing. This checks them but does not use them.
    fn parse(&self, like: &OthelloPosition, text: &str) -> Result<OthelloPosition, TextError> {
        if like.board != u64::MAX {
            return Err(TextError::new(1, "flipello is played on a board of 8x8 only"));
        }
        let (board, rest) = text.trim_end().split_once(char::is_whitespace).unwrap_or((text, ""));
        let (rows, hand) = board.split_once('[').unwrap_or((board, "]"));
        let at = |part: &str| {
            text[..part.as_ptr() as usize - text.as_ptr() as usize].chars().count() + 1
        };
        let Some(hand) = hand.strip_suffix(']') else {
            return Err(TextError::new(rows.chars().count() + 1, "the bracket is not closed"));
        };
        if let Some(strange) = hand.chars().find(|&c| c != 'P' && c != 'p').filter(|_| hand != "-")
        {
            let reason = format!("'{strange}' is no disc in hand");
            return Err(TextError::new(rows.chars().count() + 1, reason));
        }
        let mut words = rest.split_whitespace();
        let side = words.next().unwrap_or_default();
        for (number, word) in words.enumerate() {
            let is_number = word.bytes().all(|byte| byte.is_ascii_digit());
            if number > 3 || !(is_number || (number < 2 && word == "-")) {
                let reason = format!("'{}' is no counter", excerpt(word, 20));
                return Err(TextError::new(at(word), reason));
            }
        }
        let mut cells = [None; 64];
        let turn = ROWS.parse(&format!("{rows} {side}"), &mut cells)?;
        let discs = |player| {
            let own = |cell: &(usize, &Option<Player>)| *cell.1 == Some(player);
            cells.iter().enumerate().filter(own).fold(0, |discs, (at, _)| discs | 1 << at)
        };
        let discs = [discs(Player::First), discs(Player::Second)];
        Ok(OthelloPosition::new(discs, turn, like.board))
    }

    fn format(&self, position: &OthelloPosition) -> String {
        if position.board != u64::MAX {
            // The other program has no such board.
            return position.format();
        }
        let cells: Vec<Option<Player>> = (0..64).map(|at| position.owner(Square(at))).collect();
        let played = (64 - position.empty().count_ones()).saturating_sub(4);
        let hand = [
            "P".repeat((SUPPLY - played.div_ceil(2)) as usize),
            "p".repeat((SUPPLY - played / 2) as usize),
        ];
        let side = if position.to_move() == Player::First { 'w' } else { 'b' };
        let rows = ROWS.format_rows(&cells);
        format!("{rows}[{}] {side} - - 0 {}", hand.concat(), played / 2 + 1)
    }

    fn parse_move(&self, position: &OthelloPosition, text: &str) -> Result<Square, MoveError> {
        if position.outcome().is_some() {
            return Err(MoveError::GameOver);
        }
        let mut moves = Vec::new();
        position.moves(&mut moves);
        if let Some(&found) = moves.iter().find(|&&m| self.format_move(position, m) == text) {
            return Ok(found);
        }
        match text.strip_prefix("P@") {
            Some(_) => {
                let legal: Vec<String> =
                    moves.iter().map(|&m| self.format_move(position, m)).collect();
                let legal = excerpt(&legal.join(" "), 200);
                Err(MoveError::illegal(text, format!("legal: {legal}")))
            }
            None => Err(MoveError::malformed(text, "a move is a drop such as P@d3")),
        }
    }

    fn format_move(&self, position: &OthelloPosition, m: Square) -> String {
        match (m, position.board) {
            (Square::PASS, u64::MAX) => {
                let disc = first_disc(position).map(foreign);
                disc.map_or_else(|| "0000".to_owned(), |disc| disc.clone() + &disc)
            }
            (Square::PASS, _) => "0000".to_owned(),
            (square, u64::MAX) => format!("P@{}", foreign(square)),
            (square, board) => format!("P@{}", name(board, square)),
        }
    }
}
