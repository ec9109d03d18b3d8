//! Reading the text of a position, word by word.

use super::super::board::{BAR, CHECKERS, Men, OFF, PLACES, across, all_across, descending};
use super::super::dice::Dice;
use super::super::position::BackgammonPosition;
use super::position_id;
use sarsen_core::game::{Player, TextError, excerpt};

/// Reads a position: the board or a position ID, the side to move and the dice.
pub(super) fn read(text: &str) -> Result<BackgammonPosition, TextError> {
    let mut words = Fields { text, at: 0 };
    let Some((board_at, board)) = words.next() else {
        return Err(TextError::new(
            1,
            "the board is missing: 26 characters, or a position ID of 14",
        ));
    };
    let (side_at, side) = words.next().unwrap_or((board_at, "1"));
    let (dice_at, dice) = words.next().unwrap_or((side_at, "-"));
    if let Some((at, more)) = words.next() {
        return Err(TextError::new(at, format!("nothing follows, not '{}'", excerpt(more, 20))));
    }
    let turn = match side {
        "1" | "-" => Player::First,
        "2" => Player::Second,
        _ => {
            let reason =
                format!("'{}' is no side: 1, 2, or - for the opening roll", excerpt(side, 20));
            return Err(TextError::new(side_at, reason));
        }
    };
    let men = match board.chars().count() {
        position_id::LENGTH => position_id::read(board, turn),
        _ => read_board(board),
    };
    let men = men.map_err(|error| TextError { at: board_at + error.at - 1, ..error })?;
    let position =
        BackgammonPosition::new(with_off(men, board_at)?, turn, read_dice(dice, dice_at)?);
    check(&position, board_at)?;
    if side == "-" {
        return opening(&position, [side_at, dice_at]);
    }
    if position.winner().is_some() && position.dice().is_some() {
        return Err(TextError::new(dice_at, "the game is over, so there are no dice: -"));
    }
    Ok(position)
}

/// The words of a text, each with the number of its first character.
struct Fields<'a> {
    text: &'a str,
    /// The bytes that have been read.
    at: usize,
}

impl<'a> Fields<'a> {
    fn next(&mut self) -> Option<(usize, &'a str)> {
        let rest = self.text[self.at..].trim_start();
        let word = rest.split_whitespace().next()?;
        let before = self.text.len() - rest.len();
        self.at = before + word.len();
        Some((self.text[..before].chars().count() + 1, word))
    }
}

/// Reads the 26 characters of a board. Checkers off the board are not counted yet.
fn read_board(text: &str) -> Result<Men, TextError> {
    let mut men = [[0; PLACES]; 2];
    let mut letters = text.chars();
    for place in OFF..=BAR {
        let at = usize::from(place) + 1;
        let what = match place {
            OFF => "the bar of the second player ('-' or 'a' to 'o')".to_owned(),
            BAR => "the bar of the first player ('-' or 'A' to 'O')".to_owned(),
            _ => format!("point {place} ('-', 'A' to 'O' or 'a' to 'o')"),
        };
        match letters.next() {
            Some('-') => {}
            Some(letter @ 'A'..='O') if place != OFF => {
                men[0][usize::from(place)] = letter as u8 - b'A' + 1;
            }
            Some(letter @ 'a'..='o') if place != BAR => {
                men[1][usize::from(across(place))] = letter as u8 - b'a' + 1;
            }
            None => return Err(TextError::new(at, format!("{what} expected, but the text ends"))),
            Some(other) => {
                let found = excerpt(other.encode_utf8(&mut [0; 4]), 1);
                return Err(TextError::new(at, format!("{what} expected, not '{found}'")));
            }
        }
    }
    match letters.next() {
        None => Ok(men),
        Some(_) => Err(TextError::new(PLACES + 1, "the board ends after 26 characters")),
    }
}

/// The same checkers, with those off the board. They are the rest of fifteen.
fn with_off(mut men: Men, at: usize) -> Result<Men, TextError> {
    for (men, who) in men.iter_mut().zip(["first", "second"]) {
        let there: u32 = men.iter().map(|&count| u32::from(count)).sum();
        let Some(off) = u32::from(CHECKERS).checked_sub(there) else {
            let reason = format!("the {who} player has {there} checkers instead of {CHECKERS}");
            return Err(TextError::new(at, reason));
        };
        men[usize::from(OFF)] = off as u8;
    }
    Ok(men)
}

/// Reads two dice. A dash means that they are to be rolled.
fn read_dice(text: &str, at: usize) -> Result<Option<Dice>, TextError> {
    if text == "-" {
        return Ok(None);
    }
    let dice = dice_of(text).and_then(|[one, other]| Dice::new(one, other));
    let wrong = || {
        let found = excerpt(text, 20);
        let reason =
            format!("'{found}' is no throw: two dice such as 31, or - if they are rolled next");
        TextError::new(at, reason)
    };
    dice.map(Some).ok_or_else(wrong)
}

/// The numbers of two dice, in their order.
pub(super) fn dice_of(text: &str) -> Option<[u8; 2]> {
    match text.as_bytes() {
        [one @ b'1'..=b'6', other @ b'1'..=b'6'] => Some([one - b'0', other - b'0']),
        _ => None,
    }
}

/// Whether the checkers can stand so.
fn check(position: &BackgammonPosition, at: usize) -> Result<(), TextError> {
    let [first, second] = [Player::First, Player::Second];
    let shared = position.occupied(first) & all_across(position.occupied(second));
    if let Some(point) = descending(shared).next() {
        let reason = format!("both players have checkers on point {point} of the first");
        return Err(TextError::new(at, reason));
    }
    if [first, second].iter().all(|&player| position.count(player, OFF) == CHECKERS) {
        return Err(TextError::new(at, "only one player can have borne off all checkers"));
    }
    if position.is_stuck() {
        let reason = "both players are on the bar before a closed board, which cannot happen";
        return Err(TextError::new(at, reason));
    }
    Ok(())
}

/// The start, if this is it.
fn opening(
    position: &BackgammonPosition,
    [side_at, dice_at]: [usize; 2],
) -> Result<BackgammonPosition, TextError> {
    let start = BackgammonPosition::start();
    let is_start = |player| position.checkers(player) == start.checkers(player);
    if position.dice().is_some() {
        let reason = "the dice of the opening roll belong to a side: 1 or 2 instead of -";
        return Err(TextError::new(dice_at, reason));
    }
    if ![Player::First, Player::Second].into_iter().all(is_start) {
        let reason = "the opening roll is only at the start: the side is 1 or 2 here";
        return Err(TextError::new(side_at, reason));
    }
    Ok(start)
}
