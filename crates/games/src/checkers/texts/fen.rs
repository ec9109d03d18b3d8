//! Positions in the FEN of PDN: `B:W21,K22:B1,2`.
//!
//! First the side to move, then the squares of both sides in either order. `K` marks a king.
//! `9-12` stands for all squares from 9 to 12.

use super::super::pieces::Pieces;
use super::super::position::CheckersPosition;
use super::super::squares::{CROWN, SQUARES, number, place, places};
use super::other_kinds::hint_of_other_kind;
use sarsen_core::game::{Player, TextError, excerpt};

/// The most pieces of a side.
const MOST: u32 = 12;

/// The letter of a player.
pub(super) const fn letter(player: Player) -> char {
    match player {
        Player::First => 'B',
        Player::Second => 'W',
    }
}

/// The name of a player.
const fn name(player: Player) -> &'static str {
    match player {
        Player::First => "black",
        Player::Second => "white",
    }
}

/// A position as text. White comes first, as in most files.
pub(super) fn format(pieces: &Pieces) -> String {
    let [white, black] = [Player::Second, Player::First].map(|player| {
        let square = |place| {
            let king = if pieces.kings >> place & 1 != 0 { "K" } else { "" };
            format!("{king}{}", number(place))
        };
        let squares: Vec<String> = places(pieces.of[player.index()]).map(square).collect();
        format!("{}{}", letter(player), squares.join(","))
    });
    format!("{}:{white}:{black}", letter(pieces.turn))
}

/// Reads a position.
pub(super) fn parse(text: &str) -> Result<CheckersPosition, TextError> {
    read(text, Crowns::Written).map(CheckersPosition::new)
}

/// A position in which men stand on the last row, as it is meant: they are kings. None for all
/// others.
pub(crate) fn mended_position(text: &str) -> Option<String> {
    let is_wrong = read(text, Crowns::Written).is_err();
    is_wrong.then(|| read(text, Crowns::LastRow).ok().map(|pieces| format(&pieces))).flatten()
}

/// Which pieces are kings.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Crowns {
    /// Those with a `K`.
    Written,
    /// These, and those on their last row.
    LastRow,
}

fn read(text: &str, crowns: Crowns) -> Result<Pieces, TextError> {
    let whole = text.trim_end().trim_end_matches('.');
    let parts: Vec<Part<'_>> = Part { text: whole, at: 1 }.split(':').collect();
    let malformed = || {
        let reason = "three parts with ':' between them expected, such as B:W21,K22:B1,2";
        TextError::new(whole.chars().count() + 1, reason)
    };
    let [turn, one, other, ref counts @ ..] = parts[..] else { return Err(malformed()) };
    // Programs add their counts of moves, such as H0 and F1. They do not change the position.
    if !counts.iter().all(|part| is_count(part.trimmed().text)) {
        return Err(malformed());
    }
    let turn = side(turn.trimmed())?;
    let (one, other) = (one.trimmed(), other.trimmed());
    let first = list_side(one)?;
    if list_side(other)? == first {
        return Err(other.error(format!("{} is listed twice", name(first))));
    }
    let mut pieces = Pieces { of: [0; 2], kings: 0, turn };
    list(one, first, crowns, &mut pieces)?;
    list(other, first.other(), crowns, &mut pieces)?;
    if pieces.other() == 0 {
        let reason = format!("{} has no pieces, and it is not their turn", name(turn.other()));
        return Err(TextError::at_end_of(text, reason));
    }
    Ok(pieces)
}

/// Whether a text is a count of moves, by its letter and a number.
fn is_count(text: &str) -> bool {
    text.strip_prefix(['H', 'F', 'h', 'f'])
        .is_some_and(|count| !count.is_empty() && count.bytes().all(|b| b.is_ascii_digit()))
}

/// A part of the text.
#[derive(Clone, Copy)]
struct Part<'a> {
    text: &'a str,
    /// Its first character, counted from 1.
    at: usize,
}

impl<'a> Part<'a> {
    fn split(self, separator: char) -> impl Iterator<Item = Part<'a>> {
        let mut at = self.at;
        self.text.split(separator).map(move |text| {
            let part = Part { text, at };
            at += text.chars().count() + 1;
            part
        })
    }

    fn trimmed(self) -> Self {
        let blanks = self.text.chars().take_while(|c| c.is_whitespace()).count();
        Part { text: self.text.trim(), at: self.at + blanks }
    }

    /// The part without its first letter if that is `letter`, whether small or capital.
    fn without(self, letter: char) -> Option<Self> {
        let is_there = self.text.starts_with([letter, letter.to_ascii_lowercase()]);
        is_there.then(|| Part { text: &self.text[1..], at: self.at + 1 }.trimmed())
    }

    fn error(self, reason: String) -> TextError {
        TextError::new(self.at, reason)
    }
}

/// The side to move.
fn side(part: Part<'_>) -> Result<Player, TextError> {
    let player = [Player::First, Player::Second]
        .into_iter()
        .find(|&player| part.text.eq_ignore_ascii_case(letter(player).encode_utf8(&mut [0; 1])));
    player.ok_or_else(|| {
        part.error(format!("the side to move, B or W, expected, not '{}'", excerpt(part.text, 20)))
    })
}

/// Whose squares a list has.
fn list_side(part: Part<'_>) -> Result<Player, TextError> {
    let is_of = |&player: &Player| part.without(letter(player)).is_some();
    [Player::First, Player::Second].into_iter().find(is_of).ok_or_else(|| {
        part.error(format!(
            "a list such as W21,K22 or B1,2 expected, not '{}'",
            excerpt(part.text, 20)
        ))
    })
}

/// Reads the squares of a player.
fn list(
    part: Part<'_>,
    player: Player,
    crowns: Crowns,
    pieces: &mut Pieces,
) -> Result<(), TextError> {
    let squares = part.without(letter(player)).unwrap_or(part);
    if squares.text.is_empty() {
        return Ok(());
    }
    for item in squares.split(',').map(Part::trimmed) {
        let (is_king, range) = match item.without('K') {
            Some(rest) => (true, rest),
            None => (false, item),
        };
        let mut ends = range.split('-').map(Part::trimmed);
        let first = square(ends.next().unwrap_or(range))?;
        let last = ends.next().map(|end| square(end.without('K').unwrap_or(end))).transpose()?;
        if ends.next().is_some() || last.is_some_and(|last| last < first) {
            let reason = format!("'{}' is no range of squares", excerpt(range.text, 20));
            return Err(range.error(reason));
        }
        for number in first..=last.unwrap_or(first) {
            let is_last = CROWN[player.index()] & 1 << place(number) != 0;
            let is_king = is_king || crowns == Crowns::LastRow && is_last;
            put(number, is_king, player, pieces).map_err(|reason| item.error(reason))?;
        }
    }
    Ok(())
}

/// Puts a piece on a square.
fn put(square: u32, is_king: bool, player: Player, pieces: &mut Pieces) -> Result<(), String> {
    let bit = 1 << place(square);
    if (pieces.of[0] | pieces.of[1]) & bit != 0 {
        return Err(format!("there are two pieces on {square}"));
    }
    if !is_king && CROWN[player.index()] & bit != 0 {
        return Err(format!("a man of {} on {square} would be a king", name(player)));
    }
    pieces.of[player.index()] |= bit;
    if is_king {
        pieces.kings |= bit;
    }
    if pieces.of[player.index()].count_ones() > MOST {
        return Err(format!("{} has more than {MOST} pieces", name(player)));
    }
    Ok(())
}

/// Reads the number of a square.
fn square(part: Part<'_>) -> Result<u32, TextError> {
    let digits = !part.text.is_empty() && part.text.bytes().all(|byte| byte.is_ascii_digit());
    let number = digits.then(|| part.text.parse().ok()).flatten();
    number.filter(|number| (1..=SQUARES as u32).contains(number)).ok_or_else(|| {
        let (found, hint) = (excerpt(part.text, 20), hint_of_other_kind(part.text));
        part.error(format!("a square from 1 to 32 expected, not '{found}'{hint}"))
    })
}

#[cfg(test)]
mod tests {
    use crate::checkers::Checkers;
    use sarsen_core::game::{Game, Written};

    #[test]
    fn the_variants_of_the_text_are_read() {
        let start = Checkers.start();
        let text = start.format();
        assert_eq!(text, "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12");
        for other in [
            "B:W21-32:B1-12",
            "B:B1-12:W21-32.",
            " b : w21-32 : b 1-11, 12 ",
            "B:W21-24,25-32:B1,2-12",
            "B:W21-32:B1-12:H0:F1",
        ] {
            assert_eq!(start.parse(other).as_ref(), Ok(&start), "{other}");
        }
        let kings = start.parse("W:WK1-K3,5:B4,K32").unwrap();
        assert_eq!(kings.format(), "W:WK1,K2,K3,5:B4,K32");
        let lost = start.parse("W:W:BK1").unwrap();
        assert_eq!(lost.format(), "W:W:BK1");
    }

    #[test]
    fn men_on_the_last_row_are_meant_as_kings() {
        let mended = super::mended_position;
        assert_eq!(mended("B:W4,K5:B9,29").as_deref(), Some("B:WK4,K5:B9,K29"));
        assert!(mended("B:WK4:B9").is_none() && mended("B:W4:B33").is_none());
    }

    #[test]
    fn a_hostile_text_is_told_where_it_is_wrong() {
        let start = Checkers.start();
        for (text, at, part) in [
            ("", 1, "three parts"),
            ("B:W21", 6, "three parts"),
            ("B:W21:B1:", 10, "three parts"),
            ("B:W21:B1:X0", 12, "three parts"),
            ("X:W21:B1", 1, "not 'X'"),
            ("B:21:B1", 3, "not '21'"),
            ("B:W21:W1", 7, "white is listed twice"),
            ("B:W21,33:B1", 7, "not '33'"),
            ("B:W21,:B1", 7, "from 1 to 32"),
            ("B:W21,2x:B1", 7, "not '2x'"),
            ("B:W21,9-7:B1", 7, "no range"),
            ("B:W21,1-2-3:B9", 7, "no range"),
            ("B:W21:B1,K21", 10, "two pieces on 21"),
            ("B:W4:B9", 4, "would be a king"),
            ("B:W21:B29", 8, "would be a king"),
            ("B:W13-25:B1", 4, "more than 12"),
            ("B:W:B1", 6, "white has no pieces"),
            ("B:W\u{1f600}:B1", 4, "from 1 to 32"),
            ("B:W99999999999999999999:B1", 4, "from 1 to 32"),
        ] {
            let error = start.parse(text).unwrap_err();
            assert!(error.reason.contains(part), "{text}: {error}");
            assert_eq!(error.at, at, "{text}: {error}");
        }
    }
}
