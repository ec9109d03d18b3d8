//! The notation `flipello` of Fairy-Stockfish, for the board of 8 by 8: moves like `P@d3`, discs
//! `P` and `p`, and discs in hand. Row 1 is at the bottom there, and on top here.
//!
//! A pass is written as a move of the player's first disc to its own square, counted from a1 there.
//!
//! A position does not know who has passed how often. So the discs in hand and the counters are
//! those of a game without a pass.

use super::super::position::OthelloPosition;
use super::super::squares::Square;
use sarsen_core::game::{MoveError, Notation, Player, Position, Rows, TextError, excerpt};

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
        let moves = position.legal_moves();
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
        if m == Square::PASS {
            // Without a disc, the game would be over.
            let disc = first_disc(position).map(foreign).unwrap_or_default();
            return disc.clone() + &disc;
        }
        format!("P@{}", foreign(m))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::Othello;
    use sarsen_core::game::{Game, Written};

    /// The discs that both have in hand at the start.
    fn hands() -> String {
        "P".repeat(60) + &"p".repeat(60)
    }

    #[test]
    fn the_start_and_its_moves_are_those_of_fairy_stockfish() {
        let start = Othello::USUAL.start();
        let text = format!("8/8/8/3pP3/3Pp3/8/8/8[{}] w - - 0 1", hands());
        assert_eq!(Flipello.format(&start), text);
        for text in [&text, "8/8/8/3pP3/3Pp3/8/8/8 w", "8/8/8/3pP3/3Pp3/8/8/8[-] w 5 7"] {
            assert_eq!(Flipello.parse(&start, text), Ok(start), "{text}");
        }
        for (own, foreign) in [("d3", "P@d6"), ("c4", "P@c5"), ("f5", "P@f4"), ("e6", "P@e3")] {
            let m = start.parse_move(own).unwrap();
            assert_eq!(Flipello.format_move(&start, m), foreign);
            assert_eq!(Flipello.parse_move(&start, foreign), Ok(m));
        }
    }

    #[test]
    fn a_pass_moves_the_first_disc_to_its_own_square() {
        let start = Othello::USUAL.start();
        let text = "ppppppP1/8/8/8/8/8/8/p7 b";
        let position = Flipello.parse(&start, text).unwrap();
        assert_eq!(Flipello.parse_move(&position, "P@h8").map(|m| m.0), Ok(7));
        let text = "Pp6/8/8/8/8/8/1p6/8 b";
        let position = Flipello.parse(&start, text).unwrap();
        assert_eq!(Flipello.parse_move(&position, "b2b2"), Ok(Square::PASS));
        assert!(Flipello.parse_move(&position, "b8b8").is_err());
    }

    #[test]
    fn a_hostile_text_is_told_where_it_is_wrong() {
        let start = Othello::USUAL.start();
        for (text, at, part) in [
            ("", 1, "columns"),
            ("8/8/8/8/8/8/8/8[P w", 16, "not closed"),
            ("8/8/8/8/8/8/8/8[Px] w", 16, "'x' is no disc"),
            ("8/8/8/8/8/8/8/8[P] x", 17, "'x' is no side"),
            ("8/8/8/8/8/8/8/8[P] w - - 0 x", 28, "'x' is no counter"),
            ("8/8/8/8/8/8/8/9 w", 15, "wider"),
            ("\u{1f600} w", 1, "none of"),
        ] {
            let error = Flipello.parse(&start, text).unwrap_err();
            assert!(error.reason.contains(part), "{text}: {error}");
            assert_eq!(error.at, at, "{text}: {error}");
        }
        for text in ["", "d3", "P@d3", "P@", "P@z9", "a1a1", "\u{e9}"] {
            assert!(Flipello.parse_move(&start, text).is_err(), "{text}");
        }
    }
}
