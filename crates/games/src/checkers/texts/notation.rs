//! The notation of moves, as in PDN: `9-14` for a step, `22x15x6` for a capture with all squares of
//! its way.

use super::super::captures::Jumps;
use super::super::moves::CheckersMove;
use super::super::position::CheckersPosition;
use super::super::squares::{SQUARES, number, place};
use super::fen;
use super::other_kinds::hint_of_other_kind;
use sarsen_core::game::{MoveError, Outcome, Position, TextError, Written};

impl Written for CheckersPosition {
    fn parse(&self, text: &str) -> Result<Self, TextError> {
        fen::parse(text)
    }

    fn format(&self) -> String {
        fen::format(&self.pieces)
    }

    fn parse_move(&self, text: &str) -> Result<CheckersMove, MoveError> {
        if self.outcome().is_some() {
            return Err(MoveError::GameOver);
        }
        let squares = squares(text)?;
        let moves = self.legal_moves();
        let found = self.with_squares(&moves, &squares);
        match found[..] {
            [m] => Ok(m),
            [] => Err(MoveError::illegal(text, self.why_not(&moves, &squares))),
            // The shorter of two ways may have two squares only.
            _ => self.by_way(&moves, &squares).ok_or_else(|| {
                let texts = self.texts(&found);
                MoveError::illegal(text, format!("there are several ways: {texts}"))
            }),
        }
    }

    fn readings(&self, text: &str) -> Vec<CheckersMove> {
        let Ok(squares) = squares(text) else { return Vec::new() };
        let moves = self.legal_moves();
        let found = self.with_squares(&moves, &squares);
        let is_clear = found.len() < 2 || self.by_way(&moves, &squares).is_some();
        if is_clear { Vec::new() } else { found }
    }

    fn format_move(&self, m: CheckersMove) -> String {
        let (numbers, between): (Vec<u32>, _) = match m.is_capture() {
            false => (vec![m.from(), m.to()], "-"),
            true => (way(self, m), "x"),
        };
        let numbers: Vec<String> =
            numbers.into_iter().map(|place| number(place).to_string()).collect();
        numbers.join(between)
    }

    /// Every draw by the path has to be claimed.
    fn unclaimed(&self) -> Option<Self> {
        (self.outcome() == Some(Outcome::Draw)).then(|| Self::new(self.pieces))
    }
}

/// The squares of the way of a capture. If several ways come to the same, it is the first of them.
pub(in super::super) fn way(position: &CheckersPosition, m: CheckersMove) -> Vec<u32> {
    way_of(position.pieces.jumps(m.from()), m)
}

/// The squares of the way of a move among these jumps, or its two squares if it makes none.
pub(in super::super) fn way_of(jumps: Jumps, m: CheckersMove) -> Vec<u32> {
    let is_right =
        &mut |way: &[u32], captured: u64| captured == m.captured() && way.last() == Some(&m.to());
    jumps.way(is_right).unwrap_or_else(|| vec![m.from(), m.to()])
}

impl CheckersPosition {
    /// The moves that have these squares, of which there are at least two.
    fn with_squares(&self, moves: &[CheckersMove], squares: &[u32]) -> Vec<CheckersMove> {
        let ends = |m: &CheckersMove| [m.from(), m.to()] == *squares;
        match squares.len() {
            2 => moves.iter().copied().filter(ends).collect(),
            _ => self.by_way(moves, squares).into_iter().collect(),
        }
    }

    /// The capture that goes this way.
    fn by_way(&self, moves: &[CheckersMove], squares: &[u32]) -> Option<CheckersMove> {
        let from = moves.iter().find(|m| m.from() == squares[0] && m.is_capture())?.from();
        let mut found = None;
        let is_right = &mut |way: &[u32], captured: u64| {
            found = (way == squares).then_some(captured);
            found.is_some()
        };
        self.pieces.jumps(from).way(is_right)?;
        let same = |m: &&CheckersMove| {
            m.from() == from && Some(m.captured()) == found && squares.last() == Some(&m.to())
        };
        moves.iter().find(same).copied()
    }

    /// Moves as texts.
    fn texts(&self, moves: &[CheckersMove]) -> String {
        let texts: Vec<String> = moves.iter().take(20).map(|&m| self.format_move(m)).collect();
        let more = if moves.len() > texts.len() { " ..." } else { "" };
        texts.join(" ") + more
    }

    /// Why no move has these squares.
    fn why_not(&self, moves: &[CheckersMove], squares: &[u32]) -> String {
        let from = squares[0];
        let legal = self.texts(moves);
        match self.pieces.owner(from) {
            None => format!("there is no piece on {}; legal: {legal}", number(from)),
            Some(player) if player != self.pieces.turn => {
                format!("the piece on {} is the opponent's; legal: {legal}", number(from))
            }
            Some(_) if self.must_capture() => format!("a capture is due; legal: {legal}"),
            Some(_) => format!("legal: {legal}"),
        }
    }
}

/// The squares of a move's text, at least two.
fn squares(text: &str) -> Result<Vec<u32>, MoveError> {
    let malformed = || {
        let reason = "a move is squares from 1 to 32, such as 9-14, or 22x15x6 for a capture";
        MoveError::malformed(text, format!("{reason}{}", hint_of_other_kind(text)))
    };
    let squares: Option<Vec<u32>> = text.split(['-', 'x', 'X', ':']).map(square).collect();
    squares.filter(|squares| squares.len() >= 2).ok_or_else(malformed)
}

/// A square by its number.
fn square(text: &str) -> Option<u32> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let number = is_number.then(|| text.parse().ok()).flatten()?;
    (1..=SQUARES as u32).contains(&number).then(|| place(number))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checkers::Checkers;
    use sarsen_core::game::Game;

    fn position(text: &str) -> CheckersPosition {
        Checkers.start().parse(text).unwrap()
    }

    fn texts(position: &CheckersPosition) -> Vec<String> {
        position.legal_moves().into_iter().map(|m| position.format_move(m)).collect()
    }

    #[test]
    fn a_capture_is_written_with_its_whole_way() {
        let position = position("W:W22:B18,10");
        assert_eq!(texts(&position), ["22x15x6"]);
        for text in ["22x15x6", "22x6", "22-15-6", "22X6", "22:15:6"] {
            assert_eq!(
                position.parse_move(text).map(|m| position.format_move(m)).as_deref(),
                Ok("22x15x6"),
                "{text}"
            );
        }
        for text in ["22x15", "22x15x6x1", "22x17x6"] {
            assert!(position.parse_move(text).is_err(), "{text}");
        }
    }

    /// The king on 15 can go round by 6 or by 22, with the same pieces taken, or another way.
    #[test]
    fn ways_with_the_same_result_are_one_move() {
        let round = position("W:WK15:B10,9,18,17");
        assert_eq!(texts(&round).len(), 1);
        let one = round.parse_move("15x6x13x22x15");
        assert!(one.is_ok());
        assert_eq!(one, round.parse_move("15x22x13x6x15"));
        assert_eq!(one, round.parse_move("15x15"));
        let two = position("W:WK4:B8,7,15,16,23");
        for text in texts(&two) {
            assert_eq!(two.format_move(two.parse_move(&text).unwrap()), text);
        }
    }

    #[test]
    fn two_squares_must_say_enough() {
        let two = position("B:W9,10,17,18:B6");
        assert_eq!(texts(&two), ["6x13x22", "6x15x22"]);
        let error = two.parse_move("6x22").unwrap_err().to_string();
        assert!(error.contains("several ways: 6x13x22 6x15x22"), "{error}");
        assert_eq!(two.readings("6x22").len(), 2);
        assert!(two.readings("6x13x22").is_empty() && two.readings("6").is_empty());
    }

    #[test]
    fn a_wrong_move_is_told_why() {
        let start = Checkers.start();
        for (text, part) in [
            ("9-33", "a capture (it looks like international draughts)"),
            ("c3xe5", "a capture (it looks like Russian draughts, or"),
            ("9", "from 1 to 32"),
            ("", "is not a move"),
            ("9--14", "is not a move"),
            ("+9-14", "is not a move"),
            ("14-18", "no piece on 14"),
            ("21-17", "is the opponent's"),
            ("9-15", "legal: 9-13"),
        ] {
            let error = start.parse_move(text).unwrap_err().to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
        let due = position("B:W14,32:B9,1");
        let error = due.parse_move("1-5").unwrap_err().to_string();
        assert!(error.contains("a capture is due; legal: 9x18"), "{error}");
    }
}
